//! A Five-O view as one line of text that a person can read: `9s | Jh8h 5c 5d9d Kc 3s | 4h8c 3h 2s6d Qc 2h`.
//!
//! First the card to place, then the own columns, then the opponent's; a `*` stands for a face-down card.

use pipsqueak_core::cards::{Card, Cards};
use pipsqueak_core::games::fiveo::{Column, Columns, TableView};

/// The view as text.
pub fn write(view: &TableView) -> String {
    let own = Column::ALL.map(|column| cards(view.own(column)));
    let opponent = Column::ALL.map(|column| {
        let star = if view.opponent_face_down().contains(column) { "*" } else { "" };
        cards(view.opponent(column)) + star
    });
    format!("{} | {} | {}", view.card(), own.join(" "), opponent.join(" "))
}

/// Parses a view; `None` if the text is not one.
pub fn read(text: &str) -> Option<TableView> {
    let mut parts = text.split('|').map(str::trim);
    let (card, own, opponent) = (parts.next()?, parts.next()?, parts.next()?);
    let columns = |text: &str| -> Option<[Cards; 5]> {
        let columns: Vec<Cards> = text.split(' ').map(read_cards).collect::<Option<_>>()?;
        columns.try_into().ok()
    };
    let starred = opponent.split(' ').zip(Column::ALL).filter(|(text, _)| text.ends_with('*'));
    let face_down: Columns = starred.map(|(_, column)| column).collect();
    TableView::check(columns(own)?, columns(&opponent.replace('*', ""))?, face_down, card.parse().ok()?).ok()
}

/// Cards from the lowest rank to the highest, without spaces.
fn cards(cards: Cards) -> String {
    let mut sorted: Vec<Card> = cards.iter().collect();
    sorted.sort_by_key(|card| (card.rank(), card.suit()));
    sorted.iter().map(Card::to_string).collect()
}

fn read_cards(text: &str) -> Option<Cards> {
    text.as_bytes().chunks(2).map(|card| std::str::from_utf8(card).ok()?.parse::<Card>().ok()).collect()
}
