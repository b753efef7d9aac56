//! A reference implementation of checkers, as simple as possible: a board of 8 x 8 letters; and random positions.

use std::collections::BTreeSet;

use pipsqueak_core::games::checkers::{Board, DrawRule, MAX_MOVES, Move, Position, Side, Square, Squares};
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_core::search::Position as _;

/// A move's effect: from, to, and the numbers of the captured pieces.
pub type Effect = (u8, u8, BTreeSet<u8>);

/// A board as letters: `b`, `w`, `B`, `W` or a blank.
type Letters = [[char; 8]; 8];

/// The legal moves by the rules, found square by square.
pub fn moves(board: &Board) -> BTreeSet<Effect> {
    paths(&letters(board), board.turn().letter()).into_iter().collect()
}

/// The number of leaf nodes at this depth; every path of a capture is a move of its own.
pub fn n_lines(board: &Board, depth: u8) -> u64 {
    lines(&letters(board), board.turn().letter(), depth)
}

/// Whether the side to move can force a win within this many moves of both sides.
pub fn wins_within(board: &Board, n_moves: u8) -> bool {
    wins(&letters(board), board.turn().letter(), n_moves)
}

/// Whether the side to move loses within this many moves of both sides, whatever it does.
pub fn loses_within(board: &Board, n_moves: u8) -> bool {
    loses(&letters(board), board.turn().letter(), n_moves)
}

fn wins(letters: &Letters, own: char, n_moves: u8) -> bool {
    n_moves > 0 && paths(letters, own).iter().any(|effect| loses(&after(letters, effect), other(own), n_moves - 1))
}

fn loses(letters: &Letters, own: char, n_moves: u8) -> bool {
    let paths = paths(letters, own);
    let is_lost = |effect: &Effect| wins(&after(letters, effect), other(own), n_moves - 1);
    paths.is_empty() || n_moves > 0 && paths.iter().all(is_lost)
}

fn other(own: char) -> char {
    if own == 'B' { 'W' } else { 'B' }
}

fn lines(letters: &Letters, own: char, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    paths(letters, own).iter().map(|effect| lines(&after(letters, effect), other(own), depth - 1)).sum()
}

/// The board after a move: the piece is moved, crowned on the last row, and captured pieces are removed.
fn after(letters: &Letters, (from, to, taken): &Effect) -> Letters {
    let place = |number: u8| squares().nth(usize::from(number) - 1).expect("there are 32 squares");
    let mut letters = *letters;
    let (row, column) = place(*from);
    let letter = std::mem::replace(&mut letters[row][column], ' ');
    for &number in taken {
        let (row, column) = place(number);
        letters[row][column] = ' ';
    }
    let (row, column) = place(*to);
    let is_crowned = row == if letter.eq_ignore_ascii_case(&'b') { 7 } else { 0 };
    letters[row][column] = if is_crowned { letter.to_ascii_uppercase() } else { letter };
    letters
}

/// All moves of a side, every path of a capture on its own.
fn paths(letters: &Letters, own: char) -> Vec<Effect> {
    let mut steps = Vec::new();
    let mut captures = Vec::new();
    for (row, column) in squares() {
        let letter = letters[row][column];
        if !letter.eq_ignore_ascii_case(&own) {
            continue;
        }
        let mut lifted = *letters;
        lifted[row][column] = ' ';
        jump(&lifted, letter, (row, column), (row, column), &BTreeSet::new(), &mut captures);
        for way in ways(letter) {
            if let Some(to) = ahead((row, column), way).filter(|&(row, column)| letters[row][column] == ' ') {
                steps.push((number((row, column)), number(to), BTreeSet::new()));
            }
        }
    }
    if captures.is_empty() { steps } else { captures }
}

fn jump(
    letters: &Letters,
    letter: char,
    from: (usize, usize),
    at: (usize, usize),
    taken: &BTreeSet<u8>,
    captures: &mut Vec<Effect>,
) {
    let mut goes_on = false;
    for way in ways(letter) {
        let Some(over) = ahead(at, way) else { continue };
        let Some(to) = ahead(over, way) else { continue };
        let other = letters[over.0][over.1];
        let is_enemy = other != ' ' && !other.eq_ignore_ascii_case(&letter);
        if is_enemy && !taken.contains(&number(over)) && letters[to.0][to.1] == ' ' {
            goes_on = true;
            let mut taken = taken.clone();
            taken.insert(number(over));
            jump(letters, letter, from, to, &taken, captures);
        }
    }
    if !goes_on && !taken.is_empty() {
        captures.push((number(from), number(at), taken.clone()));
    }
}

