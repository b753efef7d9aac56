//! Facts about squares, sets of them, and how they lie in a word.

use super::*;

/// The neighbour by rows and columns.
fn neighbour(square: Square, direction: Direction) -> Option<Square> {
    let row = if direction.is_up() { square.row().checked_sub(1)? } else { square.row() + 1 };
    let right = matches!(direction, Direction::DownRight | Direction::UpRight);
    let column = if right { square.column() + 1 } else { square.column().checked_sub(1)? };
    Square::of_row_and_column(row, column)
}

#[test]
fn every_number_has_a_place_of_its_own() {
    for number in 1..=32 {
        assert_eq!(Square::new(number).unwrap().number(), number);
    }
    assert_eq!((Square::new(0), Square::new(33)), (None, None));
    assert_eq!((1..=32).filter_map(Square::new).collect::<Squares>(), Squares::ALL);
}

#[test]
fn a_set_holds_a_square_once_and_tells_which_it_holds() {
    let set: Squares = [5, 32, 5].into_iter().filter_map(Square::new).collect();
    assert_eq!(set.in_order().map(Square::number).collect::<std::vec::Vec<_>>(), [5, 32]);
    let told = std::format!("{set:?}");
    assert!(told.contains('5') && told.contains("32"), "{told}");
}

#[test]
fn a_rotation_is_a_step_for_every_square_and_way() {
    for square in Squares::ALL {
        for direction in Direction::ALL {
            let expected: Squares = neighbour(square, direction).into_iter().collect();
            assert_eq!(square.alone().toward(direction), expected, "{square} {direction:?}");
            for seen in expected {
                assert!(seen.alone().seen_from(direction).contains(square));
            }
            let landing = neighbour(square, direction).and_then(|over| neighbour(over, direction));
            let jumps = Squares::ALL.jumped_from(Squares::ALL, direction).contains(square);
            assert_eq!(jumps, landing.is_some(), "{square} {direction:?}");
        }
    }
}

#[test]
fn the_named_sets_are_those_of_the_diagram() {
    let numbers = |set: Squares| set.in_order().map(Square::number).collect::<std::vec::Vec<_>>();
    assert_eq!(numbers(Squares::BLACK_HOME), [1, 2, 3, 4]);
    assert_eq!(numbers(Squares::WHITE_HOME), [29, 30, 31, 32]);
    assert_eq!(numbers(Squares::CENTRE), [14, 15, 18, 19]);
    // The single corners: 29 is at the bottom left, 4 at the top right.
    let corner = |number| Square::new(number).map(|square| (square.row(), square.column()));
    assert_eq!((corner(29), corner(4)), (Some((7, 0)), Some((0, 7))));
}

#[test]
fn numbered_bits_read_back() {
    assert_eq!(Squares::from_numbered(0b1111), Squares::BLACK_HOME);
    for bits in [0, 1, 0x8000_0000, 0xdead_beef, u32::MAX] {
        assert_eq!(Squares::from_numbered(bits).to_numbered(), bits);
    }
}
