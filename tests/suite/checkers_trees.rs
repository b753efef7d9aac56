//! Checkers' vocabulary and champions without the desktop: the terminals, evaluation, what is refused, and how a board
//! uses them.

use pipsqueak_app::GAMES;
use pipsqueak_app::games::champions_of;
use pipsqueak_app::slots::Slot;
use pipsqueak_core::champion::fingerprint;
use pipsqueak_core::games::checkers::champion::{Champion, EvalTree, MAX_BYTES};
use pipsqueak_core::games::checkers::evaluation::{Evolved, Scoring};
use pipsqueak_core::games::checkers::players::{EngineKind, full_search};
use pipsqueak_core::games::checkers::{Board, BoardFeatures, Checkers, Game, ID, Position, Side, Terminal, View, fen};
use pipsqueak_core::link::{Effort, Origin, Refusal, Reply, Request};
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::{Evaluate, LIMIT, Limits, NoClock, SearchStack, Slot as TableSlot, TranspositionTable};
use pipsqueak_core::tree::{Constants, IntegerConstants, Tree, Vocabulary};
use pipsqueak_tests::checkers_champions::{bad_champions, champion, written};
use pipsqueak_tests::device::Device;
use pipsqueak_tests::flash::{Flash, Tear};
use pipsqueak_tests::{checkers_reference, checkers_terminals, envelope, sized};

/// The champion that comes with the program.
const SHIPPED_BYTES: &[u8] = include_bytes!("../../host/champions/checkers.pips");

fn position(seed: u64) -> Position {
    checkers_reference::position(Seed(seed))
}

#[test]
fn every_terminal_equals_the_reference() {
    let mut greatest = vec![0; Terminal::ALL.len()];
    for seed in 0..sized(2_000, 50_000) {
        let board = *position(seed).board();
        let features = BoardFeatures::of(&board);
        for (place, &terminal) in Terminal::ALL.iter().enumerate() {
            let found = [terminal.value(&features.black), terminal.value(&features.white)];
            let expected = [Side::Black, Side::White].map(|side| checkers_terminals::value(&board, side, terminal));
            assert_eq!(found, expected, "{terminal:?} of {board}");
            greatest[place] = greatest[place].max(found[0]).max(found[1]);
        }
    }
    for ((terminal, &found), &most) in Terminal::ALL.iter().zip(&greatest).zip(Terminal::GREATEST) {
        assert!(found <= most.into(), "{terminal:?} was {found}, {most} at most");
        assert!(found > 0, "{terminal:?} was never different from 0");
    }
}

#[test]
fn at_the_start_white_has_the_move_and_a_step_passes_it_on() {
    let has_the_move = |text: &str| {
        let BoardFeatures { black, white } = BoardFeatures::of(&fen::parse(text).unwrap());
        [Terminal::HasTheMove.value(&black), Terminal::HasTheMove.value(&white)]
    };
    // Books on the game: the second player has the move at the start, and only exchanges change it.
    assert_eq!(has_the_move("B:W21-32:B1-12"), [0, 1]);
    assert_eq!(has_the_move("W:W21-32:B1-10,12,15"), [0, 1]);
    // Two men face to face: the side to move has lost the opposition.
    assert_eq!(has_the_move("B:W18:B10"), [0, 1]);
    assert_eq!(has_the_move("W:W18:B10"), [1, 0]);
}

/// The tree's value by the float evaluator, each side on its own.
fn by_definition(tree: &Tree<Checkers>, constants: &IntegerConstants, scoring: Scoring, board: &Board) -> i32 {
    let BoardFeatures { black, white } = BoardFeatures::of(board);
    let constants = Constants::from(constants);
    let difference = tree.evaluate(&constants, &black) - tree.evaluate(&constants, &white);
    let own = if board.turn() == Side::Black { difference } else { -difference };
    let shift = if scoring == Scoring::Fine { 16.0 } else { 1.0 };
    ((own / shift).floor() as i32).clamp(-i32::from(LIMIT), i32::from(LIMIT))
}

#[test]
fn a_tree_has_the_same_value_split_or_not() {
    let (mut n_apart, mut n_whole) = (0, 0);
    for seed in 0..sized(1_500, 20_000) {
        let (tree, constants) = checkers_terminals::tree(Seed(seed), 1 + seed as usize % 7);
        let scoring = [Scoring::Fine, Scoring::Hundredths][seed as usize % 2];
        let evolved = Evolved::new(tree.bytes(), constants, scoring);
        if evolved.work().n_nodes < tree.n_nodes() {
            n_apart += 1
        } else {
            n_whole += 1
        }
        for number in 0..12 {
            let position = position(seed * 12 + number);
            let expected = by_definition(&tree, &constants, scoring, position.board());
            assert_eq!(i32::from(evolved.evaluate(&position)), expected, "{tree:?} {constants:?} of {position}");
        }
    }
    assert!(n_apart > 300 && n_whole > 300, "{n_apart} taken apart, {n_whole} not");
}

