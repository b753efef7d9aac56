//! One table to play at, or to step through: a game from its start, its moves, the viewer, and the opponent. The same
//! for every game.

use std::cmp::Ordering;

use pipsqueak_core::game::{Game, Seat, Turn};
use pipsqueak_core::link;
use pipsqueak_core::random::Seed;
use serde_json::{Value, json};

use super::{BoxedPlayer, Entrant, LoadedGame, Opponent, PageGame, Viewer};

/// A game in progress, or one that is stepped through.
pub struct Session<G: PageGame> {
    seed: Option<Seed>,
    viewer: Viewer,
    names: [String; 2],
    start: G,
    moves: Vec<G::Move>,
    /// How many of the moves are shown.
    n_shown: usize,
    asked: Option<Opponent>,
    opponent: Option<BoxedPlayer<G>>,
}

/// The operations of a table, for any game.
pub trait Sitting {
    /// The state for the page, of the table with this number.
    fn state(&self, table: u64) -> Value;
    /// Makes the person's move.
    fn play(&mut self, text: &str) -> Result<(), String>;
    /// Makes the opponent's move.
    fn answer(&mut self) -> Result<(), String>;
    /// The encoded view of the seat to move, for a board.
    fn view(&self) -> Result<Vec<u8>, String>;
    /// Makes the opponent's encoded move, from a board.
    fn take(&mut self, bytes: &[u8]) -> Result<(), String>;
    /// Takes the last moves back, where that reveals nothing.
    fn undo(&mut self) -> Result<(), String>;
    /// Plays the moves of a game that was left, as its state told them; the opponent makes a secret one again.
    fn resume(&mut self, line: &[Option<String>]) -> Result<(), String>;
    /// A good player's move, and its reasons.
    fn hint(&self) -> Result<(String, Value), String>;
    /// Explains the opponent's last move, or the last one shown of a record, as this player sees it.
    fn why(&self, by: Option<Opponent>) -> Result<Value, String>;
    /// The person's decision that cost most, in a game that is over.
    fn review(&self) -> Result<Value, String>;
    /// The finished game as a record.
    fn record(&self) -> Result<String, String>;
    /// Shows the game after this many of its moves.
    fn show(&mut self, n_moves: usize);
}

impl<G: PageGame> Session<G> {
    /// Begins a new game.
    pub fn sit(start: G, seed: Seed, seat: Seat, asked: Opponent) -> Result<Session<G>, String> {
        let Entrant { name, player: opponent } = start.opponent(&asked, seed, seat.other())?;
        let mut names = ["you".to_owned(), name];
        if seat == Seat::Second {
            names.reverse();
        }
        let (viewer, moves) = (Viewer::Person(seat), Vec::new());
        Ok(Session { seed: Some(seed), viewer, names, start, moves, n_shown: 0, asked: Some(asked), opponent })
    }

    /// Opens a recorded game at its start.
    pub fn replay(record: LoadedGame<G>) -> Session<G> {
        let LoadedGame { seed, players, start, moves } = record;
        Session { seed, viewer: Viewer::Anybody, names: players, start, moves, n_shown: 0, asked: None, opponent: None }
    }

    /// The game after this many moves.
    fn after(&self, n_moves: usize) -> G {
        let mut game = self.start.clone();
        // They were all legal when they were made.
        for &chosen in self.moves.iter().take(n_moves) {
            let _ = game.play(chosen);
        }
        game
    }

    fn game(&self) -> G {
        self.after(self.moves.len())
    }

    fn person(&self) -> Result<Seat, String> {
        match self.viewer {
            Viewer::Person(seat) => Ok(seat),
            Viewer::Anybody => Err("this game is over; it can only be looked at".to_owned()),
        }
    }

    /// The seat to move and its view.
    fn turn(&self) -> Result<(Seat, G::View), String> {
        match self.game().turn() {
            Turn::Of(seat, view) => Ok((seat, view)),
            Turn::Over(_) => Err("the game is over".to_owned()),
        }
    }

