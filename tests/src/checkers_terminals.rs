//! A reference implementation of checkers' terminals: square by square on a board of letters, turned so that the side's
//! home row is the first; and random trees over that vocabulary.

use pipsqueak_core::games::checkers::{Board, Checkers, Side, Square, Terminal};
use pipsqueak_core::random::{self, Seed};
use pipsqueak_core::tree::{GrowthShape, IntegerConstants, Node, PrimitiveSet, Tree};

/// `o` and `O` are the side's man and king, `x` and `X` the opponent's.
type Letters = [[char; 8]; 8];

const WAYS: [(i32, i32); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

/// A terminal's value for a side, by its definition.
pub fn value(board: &Board, side: Side, terminal: Terminal) -> i32 {
    let seen = Seen { letters: letters(board, side), is_to_move: board.turn() == side };
    let on_row = |wanted: i32| seen.count(|letter, row, _| letter == 'o' && row == wanted);
    let flag = i32::from;
    let n_pieces = seen.count(|letter, _, _| letter != ' ');
    let is_middle = |row: i32, column: i32| (2..6).contains(&row) && (2..6).contains(&column);
    match terminal {
        Terminal::Men => seen.count(|letter, _, _| letter == 'o'),
        Terminal::Kings => seen.count(|letter, _, _| letter == 'O'),
        Terminal::OpponentMen => seen.count(|letter, _, _| letter == 'x'),
        Terminal::OpponentKings => seen.count(|letter, _, _| letter == 'X'),
        Terminal::OpponentHasKing => flag(seen.count(|letter, _, _| letter == 'X') > 0),
        Terminal::IsAhead => {
            flag(seen.count(|letter, _, _| is_own(letter)) > seen.count(|letter, _, _| is_opponents(letter)))
        }
        Terminal::IsToMove => flag(seen.is_to_move),
        Terminal::HasTheMove => {
            // The columns that begin at the mover's home row: from the side's point of view the odd ones, and the even
            // ones are the opponent's.
            let odd = if seen.is_to_move { 1 } else { 0 };
            let is_mover_ahead = seen.count(|letter, _, column| letter != ' ' && column % 2 == odd) % 2 == 1;
            flag(is_mover_ahead == seen.is_to_move)
        }
        Terminal::PiecesLeft => n_pieces,
        Terminal::Exchanged => 24 - n_pieces,
        Terminal::IsEndgame => flag(n_pieces <= 8),
        Terminal::Steps => seen.steps().len() as i32,
        Terminal::SafeSteps => {
            seen.steps().iter().filter(|&&(from, to)| !seen.after(from, to).is_exposed(to)).count() as i32
        }
        Terminal::Hanging => seen.count(|letter, row, column| is_own(letter) && seen.is_exposed((row, column))),
        Terminal::Runaways => seen.count(|letter, row, column| letter == 'o' && seen.is_free_before(row, column)),
        Terminal::BlockedMen => seen.count(|letter, row, column| letter == 'o' && !seen.can_step((row, column))),
        Terminal::TrappedKings => seen.count(|letter, row, column| letter == 'O' && !seen.can_step((row, column))),
        // 28 before 32 from Black's point of view; for White these are 5 and 1.
        Terminal::DogHole => flag(seen.at((6, 7)) == 'o' && is_opponents(seen.at((7, 6)))),
        Terminal::HolesBehind => seen.behind(|letter| letter == ' '),
        Terminal::Backing => seen.behind(is_own),
        Terminal::Home => on_row(0),
        Terminal::Bridge => flag(seen.at((0, 1)) == 'o' && seen.at((0, 5)) == 'o'),
        Terminal::MenOnRow2 => on_row(1),
        Terminal::MenOnRow3 => on_row(2),
        Terminal::MenOnRow4 => on_row(3),
        Terminal::MenOnRow5 => on_row(4),
        Terminal::MenOnRow6 => on_row(5),
        Terminal::MenOnRow7 => on_row(6),
        Terminal::Tempo => (0..8).map(|row| row * on_row(row)).sum(),
        Terminal::Centre => {
            seen.count(|letter, row, column| is_own(letter) && (3..5).contains(&row) && (2..6).contains(&column))
        }
        Terminal::WideCentre => seen.count(|letter, row, column| is_own(letter) && is_middle(row, column)),
        Terminal::KingsInCentre => seen.count(|letter, row, column| letter == 'O' && is_middle(row, column)),
        Terminal::Edges => seen.count(|letter, _, column| is_own(letter) && (column == 0 || column == 7)),
        Terminal::DoubleCorner => {
            seen.count(|letter, row, column| letter == 'O' && [(0, 1), (1, 0), (6, 7), (7, 6)].contains(&(row, column)))
        }
        Terminal::MainRoad => seen.count(|letter, row, column| letter == 'O' && row + column == 7),
    }
}

fn is_own(letter: char) -> bool {
    letter.eq_ignore_ascii_case(&'o')
}

fn is_opponents(letter: char) -> bool {
    letter.eq_ignore_ascii_case(&'x')
}

struct Seen {
    letters: Letters,
    is_to_move: bool,
}

impl Seen {
    /// A letter; `#` beyond the board.
    fn at(&self, (row, column): (i32, i32)) -> char {
        let on_board = (0..8).contains(&row) && (0..8).contains(&column);
        if on_board { self.letters[row as usize][column as usize] } else { '#' }
    }

    fn count(&self, test: impl Fn(char, i32, i32) -> bool) -> i32 {
        let squares = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        squares.filter(|&(row, column)| test(self.at((row, column)), row, column)).count() as i32
    }

    /// The steps of the side's pieces.
    fn steps(&self) -> Vec<((i32, i32), (i32, i32))> {
        let mut steps = Vec::new();
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let n_ways = match self.at((row, column)) {
                'o' => 2,
                'O' => 4,
                _ => 0,
            };
            let to = WAYS.iter().take(n_ways).map(|(down, right)| (row + down, column + right));
            steps.extend(to.filter(|&to| self.at(to) == ' ').map(|to| ((row, column), to)));
        }
        steps
    }

    fn can_step(&self, from: (i32, i32)) -> bool {
        self.steps().iter().any(|(start, _)| *start == from)
    }

    /// The board with a piece moved; crowning does not change which pieces can jump it.
    fn after(&self, (row, column): (i32, i32), to: (i32, i32)) -> Seen {
        let mut letters = self.letters;
        letters[to.0 as usize][to.1 as usize] = letters[row as usize][column as usize];
        letters[row as usize][column as usize] = ' ';
        Seen { letters, is_to_move: self.is_to_move }
    }

    /// Whether an opponent beside a square could jump over it.
    fn is_exposed(&self, (row, column): (i32, i32)) -> bool {
        WAYS.iter().any(|(down, right)| {
            let from = self.at((row + down, column + right));
            // The opponent's men move toward the side's home.
            (from == 'X' || from == 'x' && *down > 0) && self.at((row - down, column - right)) == ' '
        })
    }

    fn is_free_before(&self, row: i32, column: i32) -> bool {
        self.count(|letter, other, to| {
            is_opponents(letter) && (1..=6).contains(&(other - row)) && (to - column).abs() <= other - row
        }) == 0
    }

    /// Squares diagonally behind men that pass a test.
    fn behind(&self, test: impl Fn(char) -> bool) -> i32 {
        let behind =
            |right: i32| self.count(|letter, row, column| letter == 'o' && test(self.at((row - 1, column + right))));
        behind(-1) + behind(1)
    }
}

