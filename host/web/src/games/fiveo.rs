//! Five-O on the page.

use std::cmp::Ordering;
use std::str::FromStr;

use pipsqueak_core::cards::{Card, Cards};
use pipsqueak_core::game::{Game, Seat, Turn};
use pipsqueak_core::games::fiveo::champion::{Champion, MAX_BYTES, Provenance};
use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind, Evolved};
use pipsqueak_core::games::fiveo::{Column, Strength, Table, TableView};
use pipsqueak_core::link::LinkGame;
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::Program;
use pipsqueak_lab::games::fiveo::{card_text, why};
use pipsqueak_lab::json_lines::{JsonLines, RecordedGame};
use pipsqueak_lab::{SHIPPED, text};
use serde_json::{Value, json};

use super::{About, Entrant, Level, LoadedGame, Opponent, PageGame, Viewer, asked_by_the_page};

const LEVELS: &[Level] = &[
    Level { name: "random", about: "places cards at random" },
    Level { name: "greedy", about: "makes the strongest column it can at once" },
    Level { name: "pairing", about: "builds pairs and what grows from them" },
    Level { name: "weighted-pairing", about: "pairs where the opponent is weak" },
    Level { name: "full-strategy", about: "weighs every kind of hand" },
    Level { name: "tactician", about: "spares good draws, gives up lost columns" },
    Level { name: "champion", about: "evolved: the player that boards come with" },
];

impl PageGame for Table {
    const ABOUT: &'static About = &About {
        name: <Table as JsonLines>::NAME,
        title: "Five-O",
        id: Table::ID,
        levels: LEVELS,
        default_opponent: SHIPPED,
        record: "jsonl",
        has_champions: true,
    };

    fn new_game(seed: Seed) -> Table {
        Table::deal(seed)
    }

    fn opponent(&self, asked: &Opponent, seed: Seed, seat: Seat) -> Result<Entrant<Table>, String> {
        if let Some((name, player)) = evolved(asked)? {
            return Ok(Entrant { name, player: Some(Box::new(Tireless(player))) });
        }
        match asked {
            Opponent::Board(name) => Ok(asked_by_the_page(name)),
            Opponent::Level(name) => {
                let name = Self::ABOUT.level(name)?.name;
                let strategy = BaselineKind::from_str(name).map_err(|_| "this level has no player")?;
                let player = Tireless(Baseline::new(strategy, seed, seat));
                Ok(Entrant { name: name.to_owned(), player: Some(Box::new(player)) })
            }
            Opponent::Champion(_) | Opponent::Tree(_) => Err("this is not a player of Five-O".to_owned()),
        }
    }

    fn scene(start: &Table, moves: &[Column], viewer: Viewer) -> Value {
        let near = viewer.seat();
        let mut lying = Seat::BOTH.map(|seat| {
            Column::ALL.map(|column| start.face_up(seat, column).iter().map(Some).collect::<Vec<Option<Card>>>())
        });
        let (mut table, mut last) = (start.clone(), None);
        let ended = {
            let mut end = start.clone();
            moves.iter().for_each(|&column| _ = end.play(column));
            matches!(end.turn(), Turn::Over(_))
        };
        for &column in moves {
            let Turn::Of(seat, view) = table.turn() else { break };
            let is_hidden = seat != near && view.is_last_round() && !ended && viewer != Viewer::Anybody;
            let card = (!is_hidden).then(|| view.card());
            lying[seat.index()][column.index()].push(card);
            last = Some((seat, column, card));
            let _ = table.play(column);
        }
        let asked = match table.turn() {
            Turn::Of(seat, view) if seat == near || viewer == Viewer::Anybody => Some(view),
            _ => None,
        };
        let (card, open) = (asked.as_ref().map(TableView::card), asked.as_ref().map(TableView::open));
        let last = last.map(
            |(seat, column, card)| json!({ "own": seat == near, "column": column.index(), "card": card.map(letters) }),
        );
        let n_own: usize = lying[near.index()].iter().map(Vec::len).sum();
        json!({
            "card": card.map(letters),
            "cardName": card.map(card_text::card),
            "open": open.iter().flat_map(|open| open.iter()).map(Column::index).collect::<Vec<_>>(),
            "columns": Column::ALL.map(|column| column_of(&lying, near, column)),
            "last": last,
            "round": (n_own.saturating_sub(5) + 1).min(20),
        })
    }

    fn read_move(&self, text: &str) -> Result<Column, String> {
        let number = if let [digit @ b'1'..=b'9'] = text.trim_ascii().as_bytes() { Some(digit - b'1') } else { None };
        number
            .and_then(Column::new)
            .ok_or_else(|| format!("{} is not a column: columns are 1 to 5", text::quoted(text)))
    }

    fn move_text(&self, chosen: Column) -> String {
        (chosen.index() + 1).to_string()
    }

    /// Nothing can be taken back: a player who has placed a card has seen the next one.
    fn kept_by_undo(_: &[Column], _: Seat) -> Option<usize> {
        None
    }

    fn advise(view: &TableView) -> Result<(Column, String), String> {
        let (_, player) = evolved(&Opponent::Level(SHIPPED.to_owned()))?.ok_or("there is no champion")?;
        Ok((player.column(view), why::advice(&player, view).unwrap_or_default()))
    }

    fn explains(asked: &Opponent) -> bool {
        matches!(evolved(asked), Ok(Some(_)))
    }

    fn why(asked: &Opponent, view: &TableView) -> Result<Value, String> {
        let (_, player) = evolved(asked)?.ok_or("only an evolved player's moves can be explained")?;
        Ok(json!(why::why(&player, view).ok_or("no column was open")?))
    }

    /// The fifth cards lie face down until the end, and an explanation would reveal them.
    fn may_explain(&self) -> bool {
        !matches!(self.turn(), Turn::Of(_, view) if view.n_lying() > 40)
    }

    fn record(start: &Table, seed: Seed, players: [&str; 2], moves: &[Column]) -> Result<Vec<u8>, String> {
        RecordedGame::dealt(start.clone(), seed, players, moves).text().map_err(String::from)
    }

    fn read_record(text: &str) -> Option<Result<Vec<LoadedGame<Table>>, String>> {
        super::read_json_lines(text)
    }

    fn describe_champion(bytes: &[u8]) -> Result<[String; 2], String> {
        let champion = Champion::decode(bytes).map_err(|error| error.to_string())?;
        let Evolved { tree, constants, .. } = &champion.player;
        let text = Program::new(tree, constants).to_string();
        let about = format!("{} nodes, height {}", tree.n_nodes(), tree.height());
        Ok([about, text])
    }
}

