//! Checkers on the page.

use std::collections::BTreeSet;

use pipsqueak_core::game::{Player, Seat, Turn};
use pipsqueak_core::games::checkers::champion::Provenance;
use pipsqueak_core::games::checkers::evaluation::Evolved;
use pipsqueak_core::games::checkers::players::{EngineKind, Policy, full_search};
use pipsqueak_core::games::checkers::{
    BoardFeatures, Checkers, Ending, Game, MAX_MOVES, Move, Piece, Position, Side, Square, Terminal, View, pdn,
};
use pipsqueak_core::link::LinkGame;
use pipsqueak_core::random::{GameRng, Seed};
use pipsqueak_core::search::{
    Clock, Evaluate, LIMIT, Limits, Score, SearchResult, SearchStack, Slot, TranspositionTable,
};
use pipsqueak_core::tree::{IntegerTerminals, Node, Vocabulary};
use pipsqueak_lab::games::checkers::budget::{Budget, Control, TURNS};
use pipsqueak_lab::games::checkers::trees::{SHIPPED_BYTES, TreeEvaluation};
use pipsqueak_lab::games::checkers::{Level as Strength, record};
use pipsqueak_lab::{SHIPPED, text};
use serde_json::{Value, json};

use super::{About, Entrant, Judged, Level, LoadedGame, Opponent, PageGame, Viewer, asked_by_the_page};

/// The deepest line that the page's search can follow, in plies.
const PLIES: usize = 128;
/// The capacity of the search stack for moves.
const MOVES: usize = 4096;
/// Bytes of a player's transposition table, as on the desktop.
const TABLE: usize = 1 << 20;
/// Positions that the report's players search per move on average, as in the desktop's leagues.
const NODES: u32 = 5000;
/// Positions that an evolved player searches per move on average.
const TREE_NODES: u32 = 20_000;
/// Positions to search for a hint.
const HINT_NODES: u64 = 60_000;
/// Positions to search for a decision that is judged with hindsight.
const JUDGE_NODES: u64 = 15_000;
/// The moves of an expected line that are shown.
const LINE: usize = 6;

/// From gentle to strong, by a league on the desktop: `league --game checkers … --games 60 --nodes 5000`.
const LEVELS: &[Level] = &[
    Level { name: "child", about: "plays half of its moves at random" },
    Level { name: "minimax", about: "counts pieces and searches every line, as deep as it gets" },
    Level { name: "improved_better_h", about: "from the student report: better_h that saves as improved does" },
    Level { name: "better_h", about: "from the student report: counts the centre and the home row too" },
    Level { name: "easy", about: "usually looks two moves ahead" },
    Level {
        name: "improved",
        about: "from the student report: counts pieces, and saves positions where it has few moves",
    },
    Level { name: "simple", about: "from the student report: counts pieces" },
    Level { name: "medium", about: "looks four moves ahead" },
    Level { name: "hard", about: "looks eight moves ahead" },
    Level { name: SHIPPED, about: "evolved: judges positions by a tree" },
    Level { name: "expert", about: "thinks for a second as well as it can" },
];