#[test]
fn sums_of_terminals_and_products_are_not_evaluated_node_by_node() {
    let work = |text: &str| {
        let (tree, constants) = written(text);
        let work = Evolved::new(tree.bytes(), constants, Scoring::Hundredths).work();
        (work.looks_at_pieces, [work.n_terminals, work.n_products, work.n_nodes])
    };
    // Terminals that count pieces on squares are one lookup per piece, with the phase too.
    assert_eq!(work("Plus(Multiply(100.0, Men), Multiply(Plus(Kings, Multiply(2, Edges)), 150.0))"), (true, [0, 0, 0]));
    assert_eq!(work("Plus(Men, Multiply(3, Multiply(Home, Exchanged)))"), (true, [0, 0, 0]));
    assert_eq!(work("Plus(Multiply(PiecesLeft, Tempo), Multiply(0, Steps))"), (true, [0, 0, 0]));
    assert_eq!(work("Plus(Steps, Plus(Steps, Multiply(3, Multiply(Men, Kings))))"), (false, [3, 1, 0]));
    assert_eq!(work("Plus(Men, Multiply(3, Multiply(Steps, Plus(Kings, 1))))"), (true, [2, 1, 0]));
    assert_eq!(work("If(IsAhead, Multiply(Steps, Hanging), Runaways)"), (false, [4, 2, 0]));
    assert_eq!(work("If(And(IsAhead, Bridge), If(IsAhead, Men, Kings), Kings)"), (true, [4, 2, 0]));
    assert_eq!(work("Plus(Men, If(GreaterThan(Men, Kings), Steps, 1))"), (true, [0, 0, 6]));
    // A factor of a part that is evaluated node by node is no node of it.
    assert_eq!(work("Multiply(3, If(GreaterThan(Men, Kings), Steps, 1))"), (false, [0, 0, 6]));
    assert_eq!(work("Multiply(If(GreaterThan(Men, Kings), Steps, 1), 70.0)"), (false, [0, 0, 6]));
    // A sum that could reach the limit is evaluated unchanged.
    assert_eq!(work("Plus(Multiply(1000000.0, Men), Kings)"), (false, [0, 0, 5]));
    // So is one whose weights of squares would be too large.
    assert_eq!(work("Multiply(40000.0, Men)"), (false, [0, 0, 3]));
}

#[test]
fn a_champion_has_these_bytes_and_reads_back() {
    let bytes = champion("pip", Scoring::Fine, "Plus(Multiply(1600.0, Men), Multiply(-2, Kings))");
    let payload = [
        &[3][..],
        b"pip",
        // Fine, vocabulary 1, seven nodes: Plus, Multiply, slot 0, Men, Multiply, the number -2, Kings.
        &[1, 1, 7, 7, 6, 24, 40, 6, 14, 41],
        // One constant, 1600 as a zigzag varint; seed 7, generation 30; one result: simple, 3, 2, 1.
        &[1, 0x80, 0x19, 7, 30, 1, 0, 3, 2, 1],
    ]
    .concat();
    assert_eq!(bytes, envelope::seal(1, 2, &payload));
    let decoded = Champion::decode(&bytes).unwrap();
    assert_eq!(decoded.encode(&mut [0; MAX_BYTES]).unwrap(), bytes);
}

#[test]
fn invalid_champions_are_refused_with_the_reason_and_the_old_one_stays() {
    let mut device = Device::start(&Flash::blank(0xFF)).about(ID);
    let old = champion("old", Scoring::Hundredths, "Multiply(100.0, Men)");
    device.upload(&old).unwrap();
    for (bytes, error) in bad_champions() {
        assert_eq!(Champion::decode(&bytes), Err(error), "{error}");
        assert_eq!(device.upload(&bytes), Err(Refusal::from(error)), "{error}");
        assert_eq!(device.read(), old, "{error}");
        assert!(error.to_string().len() > 10);
    }
    for n_bytes in 0..old.len() {
        assert!(Champion::decode(&old[..n_bytes]).is_err());
    }
}

