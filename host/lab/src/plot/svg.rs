//! Common parts of every drawing: the page, text escaped for XML, its width, and short coordinates. Knows no trees and
//! no charts.

use crate::text::is_printable;

/// The fonts of drawings, in order of preference.
const FONTS: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";
/// The background. Drawings bring their own, so that they look right in dark viewers.
pub const PAPER: &str = "#fdfdfc";
/// The colour of text.
const INK: &str = "#1f2430";
/// The colour of less important text.
pub const FAINT_INK: &str = "#5b6270";

/// The size of a title.
pub const TITLE_SIZE: f64 = 18.0;

/// The beginning of a document of this size: its paper, and its title at `left`. The caller closes it with `</svg>`.
pub fn page(width: &str, height: &str, font_size: f64, title: &str, left: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" font-size=\"{font_size}\" fill=\"{INK}\">\n\
         <title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>\n\
         <text x=\"{left}\" y=\"36\" font-size=\"{TITLE_SIZE}\" font-weight=\"600\">{title}</text>\n",
        title = escape(title)
    )
}

/// Escapes text for an element or an attribute. Characters that XML 1.0 forbids become U+FFFD.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter if !is_printable(letter) => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// The estimated width of a line of text, in the unit of its font size. The widths are those of DejaVu Sans, the widest
/// of `FONTS`, so that a box made for them holds the text in any of the others.
pub fn text_width(text: &str, size: f64) -> f64 {
    let em = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '\'' | '.' | ',' | ':' | ' ' => 0.32,
        'f' | 't' | 'r' | '-' | '(' | ')' => 0.41,
        'm' | 'w' | 'M' | 'W' | '%' => 0.97,
        'A'..='Z' => 0.74,
        letter if letter.is_ascii() => 0.63,
        _ => 1.0,
    };
    size * text.chars().map(em).sum::<f64>()
}

/// A coordinate with no more digits than are visible.
pub fn coordinate(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_is_escaped_and_forbidden_characters_are_replaced() {
        assert_eq!(escape("<a & 'b'> \"c\""), "&lt;a &amp; &apos;b&apos;&gt; &quot;c&quot;");
        assert_eq!(escape("\u{1b}[31mü\u{ffff}"), "\u{fffd}[31mü\u{fffd}");
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!([12.0, 0.25, -0.01, 2.06].map(coordinate), ["12", "0.2", "0", "2.1"]);
    }
}
