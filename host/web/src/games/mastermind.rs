//! Mastermind on the page: a duel with codes of the classic size, or of another.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use pipsqueak_core::game::{Game, Player, Seat, Turn};
use pipsqueak_core::games::mastermind::{
    AnsweredGuess, Code, CodeSize, ConsistentCodes, Duel, DuelView, Feedback, History, MAX_GUESSES, Strategy, count,
};
use pipsqueak_core::link::LinkGame;
use pipsqueak_core::random::{self, Seed};
use pipsqueak_lab::SHIPPED;
use pipsqueak_lab::games::mastermind::{Codebreaker, Method};
use pipsqueak_lab::json_lines::{JsonLines, RecordedGame};
use serde_json::{Value, json};

use super::{About, Entrant, Judged, Level, LoadedGame, Opponent, PageGame, Viewer, asked_by_the_page};

/// The most codes of a size that is played here: beyond that, a guess takes too long.
const MOST_CODES: u32 = 40_000;
/// How many of its last answers a forgetful beginner looks at.
const REMEMBERED: usize = 2;

const LEVELS: &[Level] = &[
    Level { name: "beginner", about: "guesses a code that fits its last two answers" },
    Level { name: "consistent", about: "guesses any code that fits all answers" },
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
        default_opponent: "consistent",
        record: "jsonl",
        has_champions: true,
    };

    fn new_game(seed: Seed, size: Option<[u8; 2]>) -> Result<Duel, String> {
        let Some([pegs, colors]) = size else { return Ok(Duel::deal(seed)) };
        let size = CodeSize::new(pegs, colors).map_err(|error| error.to_string())?;
        if size.n_codes() > MOST_CODES {
            return Err(format!("{size} has {} codes; at most {MOST_CODES} can be played here", size.n_codes()));
        }
        Ok(Duel::new(size, seed))
    }

    fn opponent(&self, asked: &Opponent, _: Seed, _: Seat) -> Result<Entrant<Duel>, String> {
        let size = self.size();
        let method = match asked {
            Opponent::Board(name) => return Ok(asked_by_the_page(name)),
            Opponent::Tree(_) => return Err("Mastermind has no players that are trees".to_owned()),
            Opponent::Champion(bytes) => {
                let name = Strategy::decode(bytes).map_or("this", |strategy| strategy.name());
                Method::of_champion(name, bytes.clone(), size)?
            }
            Opponent::Level(name) if name == "beginner" || name == "consistent" => {
                let n_remembered = if name == "beginner" { REMEMBERED } else { usize::MAX };
                return Ok(Entrant { name: name.clone(), player: Some(Box::new(AnyFitting { n_remembered })) });
            }
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

    fn advise(view: &DuelView) -> Result<(Code, Value), String> {
        let size = view.guesses().size();
        let method = Method::known(SHIPPED, size).filter(Result::is_ok).or_else(|| Method::known("expected", size));
        let method = method.ok_or("there is no adviser")?.map_err(|error| error.to_string())?;
        let chosen = Codebreaker::new(method, size).choose(view).map_err(|error| error.to_string())?;
        Ok((chosen, reasons(view, chosen)))
    }

    /// Every player's guess is explained by the codes that it leaves.
    fn why(asked: &Opponent, view: &DuelView) -> Result<(Code, Value), String> {
        let start = Duel::new(view.guesses().size(), Seed(0));
        let player = start.opponent(asked, Seed(0), Seat::First).ok().and_then(|entrant| entrant.player);
        let Some(mut player) = player else { return Self::advise(view) };
        let chosen = player.choose(view)?;
        Ok((chosen, reasons(view, chosen)))
    }

    fn judge(view: &DuelView, chosen: Code) -> Result<Option<Judged<Code>>, String> {
        if view.secret().is_none() || count(view.guesses(), 2) < 2 {
            return Ok(None);
        }
        let (better, _) = Self::advise(view)?;
        let [played, best] = [chosen, better].map(|guess| CodesLeft::after(view.guesses(), guess));
        // How many more codes the guess leaves on average, as a share of all that are left.
        let cost = (played.expected - best.expected) / f64::from(played.n_before);
        let why = json!({ "before": played.n_before, "left": [played.expected, best.expected] });
        Ok(Some(Judged { better, cost, least: 0.02, why }))
    }

    /// The first two moves are the secret codes.
    fn is_secret(place: usize) -> bool {
        place < 2
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
        Ok([about, String::new()])
    }
}

/// What a guess leaves of the codes that fit all answers.
struct CodesLeft {
    n_before: u32,
    /// How many for each answer, the most blacks first.
    parts: Vec<(Feedback, u32)>,
    most: u32,
    expected: f64,
}

impl CodesLeft {
    fn after(history: &History, guess: Code) -> CodesLeft {
        let mut left: BTreeMap<Feedback, u32> = BTreeMap::new();
        let _ = ConsistentCodes::new(history).each(|code| {
            *left.entry(Feedback::between(guess, code)).or_default() += 1;
            ControlFlow::Continue(())
        });
        let n_before = left.values().sum();
        let squares: f64 = left.values().map(|&n_codes| f64::from(n_codes) * f64::from(n_codes)).sum();
        let parts = left.iter().rev().map(|(&answer, &n_codes)| (answer, n_codes)).collect();
        CodesLeft {
            n_before,
            parts,
            most: left.values().copied().max().unwrap_or(0),
            expected: squares / f64::from(n_before).max(1.0),
        }
    }
}

/// The reasons for a guess, for the page.
fn reasons(view: &DuelView, guess: Code) -> Value {
    if view.secret().is_none() {
        return json!({ "setting": true });
    }
    let CodesLeft { n_before, parts, most, expected } = CodesLeft::after(view.guesses(), guess);
    let part = |(answer, n_codes): (Feedback, u32)| json!([answer.blacks(), answer.whites(), n_codes]);
    let parts: Vec<Value> = parts.into_iter().map(part).collect();
    let fits = view.guesses().admits(guess);
    json!({ "before": n_before, "most": most, "expected": expected, "fits": fits, "parts": parts })
}

/// Guesses any code that fits the last answers.
struct AnyFitting {
    n_remembered: usize,
}

impl Player<Duel> for AnyFitting {
    type Error = String;

    fn choose(&mut self, view: &DuelView) -> Result<Code, String> {
        let guesses = view.guesses();
        let mut rng = view.seed().derive(guesses.len() as u64).rng();
        if view.secret().is_none() {
            return Ok(Code::random(&mut rng, guesses.size()));
        }
        let first = guesses.len().saturating_sub(self.n_remembered);
        let remembered = guesses.only(|place| place >= first);
        let chosen = random::below(&mut rng, count(&remembered, u32::MAX).max(1));
        let mut place = 0;
        let mut found = None;
        let _ = ConsistentCodes::new(&remembered).each(|code| {
            found = Some(code);
            place += 1;
            if place > chosen { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.ok_or_else(|| "no code fits the answers".to_owned())
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