    fn make(&mut self, by: Seat, chosen: G::Move) -> Result<(), String> {
        let (seat, _) = self.turn()?;
        if seat != by {
            return Err("it is not this seat's turn".to_owned());
        }
        self.game().play(chosen).map_err(|illegal| illegal.to_string())?;
        self.moves.push(chosen);
        self.n_shown = self.moves.len();
        Ok(())
    }

    /// The index of the move to explain: the opponent's last, or the last one shown of a record.
    fn explained(&self) -> Option<usize> {
        match self.viewer {
            Viewer::Person(seat) => last_of(&self.moves, &self.start, seat.other()),
            Viewer::Anybody => self.n_shown.checked_sub(1),
        }
    }

    /// Whether an explanation of this move reveals nothing.
    fn may_explain(&self, before: usize) -> bool {
        let is_over = matches!(self.game().turn(), Turn::Over(_));
        let is_open = !G::is_secret(before) && self.after(before + 1).may_explain();
        is_over || self.viewer == Viewer::Anybody || is_open
    }

    /// The moves as text, from which the game can be resumed. A program makes its secret moves again; a board's are kept.
    fn line(&self, person: Seat) -> Vec<Option<String>> {
        let mut game = self.start.clone();
        let told = |(place, &chosen): (usize, &G::Move)| {
            let is_secret = G::is_secret(place) && mover(&game) != Some(person) && self.opponent.is_some();
            let text = (!is_secret).then(|| game.move_text(chosen));
            let _ = game.play(chosen);
            text
        };
        self.moves.iter().enumerate().map(told).collect()
    }

    /// The names in the order of the seats, as recorded on the desktop too.
    fn recorded_names(&self) -> [&str; 2] {
        self.names.each_ref().map(|name| if name == "you" { "person" } else { name.as_str() })
    }
}

impl<G: PageGame> Sitting for Session<G> {
    fn state(&self, table: u64) -> Value {
        let moves = self.moves.get(..self.n_shown).unwrap_or_default();
        let seat = self.viewer.seat();
        // The points of the nearer seat first, once the game is over.
        let (turn, points) = match self.after(self.n_shown).turn() {
            Turn::Of(mover, _) => (Some(mover), None),
            Turn::Over(points) => (None, Some([points.of(seat), points.of(seat.other())])),
        };
        let own_or_other = |mover: Seat| if mover == seat { "own" } else { "other" };
        let last = self.n_shown.checked_sub(1).and_then(|before| mover(&self.after(before)));
        let is_person = matches!(self.viewer, Viewer::Person(_));
        let can_explain = self.explained().is_some_and(|before| self.may_explain(before));
        json!({
            "table": table,
            "game": G::ABOUT.name,
            "title": G::ABOUT.title,
            "id": G::ABOUT.id,
            "seed": self.seed.map(|seed| seed.0.to_string()),
            "seat": seat.index(),
            "person": is_person,
            "own": self.names[seat.index()],
            "other": self.names[seat.other().index()],
            "turn": turn.map(own_or_other),
            "points": points,
            "result": points.map(|[own, other]| match own.cmp(&other) {
                Ordering::Greater => "won",
                Ordering::Less => "lost",
                Ordering::Equal => "tied",
            }),
            "last": last.map(|mover| json!({ "by": own_or_other(mover) })),
            "shown": self.n_shown,
            "moves": self.moves.len(),
            "undo": is_person && points.is_none() && G::kept_by_undo(&self.moves, seat).is_some(),
            "why": can_explain,
            "line": if is_person { self.line(seat) } else { Vec::new() },
            "scene": G::scene(&self.start, moves, self.viewer),
        })
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let chosen = self.game().read_move(text)?;
        self.make(self.person()?, chosen)
    }

    fn answer(&mut self) -> Result<(), String> {
        let (person, (_, view)) = (self.person()?, self.turn()?);
        let opponent = self.opponent.as_mut().ok_or("there is no opponent")?;
        let chosen = opponent.choose(&view)?;
        self.make(person.other(), chosen)
    }

    fn view(&self) -> Result<Vec<u8>, String> {
        let (_, view) = self.turn()?;
        link::write_view::<G>(&view).map(|bytes| bytes.to_vec()).map_err(|error| error.to_string())
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), String> {
        let person = self.person()?;
        let chosen = link::read_move::<G>(bytes).ok_or("the board's answer is not a move")?;
        self.make(person.other(), chosen).map_err(|why| format!("the board's move is not legal: {why}"))
    }

