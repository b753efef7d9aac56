//! Mastermind on the page: a duel with codes of the classic size.

use pipsqueak_core::game::{Game, Player, Seat, Turn};
use pipsqueak_core::games::mastermind::{AnsweredGuess, Code, Duel, DuelView, History, Size, Strategy, count};
use pipsqueak_core::random::Seed;
use pipsqueak_shared::SHIPPED;
use pipsqueak_shared::json_lines::{JsonLines, Recorded};
use pipsqueak_shared::mastermind::{Codebreaker, Method};
use serde_json::{Value, json};

use crate::prelude::*;

use super::{Entrant, Level, LoadedGame, Opponent, PageGame, Seated, Viewer, asked_by_the_page, known_level};

impl PageGame for Duel {
    const NAME: &'static str = <Duel as JsonLines>::NAME;
    const TITLE: &'static str = "Mastermind";
    const LEVELS: &'static [Level] = &[
        Level { name: "minimax", about: "Knuth's: leaves the fewest codes in the worst case" },
        Level { name: "entropy", about: "asks for the most information" },
        Level { name: "expected", about: "leaves the fewest codes on average" },
        Level { name: "parts", about: "maximises the number of possible answers" },
        Level { name: "champion", about: "perfect: no strategy needs fewer guesses on average" },
    ];
    const DEFAULT_OPPONENT: &'static str = "expected";
    const RECORD: &'static str = "jsonl";

    fn new_game(seed: Seed) -> Duel {
        Duel::deal(seed)
    }

    fn opponent(&self, asked: &Opponent) -> Result<Entrant<Duel>, String> {
        let size = self.size();
        let method = match asked {
            Opponent::Board(name) => return Ok(asked_by_the_page(name)),
            Opponent::Tree(_) => return Err("Mastermind has no players that are trees".to_owned()),
            Opponent::Champion(bytes) => Method::of_champion("this", bytes.clone(), size),
            Opponent::Level(name) => Method::known(known_level::<Duel>(name)?.name, size)
                .unwrap_or_else(|| Method::of_champion(name, Vec::new(), size)),
        };
        let method = method.map_err(|error| format!("{error:#}"))?;
        let name = method.name().to_owned();
        let seat =
            move |_: Seed, _: Seat| -> Seated<Duel> { Box::new(Program(Codebreaker::new(method.clone(), size))) };
        Ok(Entrant { name, seat: Some(Box::new(seat)) })
    }

    fn scene(start: &Duel, moves: &[Code], viewer: Viewer) -> Value {
        let mut duel = start.clone();
        moves.iter().for_each(|&code| _ = duel.play(code));
        let near = viewer.seat();
        let is_over = matches!(duel.turn(), Turn::Over(_));
        let is_shown = is_over || viewer == Viewer::Anybody;
        let code = |code: Option<Code>| code.map(|code| format!("{code:#}"));
        let other = duel.secret(near.other());
        json!({
            "pegs": duel.size().pegs(), "colors": duel.size().colors(), "most": pipsqueak_core::games::mastermind::MAX_GUESSES,
            "setting": duel.secret(near).is_none(),
            "secret": code(duel.secret(near)), "isSet": other.is_some(),
            "otherSecret": code(other.filter(|_| is_shown)),
            "guesses": entries(duel.guesses(near)), "otherGuesses": entries(duel.guesses(near.other())),
        })
    }

    fn read_move(&self, text: &str) -> Result<Code, String> {
        Code::parse(text.trim(), self.size()).map_err(|error| error.to_string())
    }

    fn move_text(&self, chosen: Code) -> String {
        format!("{chosen:#}")
    }

    /// A code that was set can be set again until the first guess; an answer that was seen cannot be forgotten.
    fn kept_by_undo(moves: &[Code], person: Seat) -> Option<usize> {
        let n_set = moves.len();
        (n_set <= 2 && n_set > person.index()).then_some(person.index())
    }

    fn advise(view: &DuelView) -> Result<(Code, String), String> {
        let size = view.guesses().size();
        let method = Method::known(SHIPPED, size).filter(Result::is_ok).or_else(|| Method::known("expected", size));
        let method = method.ok_or("there is no adviser")?.map_err(|error| error.to_string())?;
        let chosen = Codebreaker::new(method, size).choose(view).map_err(|error| error.to_string())?;
        let said = match (view.secret(), count(view.guesses(), u32::MAX)) {
            (None, _) => "Any code is as good as another.".to_owned(),
            (_, 1) => "Only one code fits all answers.".to_owned(),
            (_, n_codes) => format!("{n_codes} codes fit all answers; this guess tells them apart well."),
        };
        Ok((chosen, said))
    }

    fn record(start: &Duel, seed: Seed, players: [&str; 2], moves: &[Code]) -> Result<Vec<u8>, String> {
        Recorded::dealt(start.clone(), seed, players, moves).text().map_err(|error| error.to_string())
    }

    fn read_record(text: &str) -> Option<Result<Vec<LoadedGame<Duel>>, String>> {
        super::read_json_lines(text)
    }

    fn describe_champion(bytes: &[u8]) -> Result<Value, String> {
        let strategy = Strategy::decode(bytes).map_err(|error| error.to_string())?;
        let about = format!("a strategy for {}", strategy.size());
        let text = if strategy.size() == Size::CLASSIC { "" } else { "It cannot be played here." };
        Ok(json!({ "about": about, "text": text }))
    }
}

fn entries(history: &History) -> Vec<Value> {
    let entry = |AnsweredGuess { guess, feedback }: &AnsweredGuess| json!({ "guess": format!("{guess:#}"), "blacks": feedback.blacks(), "whites": feedback.whites() });
    history.entries().iter().map(entry).collect()
}

/// A codebreaker among players who can fail in other ways.
struct Program(Codebreaker);

impl Player<Duel> for Program {
    type Error = String;

    fn choose(&mut self, view: &DuelView) -> Result<Code, String> {
        self.0.choose(view).map_err(|error| error.to_string())
    }
}