fn letters(board: &Board, side: Side) -> Letters {
    let mut letters = [[' '; 8]; 8];
    for square in (1..=32).filter_map(Square::new) {
        let Some(piece) = board.piece_on(square) else { continue };
        let letter = if piece.side == side { 'o' } else { 'x' };
        let [row, column] =
            [square.row(), square.column()].map(|at| usize::from(if side == Side::Black { at } else { 7 - at }));
        letters[row][column] = if piece.is_king { letter.to_ascii_uppercase() } else { letter };
    }
    letters
}

/// A random tree with whole constants, some of them large.
pub fn tree(seed: Seed, height: usize) -> (Tree<Checkers>, IntegerConstants) {
    let primitive_set = PrimitiveSet { terminals: (1 << Terminal::ALL.len()) - 1, ..PrimitiveSet::ALL };
    let mut rng = seed.rng();
    let grown = loop {
        let shape = random::pick(&mut rng, &[GrowthShape::Full, GrowthShape::Grown]).expect("there are two");
        if let Some(tree) = Tree::<Checkers>::grow(&mut rng, primitive_set, height, shape) {
            break tree;
        }
    };
    let mut nodes = grown.bytes().to_vec();
    for node in &mut nodes {
        if matches!(Node::of(*node), Node::Integer(_)) && random::below(&mut rng, 2) == 0 {
            *node = Node::Constant(random::below(&mut rng, 16) as u8).byte();
        }
    }
    let mut constant = |slot: usize| {
        let most = [10, 300, 2_000, 1_000_000][slot % 4];
        random::below(&mut rng, 2 * most + 1) as i32 - most as i32
    };
    let constants = IntegerConstants::new(&std::array::from_fn::<i32, 16, _>(&mut constant)).expect("within the limit");
    (Tree::decode(&nodes).expect("a number takes a number's place"), constants)
}