impl PageGame for Game {
    const ABOUT: &'static About = &About {
        name: "checkers",
        title: "Checkers",
        id: Game::ID,
        levels: LEVELS,
        default_opponent: "medium",
        record: "pdn",
        has_champions: false,
    };

    /// A person's game begins at the start position.
    fn new_game(_: Seed, size: Option<[u8; 2]>) -> Result<Game, String> {
        super::of_one_size(Game::new(Position::START), size)
    }

    fn opponent(&self, asked: &Opponent, seed: Seed, seat: Seat) -> Result<Entrant<Game>, String> {
        if let Some((name, tree)) = evolved(asked)? {
            let engine = Engine::new(Mind::Tree(Box::new(tree)), TABLE);
            let pace = Pace::Budget(Policy::EQUAL, true, Control::of_nodes(TREE_NODES, TURNS).into());
            return Ok(Entrant { name, player: Some(Box::new(Thinker { engine, pace })) });
        }
        let name = match asked {
            Opponent::Board(name) => return Ok(asked_by_the_page(name)),
            Opponent::Level(name) => Self::ABOUT.level(name)?.name,
            Opponent::Champion(_) | Opponent::Tree(_) => return Err("this is not a player of checkers".to_owned()),
        };
        let (engine, pace) = match Strength::ALL.into_iter().find(|level| level.name() == name) {
            Some(level) => {
                // The desktop's random stream: with the same seed the level plays as there, unless moves are taken back.
                let rng = seed.derive(seat.index() as u64).rng();
                (Engine::new(Mind::Kind(level.engine_kind()), Strength::TABLE), Pace::Level(level, rng))
            }
            None => {
                let kind: EngineKind = name.parse().map_err(|_| format!("there is no player {name}"))?;
                let budget = Control::of_nodes(NODES, TURNS).into();
                let pace = Pace::Budget(kind.policy(), kind == EngineKind::Expert, budget);
                (Engine::new(Mind::Kind(kind), TABLE), pace)
            }
        };
        Ok(Entrant { name: name.to_owned(), player: Some(Box::new(Thinker { engine, pace })) })
    }

    fn scene(start: &Game, moves: &[Move], viewer: Viewer) -> Value {
        let mut game = start.clone();
        moves.iter().for_each(|&chosen| _ = game.make(chosen));
        let board = game.position().board();
        let letter = |number| match board.piece_on(Square::new(number)?)? {
            Piece { side: Side::Black, is_king: false } => Some("b"),
            Piece { side: Side::Black, is_king: true } => Some("B"),
            Piece { side: Side::White, is_king: false } => Some("w"),
            Piece { side: Side::White, is_king: true } => Some("W"),
        };
        let is_asked = match pipsqueak_core::game::Game::turn(&game) {
            Turn::Of(seat, _) => viewer == Viewer::Person(seat),
            Turn::Over(_) => false,
        };
        let options = if is_asked { legal(game.position()) } else { Vec::new() };
        let ending = match game.ending() {
            Some(Ending::Won(_)) => Some("won"),
            Some(Ending::Idle) => Some("idle"),
            Some(Ending::Repeated) => Some("repeated"),
            None => None,
        };
        let option = |chosen: Move| {
            let (path, taken) = (numbers(chosen.path()), numbers(chosen.effect().taken.in_order()));
            json!({ "text": chosen.to_string(), "path": path, "taken": taken })
        };
        json!({
            "squares": (1..=32).map(letter).collect::<Vec<_>>(),
            "options": options.into_iter().map(option).collect::<Vec<_>>(),
            "last": numbers(moves.last().iter().flat_map(|chosen| chosen.path())),
            "taken": numbers(moves.last().iter().flat_map(|chosen| chosen.effect().taken.in_order())),
            "ending": ending,
            "mustJump": board.must_jump(),
            "isBlack": viewer.seat() == Seat::First,
            "quiet": game.position().since_jump(),
            "pieces": { "b": board.pieces(Side::Black).len(), "w": board.pieces(Side::White).len() },
        })
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        pdn::read_move(self.position().board(), text.trim_ascii()).map_err(|error| error.to_string())
    }

    fn move_text(&self, chosen: Move) -> String {
        chosen.to_string()
    }

    /// Nothing is hidden: the person's last move and those after it are taken back.
    fn kept_by_undo(moves: &[Move], person: Seat) -> Option<usize> {
        let n_moves = moves.len();
        let is_own = |place: usize| place % 2 == person.index();
        (0..n_moves).rev().find(|&place| is_own(place))
    }

    fn advise(view: &View) -> Result<(Move, Value), String> {
        reasons(Mind::Kind(EngineKind::Expert), view, Limits::of_nodes(HINT_NODES))
    }

    /// A level's move may be random, and a search by time differs from one time to the next: so a deterministic search
    /// with the same evaluation explains it.
    fn why(asked: &Opponent, view: &View) -> Result<(Move, Value), String> {
        let (mind, limits) = match (evolved(asked).ok().flatten(), asked) {
            (Some((_, tree)), _) => (Mind::Tree(Box::new(tree)), Limits::of_nodes(TREE_NODES.into())),
            (None, Opponent::Level(name)) => match (Strength::named(name), name.parse()) {
                (Some(Strength::Expert), _) => (Mind::Kind(EngineKind::Expert), Limits::of_nodes(HINT_NODES)),
                (Some(level), _) => (Mind::Kind(level.engine_kind()), level.limits()),
                (None, Ok(kind)) => (Mind::Kind(kind), Limits::of_nodes(u64::from(NODES))),
                (None, Err(_)) => return Self::advise(view),
            },
            _ => return Self::advise(view),
        };
        reasons(mind, view, limits)
    }

    fn judge(view: &View, chosen: Move) -> Result<Option<Judged<Move>>, String> {
        let mut engine = Engine::new(Mind::Kind(EngineKind::Expert), TABLE);
        let limits = Limits::of_nodes(JUDGE_NODES);
        let best = engine.think(view, limits);
        let Some(better) = best.best.filter(|&better| better != chosen && legal(view.position()).len() > 1) else {
            return Ok(None);
        };
        let after = view.clone().after(chosen);
        let played = -engine.think(&after, limits).score;
        let line: Vec<String> = engine.line(view, better).iter().map(Move::to_string).collect();
        let why = json!({ "scores": [played, best.score], "line": line });
        Ok(Some(Judged { better, cost: f64::from(best.score) - f64::from(played), least: 60.0, why }))
    }

    fn describe_champion(bytes: &[u8]) -> Result<[String; 2], String> {
        let evaluation = TreeEvaluation::of_bytes(bytes).map_err(String::from)?;
        let TreeEvaluation { tree, .. } = &evaluation;
        Ok([super::tree_size(tree.n_nodes(), tree.height()), evaluation.text()])
    }

    fn champion_of_tree(text: &str) -> Result<Vec<u8>, String> {
        let bytes = TreeEvaluation::of_text(text).and_then(|tree| tree.bytes("", Provenance::default()));
        bytes.map_err(String::from)
    }

    fn vocabulary() -> Value {
        json!(pipsqueak_lab::trees::VocabularyListing::of::<Checkers>())
    }

    fn record(start: &Game, seed: Seed, players: [&str; 2], moves: &[Move]) -> Result<Vec<u8>, String> {
        record::written(start.clone(), seed, players, moves).map_err(String::from)
    }

    fn read_record(text: &str) -> Option<Result<Vec<LoadedGame<Game>>, String>> {
        // PDN begins with a tag or a move.
        let is_ours = !text.trim_ascii_start().starts_with('{');
        let game = |game: record::RecordedGame| {
            let name = |tag| game.tag(tag).unwrap_or("?").to_owned();
            let start = Game::new(Position::new(game.start, Default::default()));
            LoadedGame { seed: None, players: [name("Black"), name("White")], start, moves: game.moves }
        };
        let read = || record::read(text).map(|games| games.into_iter().map(game).collect());
        is_ours.then(|| read().map_err(|error| error.to_string()))
    }
}

