//! The page's crate from outside: JSON in, JSON out, as the page's worker asks it.

use pipsqueak_web::games::{ALL, Games};
use serde_json::{Value, json};

/// Sends a request as text, as the page does.
fn ask(games: &mut Games, request: Value) -> Result<Value, String> {
    games.ask(serde_json::from_str(&request.to_string()).map_err(|error| error.to_string())?)
}

/// Plays a game to its end by hints, and returns its table.
fn played(games: &mut Games, game: &str, level: &str, seat: u8) -> Value {
    let opponent = json!({ "level": level });
    let new = json!({ "do": "new", "game": game, "seed": "7", "seat": seat, "opponent": opponent });
    let mut state = ask(games, new).unwrap();
    for _ in 0..400 {
        let table = state["table"].clone();
        state = match state["turn"].as_str() {
            None => return state,
            Some("other") => ask(games, json!({ "do": "answer", "table": table })).unwrap(),
            Some(_) => {
                let hint = ask(games, json!({ "do": "hint", "table": table })).unwrap();
                ask(games, json!({ "do": "play", "table": table, "text": hint["move"] })).unwrap()
            }
        };
    }
    panic!("{game} does not end");
}

#[test]
fn every_game_is_played_to_its_end_and_its_record_opens_again() {
    for (game, level) in [("fiveo", "tactician"), ("checkers", "child"), ("mastermind", "parts")] {
        let mut games = Games::default();
        let end = played(&mut games, game, level, 1);
        let record = ask(&mut games, json!({ "do": "record", "table": end["table"] })).unwrap();
        let opened = ask(&mut games, json!({ "do": "open", "text": record })).unwrap();
        let moves = &opened[0]["moves"];
        assert_eq!(*moves, end["moves"], "{game}");
        let shown = json!({ "do": "show", "table": opened[0]["table"], "moves": moves });
        let shown = ask(&mut games, shown).unwrap();
        // The record is viewed from the first seat, the game was played from the second.
        let [own, other] = [&end["points"][0], &end["points"][1]];
        assert_eq!([&shown["points"][0], &shown["points"][1]], [other, own], "{game}");
    }
}

#[test]
fn every_named_level_of_every_game_can_play() {
    let described = ask(&mut Games::default(), json!({ "do": "games" })).unwrap();
    assert_eq!(described.as_array().unwrap().len(), ALL.len());
    for game in described.as_array().unwrap() {
        assert!(game["levels"].as_array().unwrap().iter().any(|level| level["name"] == game["partner"]));
        for level in game["levels"].as_array().unwrap() {
            let opponent = json!({ "level": level["name"] });
            let new = json!({ "do": "new", "game": game["name"], "seed": "1", "seat": 1, "opponent": opponent });
            let mut games = Games::default();
            let state = ask(&mut games, new).unwrap();
            if level["name"] != "expert" {
                ask(&mut games, json!({ "do": "answer", "table": state["table"] })).unwrap();
            }
        }
    }
}

#[test]
fn a_hint_is_about_the_card_to_place() {
    let mut games = Games::default();
    let new = json!({ "do": "new", "game": "fiveo", "seed": "5", "seat": 0, "opponent": { "level": "random" } });
    let state = ask(&mut games, new).unwrap();
    let hint = ask(&mut games, json!({ "do": "hint", "table": state["table"] })).unwrap();
    assert_eq!(hint["why"]["card"], "Ad");
    assert_eq!(hint["move"], json!((hint["why"]["column"].as_u64().unwrap() + 1).to_string()));
}

#[test]
fn a_face_down_card_is_not_in_any_reply_to_the_page() {
    let mut games = Games::default();
    let opponent = json!({ "level": "champion" });
    let new = json!({ "do": "new", "game": "fiveo", "seed": "7", "seat": 0, "opponent": opponent });
    let mut state = ask(&mut games, new).unwrap();
    let (mut n_hidden, mut n_refused) = (0, 0);
    while state["turn"].is_string() {
        let table = state["table"].clone();
        if state["turn"] == "other" {
            state = ask(&mut games, json!({ "do": "answer", "table": table })).unwrap();
        } else {
            let cards = |side: &str| -> usize {
                let columns = state["scene"]["columns"].as_array().unwrap();
                columns
                    .iter()
                    .map(|column| column[side].as_array().unwrap().iter().filter(|card| card.is_null()).count())
                    .sum()
            };
            n_hidden = n_hidden.max(cards("other"));
            assert_eq!(cards("own"), 0);
            let why = ask(&mut games, json!({ "do": "why", "table": table }));
            assert_eq!(why.is_ok(), state["why"] == true);
            n_refused += usize::from(cards("other") > 0 && why.is_err());
            let open = state["scene"]["open"][0].as_u64().unwrap() + 1;
            state = ask(&mut games, json!({ "do": "play", "table": table, "text": open.to_string() })).unwrap();
        }
    }
    assert_eq!((n_hidden, n_refused), (4, 4));
}

