//! Tests of recorded games, with Five-O as the example. The golden lines are those of the design; legality was checked
//! by hand.

use pipsqueak_core::cards::Card;
use pipsqueak_core::games::fiveo::{Column, Table};
use pipsqueak_core::random;
use proptest::prelude::*;

use super::*;

/// The moves of a game in which both seats place at random.
fn random_moves(seed: Seed) -> Vec<Column> {
    let mut rng = seed.derive(99).rng();
    let mut table = Table::deal(seed);
    let mut moves = Vec::new();
    while let Turn::Of(_, view) = table.turn() {
        let open: Vec<Column> = view.open().iter().collect();
        let column = random::pick(&mut rng, &open).unwrap();
        table.play(column).unwrap();
        moves.push(column);
    }
    moves
}

fn recorded(seed: u64, moves: &[Column]) -> RecordedGame<Table> {
    RecordedGame::dealt(Table::deal(Seed(seed)), Seed(seed), ["ann", "bob"], moves)
}

fn written(seed: u64) -> String {
    String::from_utf8(recorded(seed, &random_moves(Seed(seed))).text().unwrap()).unwrap()
}

fn games(text: &str) -> Vec<RecordedGame<Table>> {
    read(text).unwrap()
}

/// The card of every move, in order.
fn cards(game: &RecordedGame<Table>) -> Vec<Card> {
    game.played().map(|(before, _, seat, _)| before.seen_by(seat).card().unwrap()).collect()
}

/// A transcript with one line (counted from 1) changed.
fn changed(text: &str, number: usize, change: impl Fn(&str) -> String) -> String {
    let lines = (1..).zip(text.lines());
    lines.map(|(at, line)| if at == number { change(line) } else { line.to_owned() } + "\n").collect()
}

fn refused(text: &str) -> String {
    read::<Table>(text).unwrap_err().to_string()
}