fn legal(position: &Position) -> Vec<Move> {
    let mut room = [Move::default(); MAX_MOVES];
    let n_moves = position.board().moves(&mut room).unwrap_or(0);
    room.get(..n_moves).unwrap_or_default().to_vec()
}

fn numbers(squares: impl Iterator<Item = Square>) -> Vec<u8> {
    squares.map(Square::number).collect()
}

/// The evolved opponent with its name; `None` for other opponents.
fn evolved(asked: &Opponent) -> Result<Option<(String, TreeEvaluation)>, String> {
    let named = |tree: TreeEvaluation, otherwise: &str| {
        let name = if tree.name.is_empty() { otherwise.to_owned() } else { text::name(&tree.name, 32) };
        (name, tree)
    };
    let read = match asked {
        Opponent::Level(name) if name == SHIPPED => TreeEvaluation::of_bytes(SHIPPED_BYTES),
        Opponent::Champion(bytes) => TreeEvaluation::of_bytes(bytes),
        Opponent::Tree(text) => {
            TreeEvaluation::of_text(text).map(|tree| TreeEvaluation { name: String::new(), ..tree })
        }
        Opponent::Level(_) | Opponent::Board(_) => return Ok(None),
    };
    let otherwise = if matches!(asked, Opponent::Tree(_)) { "your tree" } else { "a written tree" };
    read.map(|tree| Some(named(tree, otherwise))).map_err(String::from)
}

/// A search's move and its reasons: the line that it expects, and what its evaluation sees after the move.
fn reasons(mind: Mind, view: &View, limits: Limits) -> Result<(Move, Value), String> {
    let seen = mind.terminals();
    let mut engine = Engine::new(mind, TABLE);
    let SearchResult { best, score, depth, nodes } = engine.think(view, limits);
    let chosen = best.ok_or("there is no legal move")?;
    let line: Vec<String> = engine.line(view, chosen).iter().map(Move::to_string).collect();
    let side = view.position().board().turn() as usize;
    let features = BoardFeatures::of(view.clone().after(chosen).position().board());
    let facts: Vec<Value> = seen.into_iter().map(|terminal| fact(&features, terminal, side)).collect();
    let taken = chosen.effect().taken.len();
    let why = json!({ "line": line, "score": score, "wins": score.abs() >= LIMIT, "depth": depth, "nodes": nodes, "taken": taken, "facts": facts });
    Ok((chosen, why))
}

