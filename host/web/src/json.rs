//! What the page is told, as JSON, with numbers written as `core` writes them.

use core::fmt::Write;

use serde_json::Value;

use crate::prelude::*;

/// A value as text.
pub fn text(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value);
    text
}

fn write(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(is_so) => text.push_str(if *is_so { "true" } else { "false" }),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(whole), ..) => _ = write!(text, "{whole}"),
            (_, Some(whole), _) => _ = write!(text, "{whole}"),
            (.., value) => _ = write!(text, "{:?}", value.unwrap_or_default()),
        },
        Value::String(string) => write_string(text, string),
        Value::Array(values) => {
            for (place, value) in values.iter().enumerate() {
                text.push(if place == 0 { '[' } else { ',' });
                write(text, value);
            }
            text.push_str(if values.is_empty() { "[]" } else { "]" });
        }
        Value::Object(fields) => {
            for (place, (name, value)) in fields.iter().enumerate() {
                text.push(if place == 0 { '{' } else { ',' });
                write_string(text, name);
                text.push(':');
                write(text, value);
            }
            text.push_str(if fields.is_empty() { "{}" } else { "}" });
        }
    }
}

fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for letter in string.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            '\0'..='\u{1f}' => _ = write!(text, "\\u{:04x}", letter as u32),
            letter => text.push(letter),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_parser_reads_back_what_was_written() {
        for value in [
            json!(null),
            json!([]),
            json!({}),
            json!([1, -7, u64::MAX, i64::MIN, true, false, null]),
            json!([0.1, -2.5e-7, 1e300, 3.0, f64::from(0.3f32)]),
            json!({ "a": { "b": [[], {}] }, "quote \" and \\": "line\nbreak, tab\t, \u{1}, ♠ and é" }),
        ] {
            assert_eq!(serde_json::from_str::<Value>(&text(&value)).unwrap(), value, "{}", text(&value));
        }
    }
}
