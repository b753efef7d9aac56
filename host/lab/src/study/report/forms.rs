//! Tables and figures as Markdown, HTML, LaTeX and CSV. Knows nothing of their content.

use std::fmt::Write;

use super::figures::Figure;
use crate::plot::svg::escape;

/// A table of texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Its caption.
    pub caption: String,
    /// Its column headings.
    pub header: Vec<String>,
    /// Its rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// With its columns aligned, for a terminal.
    pub fn plain(&self) -> String {
        let widths: Vec<usize> = (0..self.header.len())
            .map(|column| self.lines().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        let mut text = format!("{}\n\n", self.caption);
        for row in self.lines() {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
            let _ = writeln!(text, "{}", cells.join("  ").trim_end());
        }
        text
    }

    /// As CSV.
    pub fn csv(&self) -> String {
        let cell = |cell: &String| match cell.contains([',', '"', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        self.lines().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\n").collect()
    }

    fn markdown(&self) -> String {
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().map(|cell| markdown_text(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = format!("|{}\n", "---|".repeat(self.header.len()));
        let rows: String = self.rows.iter().map(line).collect();
        format!("**{}**\n\n{}{rule}{rows}\n", markdown_text(&self.caption), line(&self.header))
    }

    /// As an HTML table. A column that is not all numbers has the class `name`.
    fn html(&self) -> String {
        let is_number = |cell: &String| cell.starts_with(|first: char| first.is_ascii_digit() || "-<".contains(first));
        let names: Vec<bool> = (0..self.header.len())
            .map(|column| !self.rows.iter().all(|row| is_number(&row[column]) || row[column] == "none"))
            .collect();
        let line = |row: &Vec<String>, tag: &str| {
            let cells = row.iter().zip(&names).map(|(cell, is_name)| {
                let class = if *is_name { " class=\"name\"" } else { "" };
                format!("<{tag}{class}>{}</{tag}>", escape(cell))
            });
            format!("<tr>{}</tr>\n", cells.collect::<String>())
        };
        let rows: String = self.rows.iter().map(|row| line(row, "td")).collect();
        format!(
            "<h2>{}</h2>\n<div class=\"wide\"><table><thead>{}</thead><tbody>\n{rows}</tbody></table></div>\n",
            escape(&self.caption),
            line(&self.header, "th")
        )
    }

    fn latex(&self) -> String {
        let line =
            |row: &Vec<String>| row.iter().map(|cell| latex_text(cell)).collect::<Vec<_>>().join(" & ") + " \\\\\n";
        let columns = "l".repeat(self.header.len());
        let rows: String = self.rows.iter().map(line).collect();
        format!(
            "\\begin{{table}}\n\\caption{{{}}}\n\\begin{{tabular}}{{{columns}}}\n\\hline\n{}\\hline\n{rows}\\hline\n\\end{{tabular}}\n\\end{{table}}\n",
            latex_text(&self.caption),
            line(&self.header)
        )
    }

    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.header).chain(&self.rows)
    }
}

/// Escapes text for LaTeX.
fn latex_text(text: &str) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => written.push_str("\\textbackslash{}"),
            '~' => written.push_str("\\textasciitilde{}"),
            '^' => written.push_str("\\textasciicircum{}"),
            '<' => written.push_str("$<$"),
            '>' => written.push_str("$>$"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => written.extend(['\\', letter]),
            letter => written.push(letter),
        }
    }
    written
}

/// Escapes text for Markdown: no HTML, no links, no emphasis, no cell separators.
fn markdown_text(text: &str) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        match letter {
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '&' => written.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '!' | '~' => written.extend(['\\', letter]),
            letter => written.push(letter),
        }
    }
    written
}