/// The desktop's result, which the board must find too.
fn found(bytes: Option<&[u8]>, view: &View, nodes: u64) -> (Option<pipsqueak_core::games::checkers::Move>, i16, u64) {
    let mut stack = SearchStack::<Position, 40, 400>::new(Position::START);
    let mut slots = [TableSlot::default(); 256];
    let mut table = TranspositionTable::new(&mut slots, 0);
    let limits = Limits::of_nodes(nodes);
    let found = match bytes {
        Some(bytes) => {
            let evaluation = Champion::decode(bytes).unwrap().tree.evaluation();
            full_search(&evaluation, view, stack.slices(), &mut table, limits, &mut NoClock)
        }
        None => EngineKind::Expert.search_as_expert(view, stack.slices(), &mut table, limits, &mut NoClock),
    };
    (found.best, found.score, found.nodes)
}

#[test]
fn a_board_plays_its_champion_and_without_one_the_experts_evaluation() {
    let flash = Flash::blank(0xFF);
    let mut device = Device::start(&flash).about(ID);
    let id = device.champion();
    assert_eq!((id.name.as_str(), id.length, id.fingerprint, id.origin), ("expert", 0, 0, Origin::BuiltIn));
    assert_eq!(device.ask(&Request::Read { game: ID, offset: 0 }), Reply::Refused(Refusal::NoChampion));
    let champions = [
        SHIPPED_BYTES.to_vec(),
        champion("men", Scoring::Hundredths, "Plus(Multiply(100.0, Men), Multiply(Kings, Tempo))"),
    ];
    let mut n_different = 0;
    for champion in [None, Some(&champions[0]), Some(&champions[1])] {
        if let Some(bytes) = champion {
            let id = device.upload(bytes).unwrap();
            assert_eq!(id.fingerprint, fingerprint(bytes));
        }
        // Also after a restart.
        let mut again = Device::start(&flash).about(ID);
        for seed in 0..sized(30, 200) {
            let view = View::new(position(seed));
            if view.ending().is_some() {
                continue;
            }
            let expected = found(champion.map(Vec::as_slice), &view, 300);
            for device in [&mut device, &mut again] {
                let (chosen, info) = device.decide::<Game>(&view, Effort::Nodes(300)).unwrap();
                assert_eq!((Some(chosen), info.score, u64::from(info.nodes)), expected, "{seed}");
            }
            n_different += u32::from(champion.is_some() && expected != found(None, &view, 300));
        }
    }
    assert!(n_different > 20, "{n_different}");
    assert_eq!(device.erase().unwrap().name, "expert");
    assert_eq!(Device::start(&flash).about(ID).champion().length, 0);
}

#[test]
fn a_power_cut_leaves_the_old_champion_of_checkers_or_the_new_one() {
    let [old, new] =
        ["old", "new and longer"].map(|name| champion(name, Scoring::Hundredths, "Plus(Multiply(100.0, Men), Steps)"));
    for stored in [None, Some(&old)] {
        let before = Flash::blank(0xFF);
        if let Some(bytes) = stored {
            Device::start(&before).about(ID).upload(bytes).unwrap();
        }
        let whole = before.powered_again();
        Device::start(&whole).about(ID).upload(&new).unwrap();
        for n_done in 0..whole.n_operations() {
            for tear in [Tear::Before, Tear::After, Tear::Amid(1), Tear::Amid(4)] {
                let flash = before.powered_again();
                let mut device = Device::start(&flash).about(ID);
                flash.cut_after(n_done, tear);
                assert_eq!(device.upload(&new), Err(Refusal::Flash));
                let mut device = Device::start(&flash.powered_again()).about(ID);
                let left = device.read();
                let is_old = left == stored.map_or(&[][..], Vec::as_slice);
                assert!(is_old || left == new && n_done + 1 == whole.n_operations(), "{n_done} {tear:?}");
                // The other games' champions are unaffected.
                let mut others = Device::start(&flash.powered_again());
                assert_eq!(others.champion().origin, Origin::BuiltIn);
            }
        }
    }
}

#[test]
fn the_flash_map_has_two_slots_of_4_kb_for_checkers() {
    let spec = champions_of(GAMES, ID).unwrap();
    assert_eq!(Slot::both(spec.place).map(|slot| (slot.offset(), slot.size())), [(0x2000, 0x1000), (0x3000, 0x1000)]);
    assert!(spec.capacity <= 4096 && spec.vocabulary == Checkers::VERSION);
}

#[test]
fn eval_trees_are_checked_before_they_are_used() {
    let constants = IntegerConstants::default();
    assert!(EvalTree::new(&[40], constants, Scoring::Fine).is_ok());
    assert!(EvalTree::new(&[], constants, Scoring::Fine).is_err());
}
