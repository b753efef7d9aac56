//! Games of a person against one opponent, one after another. The referee's loop is the only one: the person is a
//! player like any other, asked through a frontend.

use std::cell::RefCell;
use std::{fmt, mem};

use anyhow::{Result, anyhow, bail};
use pipsqueak_core::game::{Game, GameError, Player, Points, Seat, Turn, referee};
use pipsqueak_core::random::Seed;

use super::opponent::Opponent;
use super::options::SeriesOptions;
use super::record::{FinishedGame, Recorder};
use super::scene::{GameInfo, MoveOf, Scene};
use super::text;
use pipsqueak_lab::arena::Tally;

/// The interface to a person: the full screen, or plain lines.
pub trait Frontend<S: Scene> {
    /// Shows that a game begins.
    fn open(&mut self, scene: &S, info: &GameInfo) -> Result<()>;
    /// Asks for a move.
    fn ask(&mut self, scene: &mut S, info: &GameInfo) -> Result<MoveOf<S>>;
    /// Shows that a move was made.
    fn moved(&mut self, scene: &S, info: &GameInfo, mover: Seat) -> Result<()>;
    /// Sets a message to show with the next question.
    fn tell(&mut self, sentence: String);
    /// Shows the result. Returns when the person is ready for the next game.
    fn close(&mut self, scene: &mut S, info: &GameInfo) -> Result<()>;
}

/// Why the person made no move, other than a failure of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The person left.
    Quit,
    /// The person pressed Ctrl-C.
    Interrupted,
    /// The input has ended.
    InputEnded,
    /// The person wants to resume from the state after this many moves.
    Resume(usize),
    /// The game ends with these points, because the person resigns or the players agree.
    Ended(Points),
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Stop::Quit => "the person left the game",
            Stop::Interrupted => "the game was interrupted",
            Stop::InputEnded => "the input ended in the middle of the game",
            Stop::Resume(_) => "the person took a move back",
            Stop::Ended(_) => "the players ended the game",
        })
    }
}

impl std::error::Error for Stop {}

/// Makes a scene for the person at a seat of a new game.
pub type NewScene<'a, S> = Box<dyn Fn(&<S as Scene>::Game, Seat) -> S + 'a>;

/// The parameters of a series.
pub struct Series<'a, S: Scene> {
    /// The name of the game.
    pub title: &'a str,
    /// Deals a game from its seed.
    pub start: Box<dyn Fn(Seed) -> S::Game + 'a>,
    /// Makes a scene for the person at a seat of a new game.
    pub scene: NewScene<'a, S>,
    /// The opponent.
    pub opponent: Box<dyn Opponent<S::Game> + 'a>,
    /// Called with games that are over or were left.
    pub record: Recorder<'a, S::Game>,
    /// The options of the series.
    pub options: SeriesOptions,
}