/// A terminal's name, its meaning, and its values for the side that moved and for the other.
fn fact(features: &BoardFeatures, terminal: u8, side: usize) -> Value {
    let values = features.values(terminal);
    let place = usize::from(terminal);
    let name = Checkers::ENTRIES.get(place).map_or("?", |entry| entry.name);
    let meaning = Checkers::MEANINGS.get(place).map_or("", |meaning| meaning.trim());
    json!({ "terminal": name, "meaning": meaning, "own": values[side], "other": values[1 - side] })
}

/// How a player evaluates positions.
enum Mind {
    Kind(EngineKind),
    Tree(Box<TreeEvaluation>),
}

impl Mind {
    /// What it looks at: the terminals of its tree, or the usual ones of an evaluation that is written by hand.
    fn terminals(&self) -> Vec<u8> {
        let usual = [Terminal::Men, Terminal::Kings, Terminal::Home, Terminal::Centre, Terminal::Tempo];
        match self {
            Mind::Kind(_) => usual.map(|terminal| terminal as u8).to_vec(),
            Mind::Tree(tree) => {
                let of = |&byte: &u8| if let Node::Terminal(number) = Node::of(byte) { Some(number) } else { None };
                let used: BTreeSet<u8> = tree.tree.bytes().iter().filter_map(of).collect();
                used.into_iter().collect()
            }
        }
    }
}

/// An evaluation with the memory for its search.
struct Engine {
    mind: Mind,
    slots: Vec<Slot>,
    stack: Box<SearchStack<Position, PLIES, MOVES>>,
    n_searches: u32,
}

impl Engine {
    fn new(mind: Mind, table_bytes: usize) -> Engine {
        let stack = Box::new(SearchStack::new(Position::START));
        Engine { mind, slots: vec![Slot::default(); table_bytes / size_of::<Slot>()], stack, n_searches: 0 }
    }

    fn think(&mut self, view: &View, limits: Limits) -> SearchResult<Move> {
        self.n_searches = self.n_searches.wrapping_add(1);
        let mut table = TranspositionTable::new(&mut self.slots, self.n_searches);
        let mut clock = PageClock { start: crate::clock::micros() };
        let stack = self.stack.slices();
        match &self.mind {
            Mind::Kind(kind) => kind.search_with_any_clock(view, stack, &mut table, limits, &mut clock),
            Mind::Tree(tree) => {
                let evaluation = OutOfLine(tree.eval_tree().evaluation());
                full_search(&evaluation, view, stack, &mut table, limits, &mut clock as &mut dyn Clock)
            }
        }
    }

    /// The line that the last search expects, as far as its table still holds it.
    fn line(&mut self, view: &View, best: Move) -> Vec<Move> {
        let mut line = [Move::default(); LINE];
        let table = TranspositionTable::new(&mut self.slots, self.n_searches);
        let n_moves = table.principal_variation(view.position(), best, self.stack.slices(), &mut line);
        line.get(..n_moves).unwrap_or_default().to_vec()
    }
}

/// A tree's evaluation that is never inlined: inlined at every call, it would double the WebAssembly file.
struct OutOfLine<'t>(Evolved<'t>);

impl Evaluate<Position> for OutOfLine<'_> {
    #[inline(never)]
    fn evaluate(&self, position: &Position) -> Score {
        self.0.evaluate(position)
    }
}

/// The page's clock since a search began.
struct PageClock {
    start: u32,
}

impl Clock for PageClock {
    fn micros(&mut self) -> u32 {
        crate::clock::micros().wrapping_sub(self.start)
    }
}

/// How much a player may search.
enum Pace {
    Level(Strength, GameRng),
    /// A budget for a period of turns, how it is shared, and whether the search is the expert's.
    Budget(Policy, bool, Budget),
}

/// A program that plays checkers.
struct Thinker {
    engine: Engine,
    pace: Pace,
}

impl Player<Game> for Thinker {
    type Error = String;

    fn choose(&mut self, view: &View) -> Result<Move, String> {
        let Thinker { engine, pace } = self;
        match pace {
            Pace::Level(level, rng) => Ok(level.choose(rng, view, |limits| engine.think(view, limits).best)),
            Pace::Budget(policy, is_as_expert, budget) => {
                let limits = budget.limits(*policy, *is_as_expert, view.position().board().n_moves());
                let found = engine.think(view, limits);
                budget.spend(found.nodes, 0);
                found.best.ok_or_else(|| "there is no legal move".to_owned())
            }
        }
    }
}