    fn undo(&mut self) -> Result<(), String> {
        let person = self.person()?;
        let kept =
            G::kept_by_undo(&self.moves, person).ok_or("no move can be taken back without revealing something")?;
        self.moves.truncate(kept);
        self.n_shown = kept;
        Ok(())
    }

    fn resume(&mut self, line: &[Option<String>]) -> Result<(), String> {
        for text in line {
            let (seat, _) = self.turn()?;
            match text {
                Some(text) => self.make(seat, self.game().read_move(text)?)?,
                None => self.answer()?,
            }
        }
        Ok(())
    }

    fn hint(&self) -> Result<(String, Value), String> {
        let person = self.person()?;
        match self.turn()? {
            (seat, view) if seat == person => {
                let (chosen, why) = G::advise(&view)?;
                Ok((self.game().move_text(chosen), why))
            }
            _ => Err("it is not your turn".to_owned()),
        }
    }

    fn why(&self, by: Option<Opponent>) -> Result<Value, String> {
        let before = self.explained().ok_or("the opponent has not moved yet")?;
        if !self.may_explain(before) {
            return Err("that would reveal a face-down card or a code; ask again when the game is over".to_owned());
        }
        let game = self.after(before);
        let (Turn::Of(mover, view), Some(&played)) = (game.turn(), self.moves.get(before)) else {
            return Err("the opponent has not moved yet".to_owned());
        };
        // A record names its players; a name that is not known here leaves the question to the adviser.
        let named = || Opponent::Level(self.names[mover.index()].clone());
        let asked = by.or_else(|| self.asked.clone()).unwrap_or_else(named);
        let (chosen, why) = G::why(&asked, &view)?;
        let [played, chosen] = [played, chosen].map(|chosen| game.move_text(chosen));
        let name = &self.names[mover.index()];
        Ok(json!({ "played": played, "chosen": chosen, "isSame": played == chosen, "name": name, "why": why }))
    }

    fn review(&self) -> Result<Value, String> {
        let person = self.person()?;
        if !matches!(self.game().turn(), Turn::Over(_)) {
            return Err("the game is not over yet".to_owned());
        }
        let mut worst = None;
        let mut game = self.start.clone();
        for (before, &chosen) in self.moves.iter().enumerate() {
            let judged = match game.turn() {
                Turn::Of(seat, view) if seat == person => G::judge(&view, chosen)?,
                _ => None,
            };
            if let Some(judged) = judged.filter(|judged| judged.cost >= judged.least)
                && worst.as_ref().is_none_or(|(_, cost, _)| judged.cost > *cost)
            {
                let [played, better] = [chosen, judged.better].map(|chosen| game.move_text(chosen));
                let told = json!({ "before": before, "played": played, "better": better, "why": judged.why });
                worst = Some((before, judged.cost, told));
            }
            let _ = game.play(chosen);
        }
        Ok(worst.map_or(Value::Null, |(_, _, told)| told))
    }

    fn record(&self) -> Result<String, String> {
        let seed = self.seed.ok_or("the seed of this game is not known")?;
        let text = G::record(&self.start, seed, self.recorded_names(), &self.moves)?;
        String::from_utf8(text).map_err(|_| "the record is not text".to_owned())
    }

    fn show(&mut self, n_moves: usize) {
        self.n_shown = n_moves.min(self.moves.len());
    }
}

/// The seat to move.
fn mover<G: Game>(game: &G) -> Option<Seat> {
    match game.turn() {
        Turn::Of(seat, _) => Some(seat),
        Turn::Over(_) => None,
    }
}

/// The index of this seat's last move.
fn last_of<G: Game + Clone>(moves: &[G::Move], start: &G, seat: Seat) -> Option<usize> {
    let mut game = start.clone();
    let mut last = None;
    for (place, &chosen) in moves.iter().enumerate() {
        if mover(&game) == Some(seat) {
            last = Some(place);
        }
        let _ = game.play(chosen);
    }
    last
}
