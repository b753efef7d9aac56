//! Five-O on the page.

use std::cmp::Ordering;
use std::str::FromStr;

use pipsqueak_core::cards::{Card, Cards};
use pipsqueak_core::game::{Game, Player, Seat, Turn};
use pipsqueak_core::games::fiveo::champion::{Champion, MAX_BYTES, Provenance};
use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind, Evolved};
use pipsqueak_core::games::fiveo::{Column, FiveO, Strength, Table, TableView};
use pipsqueak_core::link::LinkGame;
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::Program;
use pipsqueak_lab::games::fiveo::champions::shipped;
use pipsqueak_lab::games::fiveo::{card_text, why};
use pipsqueak_lab::json_lines::{JsonLines, RecordedGame};
use pipsqueak_lab::{SHIPPED, text};
use serde_json::{Value, json};

use super::{About, Entrant, Judged, Level, LoadedGame, Opponent, PageGame, Viewer, asked_by_the_page};

/// Games that are played out from every open column, with the same cards for all columns.
const ROLLOUTS: u32 = 120;
const ROLLOUT_SEED: u64 = 1;

const LEVELS: &[Level] = &[
    Level { name: "random", about: "places cards at random" },
    Level { name: "greedy", about: "makes the strongest column it can at once" },
    Level { name: "pairing", about: "builds pairs and what grows from them" },
    Level { name: "weighted-pairing", about: "pairs where the opponent is weak" },
    Level { name: "full-strategy", about: "weighs every kind of hand" },
    Level { name: "tactician", about: "spares good draws, gives up lost columns" },
    Level { name: "report-3", about: "evolved as in the student report: its third experiment" },
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

    fn new_game(seed: Seed, size: Option<[u8; 2]>) -> Result<Table, String> {
        super::of_one_size(Table::deal(seed), size)
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

    fn advise(view: &TableView) -> Result<(Column, Value), String> {
        Self::why(&Opponent::Level(SHIPPED.to_owned()), view)
    }

    fn why(asked: &Opponent, view: &TableView) -> Result<(Column, Value), String> {
        let own = evolved(asked).ok().flatten();
        let adviser =
            || evolved(&Opponent::Level(SHIPPED.to_owned()))?.ok_or_else(|| "there is no champion".to_owned());
        let (is_own, (name, player)) = (own.is_some(), own.map_or_else(adviser, Ok)?);
        let mut why = json!(why::why(&player, view).ok_or("no column was open")?);
        why["by"] = if is_own { Value::Null } else { name.into() };
        Ok((player.column(view), why))
    }

    /// By rollouts: a baseline plays all open columns to the end with the same unseen cards.
    fn judge(view: &TableView, chosen: Column) -> Result<Option<Judged<Column>>, String> {
        let values: Vec<(Column, f64)> = view.open().iter().map(|column| (column, rollouts(view, column))).collect();
        let value =
            |wanted: Column| values.iter().find(|(column, _)| *column == wanted).map_or(0.0, |(_, value)| *value);
        let Some(&(better, best)) = values.iter().max_by(|a, b| a.1.total_cmp(&b.1)) else { return Ok(None) };
        let played = value(chosen);
        let why = json!({ "card": letters(view.card()), "chances": [played, best] });
        Ok((values.len() > 1).then_some(Judged { better, cost: best - played, least: 0.03, why }))
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
        Ok([super::tree_size(tree.n_nodes(), tree.height()), text])
    }

    fn champion_of_tree(text: &str) -> Result<Vec<u8>, String> {
        // The laboratory's parser says which word is wrong, and which was meant.
        let written = text.split_once(':').map_or(text, |(_, written)| written);
        pipsqueak_lab::trees::parse::<FiveO>(written).map_err(|error| error.to_string())?;
        let player = Evolved::parse(text).map_err(|error| format!("the tree cannot be read: {error}"))?;
        let champion = Champion { name: heapless::String::new(), player, provenance: Provenance::default() };
        champion.encode(&mut [0; MAX_BYTES]).map(<[u8]>::to_vec).map_err(|error| error.to_string())
    }

    fn vocabulary() -> Value {
        json!(pipsqueak_lab::trees::VocabularyListing::of::<FiveO>())
    }
}

/// How often the tactician wins from a column on, playing both seats; a tie counts half.
fn rollouts(view: &TableView, column: Column) -> f64 {
    let mut rng = Seed(ROLLOUT_SEED).rng();
    let won = (0..ROLLOUTS).map(|_| {
        let mut table = view.determinize(&mut rng);
        let Turn::Of(mover, _) = table.turn() else { return 0.0 };
        let mut policy = Baseline::new(BaselineKind::Tactician, Seed(ROLLOUT_SEED), mover);
        let mut next = Some(column);
        while let Some(column) = next {
            if table.play(column).is_err() {
                return 0.0;
            }
            next = match table.turn() {
                Turn::Of(_, view) => policy.choose(&view).ok(),
                Turn::Over(points) => {
                    let ahead = points.of(mover).cmp(&points.of(mover.other()));
                    return f64::from(ahead as i8 + 1) / 2.0;
                }
            };
        }
        0.0
    });
    won.sum::<f64>() / f64::from(ROLLOUTS)
}

/// The evolved opponent with its name, checked as on the desktop; `None` for other opponents.
fn evolved(asked: &Opponent) -> Result<Option<(String, Evolved)>, String> {
    let of_bytes = |bytes: &[u8]| {
        let champion = Champion::decode(bytes).map_err(|error| error.to_string())?;
        let name = if champion.name.is_empty() { "a written tree" } else { &champion.name };
        Ok(Some((text::name(name, 32), champion.player)))
    };
    match asked {
        Opponent::Level(name) => shipped(name).map_or(Ok(None), of_bytes),
        Opponent::Champion(bytes) => of_bytes(bytes),
        Opponent::Tree(text) => {
            let player = Evolved::parse(text).map_err(|error| format!("the tree cannot be read: {error}"))?;
            Ok(Some(("your tree".to_owned(), player)))
        }
        Opponent::Board(_) => Ok(None),
    }
}

/// A program that never fails, as a player that can.
struct Tireless<P>(P);

impl<P: Player<Table, Error = core::convert::Infallible>> Player<Table> for Tireless<P> {
    type Error = String;

    fn choose(&mut self, view: &TableView) -> Result<Column, String> {
        self.0.choose(view).map_err(|never| match never {})
    }
}

/// A card's text.
fn letters(card: Card) -> String {
    card.to_string()
}

/// A hand as its kind and the ranks that name it; the page puts it into words.
fn hand(cards: Cards) -> Value {
    let (kind, ranks) = card_text::hand_kind(cards);
    json!({ "kind": kind, "ranks": ranks.into_iter().map(|rank| rank.letter()).collect::<String>(), "cards": cards.len() })
}

/// One column of both seats, as far as its cards are known; unknown ones are `null`.
fn column_of(lying: &[[Vec<Option<Card>>; 5]; 2], near: Seat, column: Column) -> Value {
    let [own, other] = [near, near.other()].map(|seat| &lying[seat.index()][column.index()]);
    let [own_known, other_known] = [own, other].map(|cards| cards.iter().flatten().copied().collect::<Cards>());
    let [own, other] = [own, other].map(|cards| cards.iter().map(|card| card.map(letters)).collect::<Vec<_>>());
    json!({
        "own": own,
        "ownHand": hand(own_known),
        "other": other,
        "otherHand": hand(other_known),
        "lead": match Strength::of(own_known).cmp(&Strength::of(other_known)) {
            Ordering::Greater => "own",
            Ordering::Less => "other",
            Ordering::Equal => "level",
        },
    })
}
