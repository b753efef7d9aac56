//! Names of cards and hands for people. Knows no game in progress, screen or file.

use pipsqueak_core::cards::{Card, Cards, Rank, Suit};
use pipsqueak_core::games::fiveo::{Category, Strength};

/// The longest text that [`hand`] returns; the table on the screen is drawn for it.
pub const LONGEST_HAND: usize = 15;

/// A card in full, as in "king of clubs".
pub fn card(card: Card) -> String {
    let suit = match card.suit() {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    };
    format!("{} of {suit}", rank(card.rank()))
}

/// The sign of a suit.
pub const fn sign(suit: Suit) -> char {
    match suit {
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
        Suit::Hearts => '♥',
        Suit::Spades => '♠',
    }
}

/// The name of a column of one to five cards: the hand it has made, else the hand it is drawing to.
pub fn hand(cards: Cards) -> String {
    let (kind, ranks) = hand_kind(cards);
    let Some(&leading) = ranks.first() else { return kind.to_owned() };
    match kind {
        "high" => format!("{} high", rank(leading)),
        "pair" => format!("pair of {}", plural(leading)),
        "two pairs" => format!("{} & {}", plural(leading), plural(*ranks.last().unwrap_or(&leading))),
        "straight" => format!("straight to {}", figure(leading)),
        "flush" => format!("flush, {} high", figure(leading)),
        "full house" => format!("{} full", plural(leading)),
        "three" | "four" => format!("{kind} {}", plural(leading)),
        "to a flush" | "to a straight" => format!("{} {kind}", cards.len()),
        _ => kind.to_owned(),
    }
}

/// The kind of hand that a column has made or is drawing to, and the ranks that name it, for any language.
pub fn hand_kind(cards: Cards) -> (&'static str, Vec<Rank>) {
    let strength = Strength::of(cards);
    let Some(leading) = strength.leading_rank() else { return ("nothing", Vec::new()) };
    let kind = match strength.category() {
        Category::HighCard => draw(cards).unwrap_or("high"),
        Category::Pair => "pair",
        Category::TwoPairs => {
            let lower = cards.multiplicity().twice.iter().next().unwrap_or(leading);
            return ("two pairs", vec![leading, lower]);
        }
        Category::Trips => "three",
        Category::Straight => "straight",
        Category::Flush => "flush",
        Category::FullHouse => "full house",
        Category::Quads => "four",
        Category::StraightFlush if leading == Rank::ACE => "royal flush",
        Category::StraightFlush => "straight flush",
    };
    (kind, vec![leading])
}

/// The hand that three or four cards without a pair are drawing to.
fn draw(cards: Cards) -> Option<&'static str> {
    let n_cards = cards.len();
    if !(3..=4).contains(&n_cards) {
        return None;
    }
    if cards.is_one_suit() {
        Some("to a flush")
    } else if cards.ranks().runs_within(Cards::ALL.ranks()).any() {
        Some("to a straight")
    } else {
        None
    }
}

fn rank(rank: Rank) -> &'static str {
    const NAMES: [&str; 13] =
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
    NAMES[usize::from(rank.index())]
}

fn plural(of: Rank) -> String {
    let name = rank(of);
    if name == "six" { "sixes".to_owned() } else { format!("{name}s") }
}

fn figure(rank: Rank) -> String {
    if rank.letter() == 'T' { "10".to_owned() } else { rank.letter().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipsqueak_core::cards::Deck;
    use pipsqueak_core::random::Seed;

    fn cards(text: &str) -> Cards {
        text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn hands_are_named_as_people_name_them() {
        for (text, expected) in [
            ("Kc", "king high"),
            ("Kc 7d 2s", "king high"),
            ("Kc Kd", "pair of kings"),
            ("6c 6d Qs Qh 2c", "queens & sixes"),
            ("7c 7d 7s", "three sevens"),
            ("Ac 2d 3s 4s 5s", "straight to 5"),
            ("Tc 9d 8s 7s 6s", "straight to 10"),
            ("2h 4h 6h 8h Qh", "flush, Q high"),
            ("2h 2s 2d Ah As", "twos full"),
            ("9h 9s 9d 9c", "four nines"),
            ("9h Th Jh Qh Kh", "straight flush"),
            ("Ah Th Jh Qh Kh", "royal flush"),
            ("2h 4h 6h 8h", "4 to a flush"),
            ("2h 4h 6h", "3 to a flush"),
            ("2h 3s 5h Ad", "4 to a straight"),
        ] {
            assert_eq!(hand(cards(text)), expected, "{text}");
        }
        assert_eq!(hand(Cards::EMPTY), "nothing");
    }

    #[test]
    fn every_hands_name_fits_into_a_column() {
        for seed in 0..5000 {
            let deck = Deck::shuffled(&mut Seed(seed).rng());
            for n_cards in 1..=5 {
                let text = hand(deck.cards()[..n_cards].iter().copied().collect());
                assert!(text.chars().count() <= LONGEST_HAND, "{text}");
            }
        }
    }
}