fn ways(letter: char) -> Vec<(i32, i32)> {
    let all = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    all.into_iter()
        .filter(|(down, _)| match letter {
            'b' => *down > 0,
            'w' => *down < 0,
            _ => true,
        })
        .collect()
}

fn ahead((row, column): (usize, usize), (down, right): (i32, i32)) -> Option<(usize, usize)> {
    let (row, column) = (row as i32 + down, column as i32 + right);
    ((0..8).contains(&row) && (0..8).contains(&column)).then_some((row as usize, column as usize))
}

fn squares() -> impl Iterator<Item = (usize, usize)> {
    (0..8).flat_map(|row| (0..8).map(move |column| (row, column))).filter(|(row, column)| (row + column) % 2 == 1)
}

fn number((row, column): (usize, usize)) -> u8 {
    (row * 4 + column / 2 + 1) as u8
}

fn letters(board: &Board) -> Letters {
    let mut letters = [[' '; 8]; 8];
    for (row, column) in squares() {
        let piece = board.piece_on(Square::new(number((row, column))).expect("a dark square has a number"));
        if let Some(piece) = piece {
            let letter = piece.side.letter();
            letters[row][column] = if piece.is_king { letter } else { letter.to_ascii_lowercase() };
        }
    }
    letters
}

/// The effect of core's move.
pub fn effect(chosen: Move) -> Effect {
    let effect = chosen.effect();
    (chosen.from().number(), effect.to.number(), effect.taken.iter().map(Square::number).collect())
}

/// Core's legal moves.
pub fn legal(board: &Board) -> Vec<Move> {
    let mut room = [Move::default(); MAX_MOVES];
    let n_moves = board.moves(&mut room).expect("the room is large enough for any position");
    room[..n_moves].to_vec()
}

/// A random position: pieces anywhere, or random moves from the start.
pub fn position(seed: Seed) -> Position {
    let mut rng = seed.rng();
    if random::below(&mut rng, 2) == 0 { played(&mut rng) } else { placed(&mut rng) }
}

fn played(rng: &mut GameRng) -> Position {
    let mut position = Position::START;
    for _ in 0..random::below(rng, 70) {
        match random::pick(rng, &legal(position.board())) {
            Some(chosen) if !position.is_drawn() => position = position.after(chosen),
            _ => break,
        }
    }
    Position::new(*position.board(), DrawRule::Report)
}

fn placed(rng: &mut GameRng) -> Position {
    loop {
        let mut squares: Vec<u8> = (1..=32).collect();
        random::shuffle(rng, &mut squares);
        let n_black = 1 + random::below(rng, 12) as usize;
        let n_white = 1 + random::below(rng, 12) as usize;
        let set = |numbers: &[u8]| numbers.iter().filter_map(|&number| Square::new(number)).collect::<Squares>();
        let (black, white) = (set(&squares[..n_black]), set(&squares[n_black..n_black + n_white]));
        let crowned: Vec<u8> = squares.iter().copied().filter(|_| random::below(rng, 3) == 0).collect();
        let kings = (set(&crowned) | Squares::BLACK_HOME & white | Squares::WHITE_HOME & black) & (black | white);
        let turn = if random::below(rng, 2) == 0 { Side::Black } else { Side::White };
        if let Ok(board) = Board::new(black, white, kings, turn) {
            return Position::new(board, DrawRule::Report);
        }
    }
}

/// A king, or a few, among many pieces of the other side away from the edges, where a capture may go round in a circle.
pub fn king_among_many(seed: Seed) -> Board {
    let mut rng = seed.rng();
    let is_inside = |&(row, column): &(usize, usize)| (1..7).contains(&row) && (1..7).contains(&column);
    let (mut inside, mut outside): (Vec<_>, Vec<_>) = squares().partition(is_inside);
    random::shuffle(&mut rng, &mut inside);
    outside.extend(inside.split_off(5 + random::below(&mut rng, 5) as usize));
    random::shuffle(&mut rng, &mut outside);
    outside.truncate(1 + random::below(&mut rng, 4) as usize);
    let set =
        |squares: &[(usize, usize)]| squares.iter().filter_map(|&at| Square::new(number(at))).collect::<Squares>();
    let (white, black) = (set(&inside), set(&outside));
    let crowned: Vec<_> = inside.into_iter().filter(|_| random::below(&mut rng, 2) == 0).collect();
    Board::new(black, white, black | set(&crowned), Side::Black).expect("men stand anywhere but on their last row")
}
