//! Facts about recorded games. The golden lines are those of the design, and legality is judged by hand.

use pipsqueak_core::chance;
use pipsqueak_core::games::fiveo::TableView;
use proptest::prelude::*;

use super::*;

/// The moves of a game in which both seats place at random.
fn random_moves(seed: Seed) -> Vec<Column> {
    let mut rng = seed.derive(99).rng();
    let mut table = Table::deal(seed);
    let mut moves = Vec::new();
    while let Turn::Of(_, view) = table.turn() {
        let open: Vec<Column> = TableView::open(&view).iter().collect();
        let column = chance::pick(&mut rng, &open).unwrap();
        table.play(column).unwrap();
        moves.push(column);
    }
    moves
}

fn written(seed: u64) -> String {
    let mut bytes = Vec::new();
    write_game(&mut bytes, Seed(seed), ["ann", "bob"], &random_moves(Seed(seed))).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// A transcript with one line (counted from 1) changed.
fn changed(text: &str, number: usize, change: impl Fn(&str) -> String) -> String {
    let lines = (1..).zip(text.lines());
    lines.map(|(at, line)| if at == number { change(line) } else { line.to_owned() } + "\n").collect()
}

fn refused(text: &str) -> (usize, Fault) {
    let error = read(text).unwrap_err();
    (error.line, error.fault)
}

#[test]
fn a_game_is_written_in_42_lines_as_the_design_has_them() {
    let text = written(7);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 42);
    let game = read(&text).unwrap().remove(0);
    let quoted = |seat| game.deal(seat).map(|card| format!("\"{card}\"")).join(",");
    let [first, second] = Seat::BOTH.map(quoted);
    assert_eq!(
        lines[0],
        format!(r#"{{"game":"fiveo","seed":7,"players":["ann","bob"],"deal":[[{first}],[{second}]]}}"#)
    );
    let Placement { card, column, .. } = game.placements().next().unwrap();
    assert_eq!(lines[1], format!(r#"{{"seat":0,"card":"{card}","column":{}}}"#, column.index()));
    let Points([ours, theirs]) = game.points();
    let winner = if ours > theirs { 0 } else { 1 };
    assert_eq!(lines[41], format!(r#"{{"columns":[{ours},{theirs}],"winner":{winner}}}"#));
}

#[test]
fn several_games_in_a_file_read_back() {
    let games = read(&(written(1) + &written(2) + "\n" + &written(3))).unwrap();
    assert_eq!(games.iter().map(|game| game.seed().unwrap().0).collect::<Vec<_>>(), [1, 2, 3]);
    for game in games {
        assert_eq!(game.moves(), random_moves(game.seed().unwrap()));
        assert_eq!(game.players(), &["ann", "bob"]);
    }
    assert_eq!(read(""), Ok(Vec::new()));
}

#[test]
fn moves_that_are_no_whole_game_are_not_written() {
    let moves = random_moves(Seed(1));
    for wrong in [&moves[..39], &[moves.as_slice(), &moves[..1]].concat(), &[moves[0]; 40]] {
        let mut bytes = Vec::new();
        assert!(write_game(&mut bytes, Seed(1), ["a", "b"], wrong).is_err());
        assert!(bytes.is_empty());
    }
}

#[test]
fn a_column_keeps_the_order_in_which_its_cards_came() {
    let game = read(&written(4)).unwrap().remove(0);
    for (seat, column) in Seat::BOTH.into_iter().flat_map(|seat| Column::ALL.map(|column| (seat, column))) {
        let cards = game.column(seat, column);
        assert_eq!(cards.len(), 5);
        assert_eq!(cards[0], game.deal(seat)[column.index()]);
        assert_eq!(cards.into_iter().collect::<pipsqueak_core::cards::Cards>(), game.end().column(seat, column));
    }
}

#[test]
fn every_impossible_line_is_refused_by_its_number() {
    let text = written(7);
    let game = read(&text).unwrap().remove(0);
    let first = game.placements().next().unwrap();
    let third = game.placements().nth(2).unwrap();
    let at = |number, change: &dyn Fn(&str) -> String| refused(&changed(&text, number, change));
    let malformed = |(line, fault)| matches!(fault, Fault::Malformed(_)).then_some(line);

    assert_eq!(malformed(at(5, &|line| line.replace('}', ""))), Some(5));
    assert_eq!(malformed(at(5, &|line| line.replace("\"card\"", "\"kard\""))), Some(5));
    assert_eq!(malformed(at(2, &|line| line.replace(&first.card.to_string(), "1x"))), Some(2));
    assert_eq!(malformed(at(42, &|line| line.split(",\"winner").next().unwrap().to_owned() + "}")), Some(42));
    assert_eq!(at(3, &|_| "[]".to_owned()), (3, Fault::UnknownLine));
    let checkers = |line: &str| line.replace("fiveo", "checkers");
    assert_eq!(at(1, &checkers), (1, Fault::UnknownGame("checkers".to_owned())));
    assert_eq!(at(1, &|line| line.replace("\"seed\":7", "\"seed\":8")), (1, Fault::DealNotOfSeed));
    let [dealt, next, ..] = game.deal(Seat::First);
    let twice = |line: &str| line.replace(&next.to_string(), &dealt.to_string());
    assert_eq!(at(1, &twice), (1, Fault::CardTwice(dealt)));
    let again = |line: &str| line.replace(&third.card.to_string(), &first.card.to_string());
    assert_eq!(at(4, &again), (4, Fault::CardTwice(first.card)));
    let other = |line: &str| line.replace(&first.card.to_string(), &third.card.to_string());
    assert_eq!(at(2, &other), (2, Fault::CardNotOfSeed(third.card, first.card)));
    assert_eq!(at(2, &|line| line.replace("\"seat\":0", "\"seat\":1")), (2, Fault::WrongSeat(1, 0)));
    let to = |column: usize| move |line: &str| format!("{}:{column}}}", line.rsplit_once(':').unwrap().0);
    assert_eq!(at(2, &to(5)), (2, Fault::UnknownColumn(5)));
    let ahead = Fault::IllegalMove(Illegal::ColumnIsAhead(first.column));
    assert_eq!(at(4, &to(first.column.index())), (4, ahead));
}

#[test]
fn a_game_has_neither_more_nor_fewer_lines_than_it_must() {
    let text = written(7);
    let lines: Vec<&str> = text.lines().collect();
    let joined = |lines: &[&str]| lines.join("\n");
    assert_eq!(refused(&joined(&lines[1..])), (1, Fault::ExpectedDeal));
    assert_eq!(refused(&joined(&lines[..30])), (30, Fault::EndsEarly));
    assert_eq!(refused(&joined(&lines[..41])), (41, Fault::EndsEarly));
    assert_eq!(refused(&joined(&[&lines[..40], &lines[41..]].concat())), (41, Fault::ExpectedMove));
    assert_eq!(refused(&joined(&[&lines[..41], &lines[40..]].concat())), (42, Fault::ExpectedResult));
    assert_eq!(refused(&joined(&[&lines[..], &lines[41..]].concat())), (43, Fault::ExpectedDeal));
}

#[test]
fn a_wrong_result_is_refused() {
    let text = written(7);
    let Points([ours, theirs]) = read(&text).unwrap()[0].points();
    assert_ne!(ours, theirs);
    let result = |columns: [u8; 2], winner: &str| {
        refused(&changed(&text, 42, |_| format!(r#"{{"columns":{columns:?},"winner":{winner}}}"#)))
    };
    assert_eq!(result([theirs, ours], "0"), (42, Fault::WrongColumns([theirs, ours], [ours, theirs])));
    let winner = u8::from(theirs > ours);
    assert_eq!(result([ours, theirs], "null"), (42, Fault::WrongWinner(None, Some(winner))));
    let loser = 1 - winner;
    assert_eq!(result([ours, theirs], &loser.to_string()), (42, Fault::WrongWinner(Some(loser), Some(winner))));
}

#[test]
fn a_game_without_a_seed_is_held_to_distinct_cards_only() {
    let text = written(7);
    for seed in ["", "\"seed\":null,"] {
        let unseeded = changed(&text, 1, |line| line.replace("\"seed\":7,", seed));
        let game = read(&unseeded).unwrap().remove(0);
        assert_eq!(game.seed(), None);
        assert_eq!(game.points(), read(&text).unwrap()[0].points());
        let mut bytes = Vec::new();
        game.write(&mut bytes).unwrap();
        assert_eq!(read(std::str::from_utf8(&bytes).unwrap()).unwrap(), [game]);
    }
    let unseeded = changed(&text, 1, |line| line.replace("\"seed\":7,", ""));
    let first = read(&text).unwrap()[0].placements().next().unwrap().card;
    let twice = changed(&unseeded, 3, |_| format!(r#"{{"seat":1,"card":"{first}","column":0}}"#));
    assert_eq!(refused(&twice), (3, Fault::CardTwice(first)));
}

proptest! {
    #[test]
    fn any_text_is_refused_or_read(text in "\\PC*(\n\\PC*){0,4}") {
        let _ = read(&text);
    }

    #[test]
    fn whatever_is_written_reads_back(seed: u64) {
        let games = read(&written(seed)).unwrap();
        prop_assert_eq!(games[0].moves(), random_moves(Seed(seed)));
    }

    #[test]
    fn a_changed_byte_is_refused_or_leaves_a_whole_game(seed: u64, place: prop::sample::Index, byte in b' '..=b'~') {
        let mut bytes = written(seed).into_bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if let Ok(games) = read(&String::from_utf8(bytes).unwrap()) {
            prop_assert!(games.iter().all(|game| game.moves().len() == 40));
        }
    }

    #[test]
    fn shuffled_lines_never_panic(seed: u64, order in prop::collection::vec(0usize..42, 0..60)) {
        let text = written(seed);
        let lines: Vec<&str> = text.lines().collect();
        let _ = read(&order.iter().map(|&line| lines[line]).collect::<Vec<_>>().join("\n"));
    }
}