impl<S: Scene> Series<'_, S> {
    /// Plays until all games are played or the person leaves, and adds to the person's score.
    pub fn run(&mut self, front: &mut impl Frontend<S>, score: &mut Tally) -> Result<()> {
        for number in 1..=self.options.games.unwrap_or(u32::MAX) {
            let mut info = GameInfo {
                title: self.title.to_owned(),
                number,
                is_last: self.options.games == Some(number),
                seed: self.options.seed_of(number),
                seat: self.seat_of(number),
                opponent: String::new(),
                score: *score,
                points: None,
                replay: None,
            };
            let played = self.play_one(front, &mut info);
            *score = info.score;
            match played {
                Err(error) if matches!(error.downcast_ref(), Some(Stop::Quit)) => break,
                played => played?,
            }
        }
        Ok(())
    }

    /// The person's seat in a game: the first seat of the options is the one that moves first.
    fn seat_of(&self, number: u32) -> Seat {
        let seat = self.options.seat_of(number);
        match (self.start)(self.options.seed_of(number)).turn() {
            Turn::Of(Seat::Second, _) => seat.other(),
            _ => seat,
        }
    }

    /// Plays one game to its end. After a move is taken back, play resumes from there.
    fn play_one(&mut self, front: &mut impl Frontend<S>, info: &mut GameInfo) -> Result<()> {
        let (before, mut moves, mut is_open) = (info.score, Vec::new(), false);
        loop {
            info.opponent = text::name(&self.opponent.name(), text::NAME_WIDTH);
            (info.score, info.points) = (before, None);
            let (game, scene) = self.replayed(info, &moves)?;
            if !mem::replace(&mut is_open, true) {
                front.open(&scene, info)?;
            }
            let played = self.play_on(front, info, game, scene, &mut moves);
            match played.as_ref().err().and_then(|error| error.downcast_ref()) {
                Some(Stop::Resume(n_kept)) => moves.truncate(*n_kept),
                _ if info.points.is_some() => return played,
                _ => return self.keep(info, &moves).and(played),
            }
        }
    }

    /// The game after these moves, and the person's scene.
    fn replayed(&self, info: &GameInfo, moves: &[MoveOf<S>]) -> Result<(S::Game, S)> {
        let mut game = (self.start)(info.seed);
        let mut scene = (self.scene)(&game, info.seat);
        for &chosen in moves {
            let Turn::Of(mover, _) = game.turn() else { break };
            game.play(chosen).map_err(|illegal| anyhow!("{illegal}"))?;
            scene.witness(&game, mover, chosen);
        }
        Ok((game, scene))
    }

    /// Lets the referee play on from the current state, and shows the result.
    fn play_on(
        &mut self,
        front: &mut impl Frontend<S>,
        info: &mut GameInfo,
        game: S::Game,
        scene: S,
        moves: &mut Vec<MoveOf<S>>,
    ) -> Result<()> {
        let seen = RefCell::new((scene, front));
        let mut person = Person { seen: &seen, info };
        let mut opponent = self.opponent.player(info.seed, info.seat.other());
        let players: [&mut dyn Player<S::Game, Error = anyhow::Error>; 2] = match info.seat {
            Seat::First => [&mut person, &mut *opponent],
            Seat::Second => [&mut *opponent, &mut person],
        };
        let witness = |game: &S::Game, mover, chosen| {
            moves.push(chosen);
            let (scene, front) = &mut *seen.borrow_mut();
            scene.witness(game, mover, chosen);
            // A terminal that fails here fails again at the next question, which reports it.
            let _ = front.moved(scene, info, mover);
        };
        let ended = referee(game, players, witness);
        drop(opponent);
        let (mut scene, front) = seen.into_inner();
        let (game, points) = match ended {
            Ok(end) => end,
            Err(GameError::NoDecision(_, error)) => match error.downcast_ref() {
                Some(&Stop::Ended(points)) => (self.replayed(info, moves)?.0, points),
                _ => return Err(error),
            },
            Err(GameError::Illegal(mover, illegal)) if mover == info.seat => {
                front.tell(format!("That is against the rules: {illegal}."));
                return Err(Stop::Resume(moves.len()).into());
            }
            Err(GameError::Illegal(_, illegal)) => bail!("the opponent made an illegal move: {illegal}"),
        };
        scene.reveal(&game, points);
        info.points = Some(points);
        info.score = [info.score, Tally::of(points, info.seat)].into_iter().sum();
        // Recorded before the result is shown: the game counts even if the person closes the window then.
        self.keep(info, moves)?;
        front.close(&mut scene, info)
    }

    fn keep(&mut self, info: &GameInfo, moves: &[MoveOf<S>]) -> Result<()> {
        let opponent = self.opponent.name();
        let mut players = ["person", &opponent];
        if info.seat == Seat::Second {
            players.reverse();
        }
        let &GameInfo { number, seed, points, .. } = info;
        (self.record)(&FinishedGame { number, seed, players, moves, points })
    }
}

/// The person as a player. The scene and the frontend are shared with the referee's witness, one after the other.
struct Person<'a, S, F> {
    seen: &'a RefCell<(S, F)>,
    info: &'a GameInfo,
}

impl<S: Scene, F: Frontend<S>> Player<S::Game> for Person<'_, S, &mut F> {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &<S::Game as Game>::View) -> Result<MoveOf<S>> {
        let (scene, front) = &mut *self.seen.borrow_mut();
        scene.ask(view);
        front.ask(scene, self.info)
    }
}
