//! The canvas of pictures: ratatui's buffer, with `usize` coordinates and clipping. Knows no terminal and no game.

use ratatui_core::buffer::Buffer;
pub use ratatui_core::style::{Color, Modifier, Style};
use ratatui_core::text::Line;

/// The terminal's own style.
pub const PLAIN: Style = Style::new();
/// Important text.
pub const BOLD: Style = PLAIN.add_modifier(Modifier::BOLD);
/// Less important text.
pub const DIM: Style = PLAIN.add_modifier(Modifier::DIM);
/// A key to press.
pub const KEY: Style = BOLD.fg(Color::LightCyan);
/// Good for the person.
pub const GOOD: Style = PLAIN.fg(Color::LightGreen);
/// Bad for the person, or not what the person wanted.
pub const NOTICE: Style = PLAIN.fg(Color::LightYellow);

/// The whole terminal.
pub struct Canvas<'b> {
    buffer: &'b mut Buffer,
    has_colours: bool,
}

impl Canvas<'_> {
    /// Paints on a buffer, with or without colours.
    pub fn new(buffer: &mut Buffer, has_colours: bool) -> Canvas<'_> {
        Canvas { buffer, has_colours }
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.buffer.area.width.into(), self.buffer.area.height.into())
    }

    /// Whether the terminal has colours. If not, what they show must be shown in another way too.
    pub fn has_colours(&self) -> bool {
        self.has_colours
    }

    /// Writes a text from this position to the right; what does not fit is cut off.
    pub fn put(&mut self, x: usize, y: usize, text: &str, mut style: Style) {
        if !self.has_colours {
            (style.fg, style.bg) = (None, None);
        }
        let (width, height) = self.size();
        if x < width && y < height {
            // Both fit into 16 bits.
            self.buffer.set_string(x as u16, y as u16, text, Style::reset().patch(style));
        }
    }

    /// Writes a text centred in a field.
    pub fn centre(&mut self, x: usize, y: usize, width: usize, text: &str, style: Style) {
        self.put(x + width.saturating_sub(width_of(text)) / 2, y, text, style);
    }

    /// Writes a text that ends at this column.
    pub fn right(&mut self, end: usize, y: usize, text: &str, style: Style) {
        self.put(end.saturating_sub(width_of(text)), y, text, style);
    }

    /// Writes lines from the top, centred in a terminal that may be wider, below a margin if there is room for one.
    pub fn page<'t>(&mut self, n_columns: usize, lines: impl IntoIterator<Item = (&'t str, Style)>) {
        let left = self.size().0.saturating_sub(n_columns) / 2 + 2;
        let lines: Vec<_> = lines.into_iter().collect();
        let top = self.size().1.saturating_sub(lines.len()).min(2);
        for (row, (line, style)) in lines.into_iter().enumerate() {
            self.put(left, top + row, line, style);
        }
    }
}

fn width_of(text: &str) -> usize {
    Line::raw(text).width()
}
