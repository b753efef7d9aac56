//! Checkers on the page.

use pipsqueak_core::game::{Player, Seat, Turn};
use pipsqueak_core::games::checkers::players::EngineKind;
use pipsqueak_core::games::checkers::{Ending, Game, MAX_MOVES, Move, Piece, Position, Side, Square, View, pdn};
use pipsqueak_core::link::LinkGame;
use pipsqueak_core::random::{GameRng, Seed};
use pipsqueak_core::search::{Clock, Limits, SearchStack, Slot, TranspositionTable};
use pipsqueak_lab::games::checkers::{Level as Strength, record};
use serde_json::{Value, json};

use super::{About, Entrant, Level, LoadedGame, Opponent, PageGame, Viewer, asked_by_the_page};

/// The longest line that the page's search looks at, in plies, and the room for its moves.
const PLIES: usize = 128;
const MOVES: usize = 4096;
/// Bytes of a player's transposition table, as on the desktop.
const TABLE: usize = 1 << 20;
/// Positions that the report's players search per move, as in the desktop's leagues.
const NODES: u64 = 5000;
/// Positions to search for a hint.
const HINT_NODES: u64 = 60_000;

const LEVELS: &[Level] = &[
    Level { name: "child", about: "plays half of its moves at random" },
    Level { name: "easy", about: "usually looks two moves ahead" },
    Level { name: "medium", about: "looks four moves ahead" },
    Level { name: "simple", about: "from the student report: counts pieces" },
    Level { name: "better_h", about: "from the student report: counts the centre and the home row too" },
    Level { name: "improved", about: "from the student report: counts pieces, saves time on easy moves" },
    Level { name: "improved_better_h", about: "from the student report: both of these" },
    Level { name: "hard", about: "looks eight moves ahead" },
    Level { name: "expert", about: "thinks for a second as well as it can" },
];

impl PageGame for Game {
    const ABOUT: &'static About = &About {
        name: "checkers",
        title: "Checkers",
        id: Game::ID,
        levels: LEVELS,
        default_opponent: "medium",
        record: "pdn",
        has_champions: false,
    };

    /// A person's game begins at the start position.
    fn new_game(_: Seed) -> Game {
        Game::new(Position::START)
    }

    fn opponent(&self, asked: &Opponent, seed: Seed, seat: Seat) -> Result<Entrant<Game>, String> {
        let name = match asked {
            Opponent::Board(name) => return Ok(asked_by_the_page(name)),
            Opponent::Level(name) => Self::ABOUT.level(name)?.name,
            Opponent::Champion(_) | Opponent::Tree(_) => {
                return Err("champions of checkers play on the desktop and on boards, not in this page yet".to_owned());
            }
        };
        let (engine, pace) = match Strength::ALL.into_iter().find(|level| level.name() == name) {
            Some(level) => {
                // As on the desktop, as long as the person changes nothing.
                let rng = seed.derive(seat.index() as u64).rng();
                (Engine::new(level.engine_kind(), Strength::TABLE), Pace::Level(level, rng))
            }
            None => {
                let kind: EngineKind = name.parse().map_err(|_| format!("there is no player {name}"))?;
                (Engine::new(kind, TABLE), Pace::Nodes(NODES))
            }
        };
        Ok(Entrant { name: name.to_owned(), player: Some(Box::new(Thinker { engine, pace })) })
    }

    fn scene(start: &Game, moves: &[Move], viewer: Viewer) -> Value {
        let mut game = start.clone();
        moves.iter().for_each(|&chosen| _ = game.make(chosen));
        let board = game.position().board();
        let letter = |number| match board.piece_on(Square::new(number)?)? {
            Piece { side: Side::Black, is_king: false } => Some("b"),
            Piece { side: Side::Black, is_king: true } => Some("B"),
            Piece { side: Side::White, is_king: false } => Some("w"),
            Piece { side: Side::White, is_king: true } => Some("W"),
        };
        let is_asked = match pipsqueak_core::game::Game::turn(&game) {
            Turn::Of(seat, _) => viewer == Viewer::Person(seat),
            Turn::Over(_) => false,
        };
        let options = if is_asked { legal(&game) } else { Vec::new() };
        let ending = match game.ending() {
            Some(Ending::Won(_)) => Some("no move is left"),
            Some(Ending::Idle) => Some("nothing was taken for 50 turns"),
            Some(Ending::Repeated) => Some("the position occurred for the third time"),
            None => None,
        };
        let option = |chosen: Move| {
            let (path, taken) = (numbers(chosen.path()), numbers(chosen.effect().taken.in_order()));
            json!({ "text": chosen.to_string(), "path": path, "taken": taken })
        };
        json!({
            "squares": (1..=32).map(letter).collect::<Vec<_>>(),
            "options": options.into_iter().map(option).collect::<Vec<_>>(),
            "last": numbers(moves.last().iter().flat_map(|chosen| chosen.path())),
            "ending": ending,
            "mustJump": board.must_jump(),
            "isBlack": viewer.seat() == Seat::First,
            "quiet": game.position().since_jump(),
            "pieces": { "b": board.pieces(Side::Black).len(), "w": board.pieces(Side::White).len() },
        })
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        pdn::read_move(self.position().board(), text.trim_ascii()).map_err(|error| error.to_string())
    }

    fn move_text(&self, chosen: Move) -> String {
        chosen.to_string()
    }

    /// Nothing is hidden: the person's last move and those after it are taken back.
    fn kept_by_undo(moves: &[Move], person: Seat) -> Option<usize> {
        let n_moves = moves.len();
        let is_own = |place: usize| place % 2 == person.index();
        (0..n_moves).rev().find(|&place| is_own(place))
    }

    fn advise(view: &View) -> Result<(Move, String), String> {
        let mut engine = Engine::new(EngineKind::Expert, TABLE);
        let chosen = engine.think(view, Limits::of_nodes(HINT_NODES)).ok_or("there is no legal move")?;
        Ok((chosen, format!("The expert would play {chosen}.")))
    }

    fn record(start: &Game, seed: Seed, players: [&str; 2], moves: &[Move]) -> Result<Vec<u8>, String> {
        record::written(start.clone(), seed, players, moves).map_err(String::from)
    }

    fn read_record(text: &str) -> Option<Result<Vec<LoadedGame<Game>>, String>> {
        // PDN begins with a tag or a move.
        let is_ours = !text.trim_ascii_start().starts_with('{');
        let game = |game: record::RecordedGame| {
            let name = |tag| game.tag(tag).unwrap_or("?").to_owned();
            let start = Game::new(Position::new(game.start, Default::default()));
            LoadedGame { seed: None, players: [name("Black"), name("White")], start, moves: game.moves }
        };
        let read = || record::read(text).map(|games| games.into_iter().map(game).collect());
        is_ours.then(|| read().map_err(|error| error.to_string()))
    }
}

