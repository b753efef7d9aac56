//! Every error of core is a sentence that says what was wrong, and no two kinds have the same text.

use std::collections::BTreeSet;
use std::fmt::Display;

use pipsqueak_core::cards::Card;
use pipsqueak_core::champion::{self, BufferTooSmall, EnvelopeError, GameId};
use pipsqueak_core::game::{GameError, Seat};
use pipsqueak_core::games::checkers::pdn::{MoveTextError, read_move};
use pipsqueak_core::games::checkers::{self, Board, IllegalMove, Side, fen};
use pipsqueak_core::games::fiveo::champion::ChampionError;
use pipsqueak_core::games::fiveo::players::BaselineKind;
use pipsqueak_core::games::fiveo::{self, Column};
use pipsqueak_core::games::mastermind::{
    self, Code, CodeError, CodeSize, Contradiction, FeedbackError, HistoryError, Objective, StrategyError,
};
use pipsqueak_core::link::{FrameError, Refusal, TooLong};
use pipsqueak_core::tree::{DecodeError, Kind};

/// Checks that each contains its words, and that all differ.
fn each_says(told: &[(&dyn Display, &str)]) {
    let mute: Vec<String> = told
        .iter()
        .map(|(error, words)| (error.to_string(), words))
        .filter_map(|(text, words)| {
            assert!(!words.is_empty(), "{text:?} is not checked");
            (!text.contains(*words)).then(|| format!("{text:?} without {words:?}"))
        })
        .collect();
    assert_eq!(mute, [""; 0]);
    let sentences: BTreeSet<String> = told.iter().map(|(error, _)| error.to_string()).collect();
    assert_eq!(sentences.len(), told.len());
}

#[test]
fn champions_and_frames_are_refused_in_words() {
    each_says(&[
        (&EnvelopeError::NotAChampion, "begin with PIPS"),
        (&EnvelopeError::Truncated, "cut off"),
        (&EnvelopeError::Surplus, "more bytes follow"),
        (&EnvelopeError::Version(9), "version 9; this program reads version 1"),
        (&EnvelopeError::Game(GameId(3)), "game 3"),
        (&EnvelopeError::Checksum, "checksum does not match"),
        (&BufferTooSmall, "no room"),
        (&TooLong, "does not fit into a frame"),
        (&FrameError::Stuffing, "cut"),
        (&FrameError::TooShort, "too short"),
        (&FrameError::TooLong, "too long"),
        (&FrameError::Checksum, "damaged"),
    ]);
    each_says(&[
        (&ChampionError::Envelope(EnvelopeError::Game(GameId(3))), "game 3"),
        (&ChampionError::Envelope(EnvelopeError::Checksum), "checksum does not match"),
        (&ChampionError::Payload, "payload is malformed"),
        (&ChampionError::Vocabulary { found: 99, known: 1 }, "vocabulary version 99; this program has version"),
        (&ChampionError::Constants, "a constant is not within"),
        (&ChampionError::Name, "more than 32 bytes"),
        (&ChampionError::Tree(DecodeError::Unfinished { missing: 2 }), "ends 2 arguments too early"),
    ]);
    each_says(&[
        (&StrategyError::Envelope(EnvelopeError::Game(GameId(3))), "game 3"),
        (&StrategyError::Envelope(EnvelopeError::Checksum), "checksum does not match"),
        (&StrategyError::Payload, "payload is not well formed"),
        (&StrategyError::TooLarge(CodeSize::new(5, 3).unwrap()), "a strategy for 5x3"),
        (&StrategyError::Name, "more than 32 bytes"),
        (&StrategyError::CutOff, "tree is cut off"),
        (&StrategyError::Surplus, "follow the strategy's tree"),
        (&StrategyError::TooHigh, "more than 12 guesses"),
        (&StrategyError::Guess, "not a valid code"),
        (&StrategyError::Answers, "impossible answers"),
    ]);
}

#[test]
fn a_boards_refusals_are_sentences() {
    each_says(&[
        (&Refusal::Version, "another version of the protocol"),
        (&Refusal::Malformed, "the request is malformed"),
        (&Refusal::View(3), "reason 3"),
        (&Refusal::Length, "of that length does not fit"),
        (&Refusal::NotBegun, "no upload is in progress"),
        (&Refusal::Offset(96), "byte 96"),
        (&Refusal::Champion(EnvelopeError::Checksum), "checksum does not match"),
        (&Refusal::Payload(4), "reason 4"),
        (&Refusal::OtherGame, "does not play that game"),
        (&Refusal::Flash, "flash memory failed"),
        (&Refusal::NoChampion, "without a champion"),
        (&Refusal::TooMuch, "more work than the board takes"),
    ]);
}

#[test]
fn trees_are_refused_in_words() {
    each_says(&[
        (&DecodeError::TooLong(999), "999 nodes"),
        (&DecodeError::Unknown { at: 4, byte: 255 }, "node 4 is 255"),
        (
            &DecodeError::WrongKind { at: 1, expected: Kind::Flag, found: Kind::Number },
            "a Number where a Flag is needed",
        ),
        (
            &DecodeError::WrongKind { at: 1, expected: Kind::Number, found: Kind::Cards },
            "a set of Cards where a Number",
        ),
        (&DecodeError::TooDeep { at: 7 }, "node 7 is deeper than"),
        (&DecodeError::Surplus { at: 8 }, "before node 8"),
        (&DecodeError::Unfinished { missing: 2 }, "2 arguments"),
    ]);
}

