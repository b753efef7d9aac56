//! A champion's tree, its size and its record, as text, Graphviz, SVG or JSON. Draws trees; plays no games.

mod description;
mod dot;
mod fitted;
mod layout;
mod svg;
mod text;

pub use description::{Branch, ChampionDescription, Tint};
pub(crate) use dot::escape as dot_escape;
pub use fitted::{changed, cut, fitted};
pub(crate) use layout::{Placed, place};
pub use text::wrapped;

use crate::choices;

choices! {
    /// A way to show a champion.
    pub enum Format {
        /// For reading; an evolved champion ends with its tree as any PLAYER argument takes it
        Text = "text",
        /// For Graphviz
        Dot = "dot",
        /// A drawing
        Svg = "svg",
        /// For programs
        Json = "json",
    }
}

impl ChampionDescription {
    /// The champion in a format, ending with a line feed.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Text => text::render(self),
            Format::Dot => dot::render(self),
            Format::Svg => svg::render(self),
            Format::Json => self.json.clone() + "\n",
        }
    }
}