fn legal(game: &Game) -> Vec<Move> {
    let mut room = [Move::default(); MAX_MOVES];
    let n_moves = game.position().board().moves(&mut room).unwrap_or(0);
    room.get(..n_moves).unwrap_or_default().to_vec()
}

fn numbers(squares: impl Iterator<Item = Square>) -> Vec<u8> {
    squares.map(Square::number).collect()
}

/// A strategy with its transposition table.
struct Engine {
    kind: EngineKind,
    slots: Vec<Slot>,
    stack: Box<SearchStack<Position, PLIES, MOVES>>,
    n_searches: u32,
}

impl Engine {
    fn new(kind: EngineKind, table_bytes: usize) -> Engine {
        let stack = Box::new(SearchStack::new(Position::START));
        Engine { kind, slots: vec![Slot::default(); table_bytes / size_of::<Slot>()], stack, n_searches: 0 }
    }

    fn think(&mut self, view: &View, limits: Limits) -> Option<Move> {
        self.n_searches = self.n_searches.wrapping_add(1);
        let mut table = TranspositionTable::new(&mut self.slots, self.n_searches);
        let mut clock = PageClock { start: crate::exports::micros() };
        self.kind.search_with_any_clock(view, self.stack.slices(), &mut table, limits, &mut clock).best
    }
}

/// The page's clock since a search began.
struct PageClock {
    start: u32,
}

impl Clock for PageClock {
    fn micros(&mut self) -> u32 {
        crate::exports::micros().wrapping_sub(self.start)
    }
}

/// A player's search limits.
enum Pace {
    Level(Strength, GameRng),
    Nodes(u64),
}

/// A program that plays checkers.
struct Thinker {
    engine: Engine,
    pace: Pace,
}

impl Player<Game> for Thinker {
    type Error = String;

    fn choose(&mut self, view: &View) -> Result<Move, String> {
        let Thinker { engine, pace } = self;
        match pace {
            Pace::Level(level, rng) => Ok(level.choose(rng, view, |limits| engine.think(view, limits))),
            Pace::Nodes(nodes) => {
                engine.think(view, Limits::of_nodes(*nodes)).ok_or_else(|| "there is no legal move".to_owned())
            }
        }
    }
}