#[test]
fn moves_of_every_game_are_refused_in_words() {
    let square = checkers::Square::new(18).unwrap();
    each_says(&[
        (&IllegalMove::GameOver, "the game is over"),
        (&IllegalMove::MustJump, "a jump must be taken"),
        (&IllegalMove::NotPossible, "no piece can move like that"),
        (&fiveo::Illegal::ColumnIsAhead(Column::ALL[2]), "column 3 already"),
        (&mastermind::Illegal::Code(CodeError::Length), "1 to 8 pegs"),
        (&MoveTextError::NotAMove, "not a move"),
        (&MoveTextError::NoSuchSquare(40), "no square 40"),
        (&MoveTextError::NoPiece(square), "no piece on 18"),
    ]);
    assert_eq!(mastermind::Illegal::GameOver.to_string(), "the game is over");
    assert_eq!(fiveo::Illegal::GameOver.to_string(), "the game is over");
    let unfinished = read_move(&fen::parse("W:W22:B17,9,2").unwrap(), "22x13").unwrap_err();
    assert_eq!(unfinished.to_string(), "the jump continues: 22x13x6");
    let foul: GameError<&str, IllegalMove> = GameError::NoDecision(Seat::First, "it is asleep");
    assert_eq!(foul.to_string(), "the first player gave no move: it is asleep");
    let foul: GameError<&str, IllegalMove> = GameError::Illegal(Seat::Second, IllegalMove::MustJump);
    assert_eq!(foul.to_string(), "the second player made an illegal move: a jump must be taken");
}

#[test]
fn input_errors_are_sentences() {
    let fens = [
        ("x", "who moves"),
        ("B", "a colon"),
        ("B:x", "whose pieces"),
        ("B:W40", "1 to 32"),
        ("B:W9-5", "backward"),
        ("B:W5:W6", "White's pieces are listed twice"),
        ("B:W5,5:B1", "square 5 is listed twice"),
        ("B:W32:B1 x", "more text after"),
        ("B:W3:B1", "White has a man on 3"),
        ("B:W:B", "the board is empty"),
        ("B:W5:B5", "square 5 is held by both"),
    ];
    for (text, words) in fens {
        let error = fen::parse(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    assert!("1x".parse::<Card>().unwrap_err().to_string().contains("23456789TJQKA"));
    assert!("unknown".parse::<BaselineKind>().unwrap_err().to_string().contains("baseline"));
    assert!("unknown".parse::<checkers::players::EngineKind>().unwrap_err().to_string().contains("improved_better_h"));
    assert!("unknown".parse::<Objective>().unwrap_err().to_string().contains("minimax"));
    assert!(Contradiction.to_string().contains("contradict"));
    assert!(checkers::NoMove.to_string().contains("squares in turn"));
    let (one, four) = (CodeSize::new(1, 3).unwrap(), CodeSize::CLASSIC);
    each_says(&[
        (&CodeError::Color, "1 to 9 and J, K, L"),
        (&CodeError::Length, "1 to 8 pegs"),
        (&CodeError::WrongLength(one), "1 peg here"),
        (&CodeError::WrongLength(four), "4 pegs here"),
        (&CodeError::WrongColor(four), "1 to 6 here (or A to F)"),
        (&FeedbackError::TooMany(4), "together cannot exceed 4"),
        (&FeedbackError::LoneWhite(3), "with 3 black"),
        (&HistoryError::Full, "all 12 guesses"),
        (&HistoryError::Cracked, "has already been found"),
        (&CodeSize::new(9, 2).unwrap_err(), "not 9"),
        (&CodeSize::new(2, 13).unwrap_err(), "not 13"),
        (&mastermind::ViewError::CodeSize, "the codes are of different sizes"),
        (&mastermind::ViewError::Turns, "the numbers of guesses do not match a turn of this seat"),
        (&mastermind::ViewError::Answers, "the opponent's answers do not match the seat's own code"),
        (&mastermind::ViewError::Contradiction, "contradict"),
        (&checkers::ViewError::Pieces, "the pieces do not form a legal board"),
        (&checkers::ViewError::Steps, "a move before this position is not one that a king could make"),
        (&checkers::ViewError::GameOver, "the game is over"),
        (&fiveo::ViewError::Places, "a card is missing, or there is not exactly one card to place"),
        (&fiveo::ViewError::CardTwice, "a card is in two places"),
        (&fiveo::ViewError::OwnColumns, "the player's own columns break the rules"),
        (&fiveo::ViewError::OpponentColumns, "the opponent's columns do not match the player's own"),
    ]);
}

#[test]
fn things_are_written_as_people_write_them() {
    assert_eq!([Side::Black, Side::White].map(|side| side.to_string()), ["Black", "White"]);
    assert_eq!(fen::parse(&Board::START.to_string()), Ok(Board::START));
    assert_eq!(CodeSize::CLASSIC.to_string(), "4x6");
    assert_eq!("1122".parse::<Code>().unwrap().to_string(), "1122");
    assert_eq!(format!("{:#}", "1122".parse::<Code>().unwrap()), "AABB");
    // A champion's fingerprint is its last four bytes, and a name of 33 bytes is invalid.
    assert_eq!(champion::fingerprint(&[9, 1, 2, 3, 4]), 0x0403_0201);
    assert_eq!(champion::fingerprint(&[1, 2, 3]), 0);
    for length in [0, 32, 33] {
        let payload = [vec![length], vec![b'a'; length.into()]].concat();
        assert_eq!(champion::name(&payload).map(str::len), (length <= 32).then_some(length.into()));
    }
}
