//! Mastermind on the page: a duel with codes of the classic size.

use pipsqueak_core::game::{Game, Player, Seat, Turn};
use pipsqueak_core::games::mastermind::{
    AnsweredGuess, Code, CodeSize, Duel, DuelView, History, MAX_GUESSES, Strategy, count,
};
use pipsqueak_core::link::LinkGame;
use pipsqueak_core::random::Seed;
use pipsqueak_lab::SHIPPED;
use pipsqueak_lab::games::mastermind::{Codebreaker, Method};
use pipsqueak_lab::json_lines::{JsonLines, RecordedGame};
use serde_json::{Value, json};

use super::{About, Entrant, Level, LoadedGame, Opponent, PageGame, Viewer, asked_by_the_page};

const LEVELS: &[Level] = &[
    Level { name: "minimax", about: "Knuth's: leaves the fewest codes in the worst case" },
    Level { name: "entropy", about: "asks for the most information" },
    Level { name: "expected", about: "leaves the fewest codes on average" },
    Level { name: "parts", about: "maximises the number of possible answers" },
    Level { name: "champion", about: "perfect: no strategy needs fewer guesses on average" },
];

impl PageGame for Duel {
    const ABOUT: &'static About = &About {
        name: <Duel as JsonLines>::NAME,
        title: "Mastermind",
        id: Duel::ID,
        levels: LEVELS,
        default_opponent: "expected",
        record: "jsonl",
        has_champions: true,
    };

    fn new_game(seed: Seed) -> Duel {
        Duel::deal(seed)
    }

    fn opponent(&self, asked: &Opponent, _: Seed, _: Seat) -> Result<Entrant<Duel>, String> {
        let size = self.size();
        let method = match asked {
            Opponent::Board(name) => return Ok(asked_by_the_page(name)),
            Opponent::Tree(_) => return Err("Mastermind has no players that are trees".to_owned()),
            Opponent::Champion(bytes) => Method::of_champion("this", bytes.clone(), size)?,
            Opponent::Level(name) => {
                let known = Method::known(Self::ABOUT.level(name)?.name, size);
                known.ok_or("this level has no player")??
            }
        };
        let name = method.name().to_owned();
        Ok(Entrant { name, player: Some(Box::new(Program(Codebreaker::new(method, size)))) })
    }

    fn scene(start: &Duel, moves: &[Code], viewer: Viewer) -> Value {
        let mut duel = start.clone();
        moves.iter().for_each(|&code| _ = duel.play(code));
        let near = viewer.seat();
        let is_over = matches!(duel.turn(), Turn::Over(_));
        let is_shown = is_over || viewer == Viewer::Anybody;
        let [own, other] = [near, near.other()].map(|seat| duel.secret(seat));
        json!({
            "pegs": duel.size().pegs(),
            "colors": duel.size().colors(),
            "most": MAX_GUESSES,
            "setting": own.is_none(),
            "secret": own.map(letters),
            "isSet": other.is_some(),
            "otherSecret": other.filter(|_| is_shown).map(letters),
            "guesses": entries(duel.guesses(near)),
            "otherGuesses": entries(duel.guesses(near.other())),
        })
    }

    fn read_move(&self, text: &str) -> Result<Code, String> {
        Code::parse(text.trim_ascii(), self.size()).map_err(|error| error.to_string())
    }

    fn move_text(&self, chosen: Code) -> String {
        letters(chosen)
    }

    /// A code can be set again until the first guess; an answer that was seen cannot be taken back.
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
        RecordedGame::dealt(start.clone(), seed, players, moves).text().map_err(String::from)
    }

    fn read_record(text: &str) -> Option<Result<Vec<LoadedGame<Duel>>, String>> {
        super::read_json_lines(text)
    }

    fn describe_champion(bytes: &[u8]) -> Result<[String; 2], String> {
        let strategy = Strategy::decode(bytes).map_err(|error| error.to_string())?;
        let about = format!("a strategy for {}", strategy.size());
        let text = if strategy.size() == CodeSize::CLASSIC { "" } else { "It cannot be played here." };
        Ok([about, text.to_owned()])
    }
}

fn letters(code: Code) -> String {
    format!("{code:#}")
}

fn entries(history: &History) -> Value {
    let entry = |&AnsweredGuess { guess, feedback }: &AnsweredGuess| json!({ "guess": letters(guess), "blacks": feedback.blacks(), "whites": feedback.whites() });
    history.entries().iter().map(entry).collect()
}

/// A codebreaker as a player that can fail.
struct Program(Codebreaker);

impl Player<Duel> for Program {
    type Error = String;

    fn choose(&mut self, view: &DuelView) -> Result<Code, String> {
        self.0.choose(view).map_err(|error| error.to_string())
    }
}