/// As Markdown: the answers, the first table, and below them the figures, which are files beside it, and the rest.
pub fn markdown(title: &str, answers: &[String], notes: &str, tables: &[Table], figures: &[Figure]) -> String {
    let answers: String = answers.iter().map(|answer| format!("{}\n\n", markdown_text(answer))).collect();
    let (first, rest) = tables.split_at(tables.len().min(1));
    let [first, rest] = [first, rest].map(|tables| tables.iter().map(Table::markdown).collect::<String>());
    let figure = |figure: &Figure| format!("![{}]({})\n\n", markdown_text(&figure.title), figure.file);
    let figures: String = figures.iter().map(figure).collect();
    format!("# {}\n\n{answers}{first}{notes}\n\n{figures}{rest}", markdown_text(title))
}

/// As one HTML file that needs no other.
pub fn html(title: &str, answers: &[String], notes: &str, tables: &[Table], figures: &[Figure]) -> String {
    // On a phone a table or a figure is wider than the screen: it scrolls in its own frame, and the page does not.
    const STYLE: &str = ":root{color-scheme:light}body{font-family:system-ui,sans-serif;max-width:88rem;margin:2rem auto;\
        padding:0 1rem;line-height:1.5;color:#1f2430;background:#fff}h1{font-size:1.6rem;line-height:1.25}\
        h2{font-size:1.1rem;margin:2rem 0 .4rem}.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}\
        td,th{border-bottom:1px solid #d8dbe2;padding:.25rem .5rem;text-align:right;white-space:nowrap;\
        font-variant-numeric:tabular-nums}th{border-bottom:2px solid #9aa1ad}td.name,th.name{text-align:left}\
        tbody tr:hover{background:#f3f5f8}svg{display:block;width:100%;min-width:36rem;max-width:54rem;height:auto;margin:.8rem 0}\
        details{margin:1rem 0}summary{cursor:pointer}@media(max-width:40rem){body{margin:1rem auto;padding:0 .7rem}}";
    let title = escape(title);
    let answers: String = answers.iter().map(|answer| format!("<p><b>{}</b></p>\n", escape(answer))).collect();
    let (first, rest) = tables.split_at(tables.len().min(1));
    let [first, rest] = [first, rest].map(|tables| tables.iter().map(Table::html).collect::<String>());
    let figures: String = figures.iter().map(|figure| format!("<div class=\"wide\">{}</div>\n", figure.svg)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/><title>{title}</title><style>{STYLE}</style></head>\n\
         <body><h1>{title}</h1>\n{answers}{first}<p>{}</p>\n<h2>Figures</h2>\n{figures}{rest}</body></html>\n",
        escape(notes)
    )
}

/// As LaTeX tables, to be included.
pub fn latex(tables: &[Table]) -> String {
    tables.iter().map(|table| format!("{}\n", table.latex())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let texts = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
        Table { caption: "5 % & more".to_owned(), header: texts(["a_b", "c"]), rows: vec![texts(["x, \"y\"", "1|2"])] }
    }

    #[test]
    fn each_form_escapes_its_special_characters() {
        assert_eq!(table().csv(), "a_b,c\n\"x, \"\"y\"\"\",1|2\n");
        assert!(table().markdown().contains("| x, \"y\" | 1\\|2 |"));
        assert!(table().latex().contains("\\caption{5 \\% \\& more}") && table().latex().contains("a\\_b & c \\\\"));
        assert!(table().html().contains("<td class=\"name\">x, &quot;y&quot;</td><td>1|2</td>"));
        assert_eq!(table().plain(), "5 % & more\n\na_b     c\nx, \"y\"  1|2\n");
    }

    #[test]
    fn the_page_is_one_file_and_well_formed() {
        let figure = Figure {
            title: "f".to_owned(),
            file: "f.svg".to_owned(),
            svg: "<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_owned(),
        };
        let page = html("<t>", &["a < b".to_owned()], "n & m", &[table()], &[figure]);
        let body = page.strip_prefix("<!doctype html>\n").unwrap();
        roxmltree::Document::parse(body).unwrap();
        assert!(!page.contains("src=") && !page.contains("href="));
    }
}
