//! Five-O records as JSON Lines, and as text: the deal, a line for each pair of moves, the final table.

use core::fmt::{self, Write};

use pipsqueak_core::cards::{Card, Deck};
use pipsqueak_core::game::{Game, Points, Seat};
use pipsqueak_core::games::fiveo::{Column, Table};
use pipsqueak_core::random::Seed;
use serde_json::{Value, json};

use super::card_text;
use crate::json_lines::{Fields, JsonLines, NAME_WIDTH, RecordedGame, field};
use crate::text::quoted;

/// The width of five cards and their hand's name.
const HAND_WIDTH: usize = 16 + card_text::LONGEST_HAND;

/// The card of a line.
fn card_of(text: &str) -> Result<Card, String> {
    text.parse().map_err(|error| format!("malformed: {} is not a card: {error}", quoted(text)))
}

impl JsonLines for Table {
    const NAME: &'static str = "fiveo";

    /// A game recorded without a seed has a hidden deck, of which only the drawn cards are known.
    fn open(seed: Option<Seed>, deal: &Fields, steps: &[Fields]) -> Result<Table, String> {
        let dealt: Vec<Vec<&str>> = field(deal, "deal")?;
        let drawn: Vec<&str> = steps.iter().map(|step| field(step, "card")).collect::<Result<_, _>>()?;
        let cards: Vec<Card> = dealt.into_iter().flatten().chain(drawn).map(card_of).collect::<Result<_, _>>()?;
        Ok(seed.map_or_else(|| Table::with_deck(Deck::in_order(cards.iter().copied())), Table::deal))
    }

    fn deal_fields(&self) -> Value {
        json!({ "deal": Seat::BOTH.map(|seat| Column::ALL.map(|column| first(self, seat, column).to_string())) })
    }

    fn chosen(step: &Fields) -> Result<Column, String> {
        card_of(field(step, "card")?)?;
        let column = field(step, "column")?;
        Column::new(column).ok_or_else(|| format!("there is no column {column}: columns are 0 to 4"))
    }

    fn step_fields(before: &Table, _: &Table, seat: Seat, column: Column) -> Value {
        // A move was made, so there was a card.
        let card = before.seen_by(seat).card().unwrap_or(Card::ALL[0]);
        json!({ "card": card.to_string(), "column": column.index() })
    }

    fn end_fields(&self, points: Points) -> Value {
        json!({ "columns": points.0 })
    }

    fn is_same(told: &str, expected: &str) -> bool {
        told.parse::<Card>().is_ok_and(|told| expected.parse() == Ok(told))
    }
}

/// The first card of a column.
fn first(table: &Table, seat: Seat, column: Column) -> Card {
    table.column(seat, column).iter().next().unwrap_or(Card::ALL[0])
}

/// Every card placed, with its seat and column, in order.
fn placements(game: &RecordedGame<Table>) -> Vec<(Seat, Card, Column)> {
    let placed =
        |(before, _, seat, column): (Table, _, Seat, Column)| Some((seat, before.seen_by(seat).card()?, column));
    game.played().filter_map(placed).collect()
}

/// The cards of a column in the order of placement.
pub fn column_of(game: &RecordedGame<Table>, seat: Seat, column: Column) -> Vec<Card> {
    let placed = placements(game).into_iter().filter(|&(mover, _, to)| (mover, to) == (seat, column));
    core::iter::once(first(&game.start, seat, column)).chain(placed.map(|(_, card, _)| card)).collect()
}

/// Shows a game.
pub fn show(game: &RecordedGame<Table>, out: &mut dyn Write) -> fmt::Result {
    let ([first_name, second_name], _) = game.heading(NAME_WIDTH);
    writeln!(out, "      {first_name:NAME_WIDTH$}  {second_name}")?;
    let dealt = Seat::BOTH.map(|seat| line_of(&Column::ALL.map(|column| first(&game.start, seat, column))));
    writeln!(out, "deal  {:NAME_WIDTH$}  {}", dealt[0], dealt[1])?;
    let placed = placements(game);
    for (number, pair) in (1..).zip(placed.chunks(2)) {
        let text = |place: usize| {
            pair.get(place)
                .map_or(String::new(), |(_, card, column)| format!("{card} to column {}", column.index() + 1))
        };
        writeln!(out, "{number:4}  {:NAME_WIDTH$}  {}", text(0), text(1))?;
    }
    let end = game.end();
    writeln!(out, "\n      {first_name:HAND_WIDTH$}  {second_name:HAND_WIDTH$}  taken by")?;
    for column in Column::ALL {
        let [ours, theirs] = Seat::BOTH.map(|seat| {
            format!("{}  {}", line_of(&column_of(game, seat, column)), card_text::hand(end.column(seat, column)))
        });
        let taker = end.column_winner(column).map_or("neither", |seat| [&first_name, &second_name][seat.index()]);
        writeln!(out, "{:4}  {ours:HAND_WIDTH$}  {theirs:HAND_WIDTH$}  {taker}", column.index() + 1)?;
    }
    let points = end.points();
    match points.winner() {
        Some(seat) => {
            let name = [first_name, second_name][seat.index()].clone();
            writeln!(out, "\n{name} wins {} to {}.", points.of(seat), points.of(seat.other()))
        }
        None => writeln!(out, "\nA tie, {} to {}.", points.0[0], points.0[1]),
    }
}

fn line_of(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}
