//! The scene of checkers: the board, the players, the moves, and all of it as text. Knows no screen.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pipsqueak_core::game::{Points, Seat};
use pipsqueak_core::games::checkers::pdn::{ShortMove, read_move};
use pipsqueak_core::games::checkers::{Board, DrawRule, Ending, Game, MAX_MOVES, Move, Side, Squares, View};

use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::search::{Limits, Score};
use pipsqueak_lab::games::checkers::engine::{Engine, EngineSpec};
use pipsqueak_lab::games::checkers::{Level, LevelSetting};

use super::cursor::CursorInput;
use super::lines::{self, Line};
use super::{diagram, picture};
use crate::system::clock;
use crate::terminal::canvas::Canvas;
use crate::terminal::keys::Key;
use crate::terminal::{Answer, GameInfo, Prompt, Scene, text};

/// The reply to a change of level against an opponent without levels.
const NO_LEVELS: &str = "This opponent has no levels.";
/// Positions to search for a hint or an explanation: less than a second.
const NODES: u64 = 300_000;
/// The greatest lead with which the opponent accepts a draw, in hundredths of a man.
const DRAW_MARGIN: Score = 10;
/// Bytes of the table of that search.
const TABLE: usize = 1 << 24;

/// The rules up to the end of the game by draw.
macro_rules! rules {
    () => {
        "Checkers

Men go one step forward on the dark squares, kings forward and back.
You jump over an opponent's piece onto the free square behind it, which
takes the piece, and go on as long as there is another to jump.
A player who can jump must. A man that reaches the last row becomes a king,
and its move ends there. A player who cannot move has lost."
    };
}

/// The person's settings for all games of a series. The opponent reads them too.
#[derive(Default)]
pub struct SeriesSettings {
    /// The opponent's level; `None` for an opponent without levels.
    level: Option<Arc<LevelSetting>>,
    is_turned: AtomicBool,
    /// The opponent's evaluation; the expert's if it is unknown.
    spec: Option<EngineSpec>,
    /// The moves from the start to the first position of each game.
    opening: Vec<Move>,
}

impl SeriesSettings {
    /// The settings for an opponent with this level, or with this evaluation, in games that begin with this opening.
    pub fn new(level: Option<Arc<LevelSetting>>, spec: Option<EngineSpec>, opening: Vec<Move>) -> SeriesSettings {
        SeriesSettings { level, is_turned: AtomicBool::new(false), spec, opening }
    }

    /// The best moves of a position, by the expert or as the opponent evaluates them, and the one that was played.
    fn best(&self, view: &View, is_opponents: bool, played: Option<Move>) -> Vec<Line> {
        let spec = self.spec.clone().filter(|_| is_opponents).unwrap_or(EngineSpec::Engine(EngineKind::Expert));
        let mut engine = Engine::of(spec, TABLE, clock::interruptible);
        lines::best(&mut engine, view, Limits::of_nodes(NODES), 3, played).1
    }

    /// The opponent's level; a board has none.
    pub fn level(&self) -> Option<Level> {
        self.level.as_ref().map(|setting| setting.level())
    }

    /// Whether the board is turned around.
    pub fn is_turned(&self) -> bool {
        self.is_turned.load(Ordering::Relaxed)
    }

    /// Turns the board.
    pub fn turn(&self) {
        self.is_turned.fetch_xor(true, Ordering::Relaxed);
    }
}

/// A game as it is shown.
pub struct BoardScene {
    /// The person's colour.
    pub person: Side,
    /// The person's input.
    pub hand: CursorInput,
    /// The person's legal moves, on the person's turn.
    pub legal: Vec<Move>,
    /// The person's settings.
    pub settings: Arc<SeriesSettings>,
    start: Board,
    board: Board,
    moves: Vec<Move>,
    /// The positions before each move, and the current one.
    views: Vec<View>,
    ending: Option<Ending>,
    /// The result, if the person resigned or the players agreed on a draw.
    agreed: Option<Points>,
    /// Whether the last key asked to resign.
    is_resigning: bool,
}