#[test]
fn a_game_is_written_in_42_lines_as_the_design_has_them() {
    let text = written(7);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 42);
    let game = games(&text).remove(0);
    let dealt = |seat| Column::ALL.map(|column| game.start.column(seat, column).iter().next().unwrap());
    let [first, second] = Seat::BOTH.map(|seat| dealt(seat).map(|card| format!("\"{card}\"")).join(","));
    assert_eq!(
        lines[0],
        format!(r#"{{"game":"fiveo","seed":7,"players":["ann","bob"],"deal":[[{first}],[{second}]]}}"#)
    );
    let (card, column) = (cards(&game)[0], game.moves[0].index());
    assert_eq!(lines[1], format!(r#"{{"seat":0,"card":"{card}","column":{column}}}"#));
    let Points([ours, theirs]) = game.end().points();
    let winner = if ours > theirs { 0 } else { 1 };
    assert_eq!(lines[41], format!(r#"{{"columns":[{ours},{theirs}],"winner":{winner}}}"#));
}

#[test]
fn several_games_in_a_file_read_back() {
    let games = games(&(written(1) + &written(2) + "\n" + &written(3)));
    assert_eq!(games.iter().map(|game| game.seed.unwrap().0).collect::<Vec<_>>(), [1, 2, 3]);
    for game in games {
        assert_eq!(game.moves, random_moves(game.seed.unwrap()));
        assert_eq!(game.players, ["ann", "bob"]);
    }
    assert!(read::<Table>("").unwrap().is_empty());
}

#[test]
fn moves_that_are_no_whole_game_are_not_written() {
    let moves = random_moves(Seed(1));
    for wrong in [&moves[..39], &[moves.as_slice(), &moves[..1]].concat(), &[moves[0]; 40]] {
        assert!(recorded(1, wrong).text().is_err());
    }
}

#[test]
fn every_invalid_line_is_refused_with_its_number() {
    let text = written(7);
    let game = games(&text).remove(0);
    let (first, third) = (cards(&game)[0], cards(&game)[2]);
    let told = |number, change: &dyn Fn(&str) -> String| refused(&changed(&text, number, change));
    let begins = |told: String, expected: &str| assert!(told.starts_with(expected), "{told} is not {expected}");

    begins(told(5, &|line| line.replace('}', "")), "line 5: malformed: ");
    begins(told(5, &|line| line.replace("\"card\"", "\"kard\"")), "line 5: malformed: ");
    begins(told(5, &|line| line.replace("\"card\"", "\"more\":1,\"card\"")), "line 5: malformed: unknown field");
    begins(told(2, &|line| line.replace(&first.to_string(), "1x")), "line 2: malformed: ");
    let cut = |line: &str| line.split(",\"winner").next().unwrap().to_owned() + "}";
    begins(told(42, &cut), "line 42: malformed: missing field `winner`");
    begins(
        told(3, &|_| "[]".to_owned()),
        "line 3: malformed: invalid type: sequence, expected the fields of a deal, a move",
    );
    begins(
        told(5, &|line| line.replace("\"card\"", "\"seat\":0,\"card\"")),
        "line 5: malformed: duplicate field \"seat\"",
    );
    begins(told(5, &|line| format!("{line} {line}")), "line 5: malformed: trailing characters at column ");
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    for (value, expected) in [
        ("0.0", "field `seat` does not hold"),
        ("0e0", "field `seat` does not hold"),
        ("-1", "field `seat` does not hold"),
        ("18446744073709551616", "field `seat` does not hold"),
        ("00", "invalid number at column 10"),
        ("\"\\ud83c\"", "unexpected end of hex escape at column"),
        (&nested(100), "field `seat` does not hold"),
        (&nested(1000), "recursion limit exceeded at column"),
    ] {
        let expected = format!("line 4: malformed: {expected}");
        begins(told(4, &|line| line.replace("\"seat\":0", &format!("\"seat\":{value}"))), &expected);
    }
    begins(
        told(1, &|line| line.replace("\"seed\":7", "\"seed\":7.5")),
        "line 1: malformed: field `seed` does not hold",
    );
    begins(
        told(42, &|line| line.replace("\"columns\":[", "\"columns\":[0.0,")),
        "line 42: by the rules this line should be",
    );
    begins(told(1, &|line| line.replace("fiveo", "chess")), "line 1: this is a game of \"chess\"");
    begins(told(1, &|line| line.replace("\"seed\":7", "\"seed\":8")), "line 1: by the rules this line should be");
    let other = |line: &str| line.replace(&first.to_string(), &third.to_string());
    let expected = format!("line 2: by the rules this line should be {{\"card\":\"{first}\"");
    begins(told(2, &other), &expected);
    begins(told(2, &|line| line.replace("\"seat\":0", "\"seat\":1")), "line 2: seat 1 moves, but it is seat 0's turn");
    let to = |column: usize| move |line: &str| format!("{}:{column}}}", line.rsplit_once(':').unwrap().0);
    begins(told(2, &to(5)), "line 2: there is no column 5");
    begins(told(4, &to(game.moves[0].index())), "line 4: illegal move: column");
}

#[test]
fn missing_and_extra_lines_are_refused() {
    let text = written(7);
    let lines: Vec<&str> = text.lines().collect();
    for (lines, told) in [
        (lines[1..].to_vec(), "line 1: a game begins here, and it must begin with its deal"),
        (lines[..30].to_vec(), "line 30: the transcript ends in the middle of a game"),
        (lines[..41].to_vec(), "line 41: the transcript ends in the middle of a game"),
        ([&lines[..40], &lines[41..]].concat(), "line 41: a move is missing: the game is not over"),
        ([&lines[..41], &lines[40..]].concat(), "line 42: the game is over, and its result must follow"),
        ([&lines[..], &lines[41..]].concat(), "line 43: a game begins here, and it must begin with its deal"),
    ] {
        assert_eq!(refused(&lines.join("\n")), told);
    }
}

#[test]
fn a_wrong_result_is_refused() {
    let text = written(7);
    let Points([ours, theirs]) = games(&text)[0].end().points();
    assert_ne!(ours, theirs);
    let result = |columns: [u8; 2], winner: &str| {
        refused(&changed(&text, 42, |_| format!(r#"{{"columns":{columns:?},"winner":{winner}}}"#)))
    };
    let expected = format!("line 42: by the rules this line should be {{\"columns\":[{ours},{theirs}]}}");
    assert_eq!(result([theirs, ours], "0"), expected);
    let winner = u8::from(theirs > ours);
    assert_eq!(result([ours, theirs], "null"), format!("line 42: the winner is {winner}, not null"));
    let loser = 1 - winner;
    assert_eq!(result([ours, theirs], &loser.to_string()), format!("line 42: the winner is {winner}, not {loser}"));
}

#[test]
fn a_game_without_a_seed_only_needs_distinct_cards() {
    let text = written(7);
    for seed in ["", "\"seed\":null,"] {
        let unseeded = changed(&text, 1, |line| line.replace("\"seed\":7,", seed));
        let game = games(&unseeded).remove(0);
        assert_eq!(game.seed, None);
        assert_eq!(game.end().points(), games(&text)[0].end().points());
        let again = games(std::str::from_utf8(&game.text().unwrap()).unwrap()).remove(0);
        assert_eq!((again.moves, cards(&game)), (game.moves.clone(), cards(&games(&text)[0])));
    }
    let unseeded = changed(&text, 1, |line| line.replace("\"seed\":7,", ""));
    let first = cards(&games(&text)[0])[0];
    let twice = changed(&unseeded, 3, |_| format!(r#"{{"seat":1,"card":"{first}","column":0}}"#));
    assert!(refused(&twice).starts_with("line 3: by the rules this line should be"), "{}", refused(&twice));
}

proptest! {
    #[test]
    fn any_text_is_refused_or_read(text in "\\PC*(\n\\PC*){0,4}") {
        let _ = read::<Table>(&text);
    }

    #[test]
    fn every_written_game_reads_back(seed: u64) {
        prop_assert_eq!(&games(&written(seed))[0].moves, &random_moves(Seed(seed)));
    }

    #[test]
    fn a_changed_byte_is_refused_or_leaves_a_whole_game(seed: u64, place: prop::sample::Index, byte in b' '..=b'~') {
        let mut bytes = written(seed).into_bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        if let Ok(games) = read::<Table>(&String::from_utf8(bytes).unwrap()) {
            prop_assert!(games.iter().all(|game| game.moves.len() == 40));
        }
    }

    #[test]
    fn shuffled_lines_never_panic(seed: u64, order in prop::collection::vec(0usize..42, 0..60)) {
        let text = written(seed);
        let lines: Vec<&str> = text.lines().collect();
        let _ = read::<Table>(&order.iter().map(|&line| lines[line]).collect::<Vec<_>>().join("\n"));
    }
}
