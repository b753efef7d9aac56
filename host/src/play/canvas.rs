//! A grid of characters with inks, which is what a picture is painted on. Knows no terminal and no game.

/// How a character looks. What an ink is on the screen is the screen's matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Ink {
    /// As the terminal writes.
    #[default]
    Plain,
    /// In the background.
    Dim,
    /// What matters.
    Bold,
    /// Hearts and diamonds.
    Red,
    /// The card that has just been placed across the table.
    Fresh,
    /// The same, in hearts and diamonds.
    FreshRed,
    /// Good for the person.
    Good,
    /// Bad for the person.
    Bad,
    /// A key to press.
    Key,
    /// A peg of this colour, from 1 to 12.
    Peg(u8),
}

/// The grid.
#[derive(Clone)]
pub struct Canvas {
    width: usize,
    cells: Vec<(char, Ink)>,
}

impl Canvas {
    /// An empty grid.
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, cells: vec![(' ', Ink::Plain); width * height] }
    }

    /// A page of lines below a title, in the middle of a terminal that may be wider than its text.
    pub fn page<'a>((width, height): (usize, usize), n_columns: usize, lines: impl Iterator<Item = &'a str>) -> Canvas {
        let mut canvas = Canvas::new(width, height);
        let left = width.saturating_sub(n_columns) / 2 + 2;
        for (row, line) in lines.enumerate() {
            canvas.put(left, row + 2, line, if row == 0 { Ink::Bold } else { Ink::Plain });
        }
        canvas
    }

    /// Writes a text from this place to the right; what does not fit is left out.
    pub fn put(&mut self, x: usize, y: usize, text: &str, ink: Ink) {
        for (x, letter) in (x..self.width).zip(text.chars()) {
            if let Some(cell) = self.cells.get_mut(y * self.width + x) {
                *cell = (letter, ink);
            }
        }
    }

    /// Writes a text in the middle of a field.
    pub fn centre(&mut self, x: usize, y: usize, width: usize, text: &str, ink: Ink) {
        let n_letters = text.chars().count();
        self.put(x + width.saturating_sub(n_letters) / 2, y, text, ink);
    }

    /// The rows from the top, each as stretches of one ink.
    pub fn rows(&self) -> impl Iterator<Item = Vec<(Ink, String)>> {
        self.cells.chunks(self.width.max(1)).map(|row| {
            let stretches = row.chunk_by(|left, right| left.1 == right.1);
            stretches.map(|cells| (cells[0].1, cells.iter().map(|cell| cell.0).collect())).collect()
        })
    }
}