#[test]
fn a_game_is_resumed_from_what_its_state_told() {
    for (game, level) in [("fiveo", "random"), ("checkers", "child"), ("mastermind", "consistent")] {
        let mut games = Games::default();
        let opponent = json!({ "level": level });
        let new = |line: &Value| json!({ "do": "new", "game": game, "seed": "7", "seat": 1, "opponent": opponent, "line": line });
        let mut state = ask(&mut games, new(&json!([]))).unwrap();
        for _ in 0..24 {
            let table = state["table"].clone();
            let mut again = ask(&mut games, new(&state["line"])).unwrap();
            again["table"] = table.clone();
            assert_eq!(again, state, "{game}");
            state = match state["turn"].as_str() {
                None => break,
                Some("other") => ask(&mut games, json!({ "do": "answer", "table": table })).unwrap(),
                Some(_) => {
                    let hint = ask(&mut games, json!({ "do": "hint", "table": table })).unwrap();
                    ask(&mut games, json!({ "do": "play", "table": table, "text": hint["move"] })).unwrap()
                }
            };
        }
        let broken = ask(&mut games, new(&json!(["no move"])));
        assert!(broken.is_err(), "{game}");
    }
}

#[test]
fn the_opponents_code_is_not_in_any_reply_before_the_end() {
    let mut games = Games::default();
    let new = json!({ "do": "new", "game": "mastermind", "seed": "7", "seat": 0, "opponent": { "level": "minimax" } });
    let state = ask(&mut games, new).unwrap();
    let table = state["table"].clone();
    ask(&mut games, json!({ "do": "play", "table": table, "text": "ABCD" })).unwrap();
    let state = ask(&mut games, json!({ "do": "answer", "table": table })).unwrap();
    assert_eq!((&state["line"], &state["why"]), (&json!(["ABCD", null]), &json!(false)));
    let why = ask(&mut games, json!({ "do": "why", "table": table })).unwrap_err();
    assert!(why.contains("reveal"), "{why}");
}

#[test]
fn knuths_first_guess_leaves_at_most_256_codes() {
    let mut games = Games::default();
    let new = json!({ "do": "new", "game": "mastermind", "seed": "7", "seat": 0, "opponent": { "level": "minimax" } });
    let table = ask(&mut games, new).unwrap()["table"].clone();
    ask(&mut games, json!({ "do": "play", "table": table, "text": "ABCD" })).unwrap();
    ask(&mut games, json!({ "do": "answer", "table": table })).unwrap();
    ask(&mut games, json!({ "do": "play", "table": table, "text": "EEEE" })).unwrap();
    ask(&mut games, json!({ "do": "answer", "table": table })).unwrap();
    let why = ask(&mut games, json!({ "do": "why", "table": table })).unwrap();
    // Knuth, The computer as Master Mind, 1977: 1122 leaves 256 codes in the worst case, of 1,296.
    assert_eq!(
        (&why["played"], &why["why"]["most"], &why["why"]["before"]),
        (&json!("AABB"), &json!(256), &json!(1296))
    );
}

#[test]
fn the_decision_that_cost_most_is_found_in_a_game_that_is_over() {
    let mut games = Games::default();
    let new = json!({ "do": "new", "game": "checkers", "seed": "7", "seat": 0, "opponent": { "level": "medium" } });
    let mut state = ask(&mut games, new).unwrap();
    let table = state["table"].clone();
    assert!(ask(&mut games, json!({ "do": "review", "table": table })).unwrap_err().contains("not over"));
    while state["turn"].is_string() {
        state = match state["turn"].as_str() {
            Some("own") => {
                let text = state["scene"]["options"][0]["text"].clone();
                ask(&mut games, json!({ "do": "play", "table": table, "text": text })).unwrap()
            }
            _ => ask(&mut games, json!({ "do": "answer", "table": table })).unwrap(),
        };
    }
    assert_eq!(state["result"], "lost", "always the first move loses");
    let review = ask(&mut games, json!({ "do": "review", "table": table })).unwrap();
    let scores = &review["why"]["scores"];
    assert_ne!(review["played"], review["better"]);
    assert!(scores[1].as_i64().unwrap() - scores[0].as_i64().unwrap() >= 60, "{review}");
}

#[test]
fn an_invalid_request_is_an_error_and_changes_nothing() {
    let mut games = Games::default();
    let new = |opponent: Value| json!({ "do": "new", "game": "fiveo", "seed": "7", "seat": 0, "opponent": opponent });
    for (request, told) in [
        (
            json!({ "do": "new", "game": "chess", "seed": "1", "seat": 0, "opponent": { "level": "x" } }),
            "there is no game \"chess\"",
        ),
        (json!({ "do": "dance", "table": 1 }), "unknown variant `dance`"),
        (json!({ "do": "undo", "table": 1 }), "that table is gone"),
        (json!({ "do": "play" }), "missing field `table`"),
        (json!({ "do": "undo", "table": -1 }), "invalid value"),
        (
            json!({ "do": "new", "game": "fiveo", "seed": "1", "seat": 2, "opponent": { "level": "greedy" } }),
            "two seats",
        ),
        (new(json!({ "level": "god" })), "there is no player \"god\""),
        (new(json!({ "tree": "Plus(HasFlush, 1)" })), "Flag where a Number"),
        (new(json!({ "champion": [1, 2, 3] })), "champions begin with PIPS"),
        (json!({ "do": "open", "text": "{}" }), "not a record"),
        (json!({ "do": "champion", "bytes": [] }), "champions begin with PIPS"),
    ] {
        let error = ask(&mut games, request.clone()).unwrap_err();
        assert!(error.contains(told), "{request}: {error}");
    }
    let state = ask(&mut games, new(json!({ "level": "greedy" }))).unwrap();
    let refused = ask(&mut games, json!({ "do": "play", "table": state["table"], "text": "6" })).unwrap_err();
    assert!(refused.contains("columns are 1 to 5"), "{refused}");
    assert_eq!(ask(&mut games, json!({ "do": "state", "table": state["table"] })).unwrap(), state);
}