/// The evolved opponent with its name, checked as on the desktop; `None` for other opponents.
fn evolved(asked: &Opponent) -> Result<Option<(String, Evolved)>, String> {
    let of_bytes = |bytes: &[u8]| {
        let champion = Champion::decode(bytes).map_err(|error| error.to_string())?;
        let name = if champion.name.is_empty() { "a written tree" } else { &champion.name };
        Ok(Some((text::name(name, 32), champion.player)))
    };
    match asked {
        Opponent::Level(name) if name == SHIPPED => of_bytes(pipsqueak_app::BUILT_IN),
        Opponent::Champion(bytes) => of_bytes(bytes),
        Opponent::Tree(text) => {
            let player = Evolved::parse(text).map_err(|error| format!("the tree cannot be read: {error}"))?;
            Ok(Some(("your tree".to_owned(), player)))
        }
        Opponent::Level(_) | Opponent::Board(_) => Ok(None),
    }
}

/// Encodes a tree's text as a champion.
pub fn champion_of_tree(text: &str) -> Result<Vec<u8>, String> {
    let player = Evolved::parse(text).map_err(|error| format!("the tree cannot be read: {error}"))?;
    let champion = Champion { name: heapless::String::new(), player, provenance: Provenance::default() };
    champion.encode(&mut [0; MAX_BYTES]).map(<[u8]>::to_vec).map_err(|error| error.to_string())
}

/// A program that never fails, as a player that can.
struct Tireless<P>(P);

impl<P: pipsqueak_core::game::Player<Table, Error = core::convert::Infallible>> pipsqueak_core::game::Player<Table>
    for Tireless<P>
{
    type Error = String;

    fn choose(&mut self, view: &TableView) -> Result<Column, String> {
        self.0.choose(view).map_err(|never| match never {})
    }
}

/// A card's text.
fn letters(card: Card) -> String {
    card.to_string()
}

/// One column of both seats, as far as its cards are known; unknown ones are `null`.
fn column_of(lying: &[[Vec<Option<Card>>; 5]; 2], near: Seat, column: Column) -> Value {
    let [own, other] = [near, near.other()].map(|seat| &lying[seat.index()][column.index()]);
    let [own_known, other_known] = [own, other].map(|cards| cards.iter().flatten().copied().collect::<Cards>());
    let [own, other] = [own, other].map(|cards| cards.iter().map(|card| card.map(letters)).collect::<Vec<_>>());
    json!({
        "own": own,
        "ownHand": card_text::hand(own_known),
        "other": other,
        "otherHand": card_text::hand(other_known),
        "lead": match Strength::of(own_known).cmp(&Strength::of(other_known)) {
            Ordering::Greater => "own",
            Ordering::Less => "other",
            Ordering::Equal => "level",
        },
    })
}