impl BoardScene {
    /// A game that begins.
    pub fn new(game: &Game, seat: Seat, settings: Arc<SeriesSettings>) -> BoardScene {
        let person = if seat == Seat::First { Side::Black } else { Side::White };
        let board = *game.position().board();
        let (hand, legal, moves) = (CursorInput::default(), Vec::new(), Vec::new());
        BoardScene {
            person,
            hand,
            legal,
            settings,
            start: board,
            board,
            moves,
            views: vec![game.view().clone()],
            ending: None,
            agreed: None,
            is_resigning: false,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the first row is drawn at the bottom: the person's own side is, unless the board is turned.
    pub fn is_upside_down(&self) -> bool {
        (self.person == Side::Black) != self.settings.is_turned()
    }

    /// The moves as text, each in the shortest unambiguous notation, with those of the opening.
    pub fn words(&self) -> Vec<String> {
        let opening = &self.settings.opening;
        let origin = if opening.is_empty() { self.start } else { Board::START };
        lines::words(origin, &[&opening[..], &self.moves].concat())
    }

    /// Whether White made the first of those moves.
    pub fn is_white_first(&self) -> bool {
        self.settings.opening.is_empty() && self.start.turn() == Side::White
    }

    /// The squares of the last move.
    pub fn fresh(&self) -> Squares {
        self.moves.last().map_or(Squares::NONE, |chosen| chosen.path().collect())
    }

    /// The result, in words.
    pub fn ending(&self) -> Option<String> {
        if let Some(points) = self.agreed {
            let resigned = || format!("You resigned: {} wins.", self.person.other());
            return Some(points.winner().map_or("A draw by agreement.".to_owned(), |_| resigned()));
        }
        Some(match self.ending? {
            Ending::Won(side) if side == self.person => "You win!".to_owned(),
            Ending::Won(side) => format!("{side} wins: you have no move."),
            Ending::Idle if self.rule() == DrawRule::Report => "A draw: 50 turns without a jump.".to_owned(),
            Ending::Idle => "A draw: 40 moves of each side without progress.".to_owned(),
            Ending::Repeated => "A draw: the position occurred for the third time.".to_owned(),
        })
    }

    fn rule(&self) -> DrawRule {
        self.views.first().map_or(DrawRule::default(), |view| view.position().rule())
    }

    /// The expert's suggestion for the person's move.
    fn hint(&self) -> Answer<Move> {
        let Some(view) = self.views.last() else { return Answer::More };
        let lines = self.settings.best(view, false, None);
        Answer::Show(format!("The expert suggests:\n\n{}", lines::rows(self.board, &lines, None).join("\n")))
    }

    /// The opponent's last move among the alternatives, as the opponent evaluates them.
    fn why(&self) -> Answer<Move> {
        let mut before = self.views.iter().zip(&self.moves).rev();
        let Some((view, &chosen)) = before.find(|(view, _)| view.position().board().turn() != self.person) else {
            return Answer::Say("The opponent has not moved yet.".to_owned());
        };
        let board = *view.position().board();
        let lines = self.settings.best(view, true, Some(chosen));
        let told = lines.first().map_or(String::new(), |best| lines::told(best.score, board.turn()));
        let played = ShortMove(&board, chosen);
        let rows = lines::rows(board, &lines, Some(chosen)).join("\n");
        Answer::Show(format!("The opponent played {played}. By its own evaluation, {told}:\n\n{rows}"))
    }

    /// Gives the game to the opponent.
    fn resign(&self) -> Answer<Move> {
        Answer::End(Points(if self.person == Side::Black { [0, 2] } else { [2, 0] }))
    }

    /// The opponent accepts a draw unless, as it evaluates the position, it is ahead.
    fn offer_draw(&self) -> Answer<Move> {
        let lines = self.views.last().map_or(Vec::new(), |view| self.settings.best(view, true, None));
        match lines.first() {
            Some(best) if best.score < -DRAW_MARGIN => {
                let told = lines::told(best.score, self.person);
                Answer::Say(format!("The opponent declines: by its evaluation, {told}."))
            }
            _ => Answer::End(Points([1, 1])),
        }
    }

    /// Goes back to the person's previous decision.
    fn take_back(&self) -> Answer<Move> {
        let is_persons = |n_moves: &usize| n_moves.is_multiple_of(2) == (self.person == self.start.turn());
        match (0..self.moves.len()).rev().find(is_persons) {
            Some(n_moves) => self.resume(n_moves),
            None => Answer::Say("There is nothing to take back.".to_owned()),
        }
    }

    /// Resumes after this many moves.
    fn resume(&self, n_moves: usize) -> Answer<Move> {
        self.settings.level.iter().for_each(|setting| setting.change());
        Answer::Resume(n_moves)
    }

    /// Continues against another level.
    fn change(&self, level: Level) -> Answer<Move> {
        self.settings.level.iter().for_each(|setting| setting.set(level));
        Answer::Resume(self.moves.len())
    }
}

impl Scene for BoardScene {
    type Game = Game;
    const SMALLEST: (usize, usize) = (80, 22);

    fn ask(&mut self, view: &View) {
        let mut room = [Move::default(); MAX_MOVES];
        let n_moves = view.position().board().moves(&mut room).unwrap_or(0);
        self.legal = room[..n_moves].to_vec();
    }

    fn witness(&mut self, game: &Game, _: Seat, chosen: Move) {
        self.moves.push(chosen);
        self.views.push(game.view().clone());
        (self.board, self.ending) = (*game.position().board(), game.ending());
        (self.hand, self.legal) = (CursorInput::default(), Vec::new());
    }

    fn reveal(&mut self, game: &Game, points: Points) {
        self.ending = game.ending();
        self.agreed = self.ending.is_none().then_some(points);
        self.legal.clear();
    }

    fn rules(&self) -> &'static str {
        match self.rule() {
            DrawRule::Report => concat!(rules!(), "\nAfter 50 turns of both sides without a jump, the game is drawn."),
            DrawRule::Tournament => concat!(
                rules!(),
                "\nThe game is drawn when a position occurs for the third time,\n",
                "or after 40 moves of each side without a capture or a man's move."
            ),
        }
    }

    fn greeting(&self, info: &GameInfo) -> String {
        let GameInfo { title, number, opponent, .. } = info;
        let (person, first) = (self.person, self.start.turn());
        let opening = match &lines::words(Board::START, &self.settings.opening)[..] {
            [] => String::new(),
            words => format!(" After {}", words.join(" ")),
        };
        let moves =
            if opening.is_empty() { format!(" {first} moves first.") } else { format!("{opening}, {first} moves.") };
        format!("{title}, game {number}: you are {person}, against {opponent}.{moves} ? explains, q quits.")
    }

    /// The opponent's last move, and the board with the squares' numbers beside it.
    fn lines(&self, info: &GameInfo) -> Vec<String> {
        let mut lines = vec![String::new()];
        let is_opponents = self.board.turn() == self.person && !self.moves.is_empty();
        let last = self.words().pop().filter(|_| is_opponents);
        lines.extend(last.map(|last| format!("{} played {last}.", info.opponent)));
        let rows = diagram(&self.board);
        lines.extend(
            (0..).zip(rows.lines()).map(|(row, line)| format!("{line:16} {:2} to {}", row * 4 + 1, row * 4 + 4)),
        );
        lines
    }

    fn question(&self) -> String {
        let sign = if self.person == Side::Black { "b, going down" } else { "w, going up" };
        format!("Your move ({sign})?")
    }

    fn understand(&mut self, text: &str) -> Answer<Move> {
        let level = text.strip_prefix("level ").map(Level::named);
        match (text, level) {
            ("m" | "moves", _) => {
                let moves: Vec<String> =
                    self.legal.iter().map(|&legal| ShortMove(&self.board, legal).to_string()).collect();
                Answer::Say(format!("You can play {}.", text::either(&moves)))
            }
            ("u" | "undo", _) => self.take_back(),
            ("s" | "suggest" | "hint", _) => self.hint(),
            ("w" | "why", _) => self.why(),
            ("resign", _) => self.resign(),
            ("draw", _) => self.offer_draw(),
            ("r" | "d", _) => Answer::Say("Type resign to give up, or draw to offer a draw.".to_owned()),
            (_, Some(_)) if self.settings.level().is_none() => Answer::Say(NO_LEVELS.to_owned()),
            (_, Some(Some(level))) => self.change(level),
            (_, Some(None)) => Answer::Say("Levels are 1 to 5: child, easy, medium, hard, expert.".to_owned()),
            (text, None) => match read_move(&self.board, text) {
                Ok(chosen) => Answer::Move(chosen),
                Err(error) => Answer::Say(format!("{}: {error}.", text::name(text, 20))),
            },
        }
    }

    fn typing_help(&self) -> String {
        let levels = self.settings.level().map_or("", |_| " level 1 to 5 changes the opponent,");
        let signs = "b and w are men, B and W kings. Type a move: 11-15, or 11x18x25 for a jump.";
        format!(
            "{signs}\nm lists your moves, s suggests one, w says why the opponent moved so,\nu takes back,{levels} q quits.\nresign gives up; draw offers a draw, which the opponent declines if it is ahead."
        )
    }

    fn verdict(&self, _: &GameInfo) -> String {
        self.ending().unwrap_or_default()
    }

    fn picture(&self, info: &GameInfo, prompt: &Prompt, canvas: &mut Canvas<'_>) {
        picture::paint(self, info, prompt, canvas);
    }

    fn key(&mut self, key: Key, typed: &mut String) -> Option<Answer<Move>> {
        let was_resigning = mem::take(&mut self.is_resigning);
        match (key, self.settings.level()) {
            (Key::Char('u'), _) => Some(self.take_back()),
            (Key::Char('w'), _) => Some(self.why()),
            (Key::Char('t'), _) => {
                self.settings.turn();
                Some(Answer::More)
            }
            _ if self.legal.is_empty() => None,
            (Key::Char('s'), _) => Some(self.hint()),
            (Key::Char('d'), _) => Some(self.offer_draw()),
            (Key::Char('r'), _) if was_resigning => Some(self.resign()),
            (Key::Char('r'), _) => {
                self.is_resigning = true;
                Some(Answer::Say("Press r again to resign, any other key to go on.".to_owned()))
            }
            (Key::Char('l'), Some(level)) => Some(self.change(level.next())),
            (Key::Char('l'), None) => Some(Answer::Say(NO_LEVELS.to_owned())),
            _ => {
                let sign = if self.is_upside_down() { -1 } else { 1 };
                self.hand.key(key, typed, &self.legal, sign)
            }
        }
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let mut keys = vec![
            ("arrows, Enter", "choose a piece, then where it goes, jump by jump"),
            ("1 to 32", "the same by a square's number; 1, 2 and 3 need Enter"),
            ("Esc", "put the piece down"),
            ("s, w", "suggest a move; why did the opponent move so?"),
            ("u, t", "take back your last move; turn the board"),
            ("l", "another opponent: child, easy, medium, hard, expert"),
            ("d", "offer a draw, which the opponent declines if it is ahead"),
            ("r r", "resign"),
        ];
        keys.retain(|(key, _)| *key != "l" || self.settings.level().is_some());
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::game::{Game as _, Turn};
    use pipsqueak_core::games::checkers::Position;

    #[test]
    fn taking_back_gives_the_person_another_choice() {
        let nothing = Answer::Say("There is nothing to take back.".to_owned());
        for (seat, n_moves, expected) in [
            (Seat::First, 0, nothing.clone()),
            (Seat::First, 2, Answer::Resume(0)),
            (Seat::First, 5, Answer::Resume(4)),
            (Seat::Second, 3, Answer::Resume(1)),
            (Seat::Second, 2, Answer::Resume(1)),
            (Seat::Second, 1, nothing),
        ] {
            let mut game = Game::new(Position::START);
            let mut scene = BoardScene::new(&game, seat, Arc::default());
            for _ in 0..n_moves {
                let Turn::Of(mover, view) = game.turn() else { panic!("the game goes on") };
                scene.ask(&view);
                let chosen = scene.legal[0];
                game.play(chosen).unwrap();
                scene.witness(&game, mover, chosen);
            }
            assert_eq!(scene.understand("u"), expected, "{seat:?} {n_moves}");
        }
    }
}
