//! Facts about what is written and read, judged by `serde_json`, which reads and writes the same format independently.

use proptest::prelude::*;
use serde_json::json;

use super::*;

/// A value as another parser has it.
fn foreign(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => json!(null),
        Value::Flag(flag) => json!(flag),
        Value::Number(number) => json!(number),
        Value::Text(text) => json!(text),
        Value::List(values) => values.iter().map(foreign).collect(),
        Value::Record(fields) => {
            serde_json::Value::Object(fields.iter().map(|(name, value)| (name.to_owned(), foreign(value))).collect())
        }
    }
}

fn write(writer: &mut Writer, value: &Value) {
    match value {
        Value::Null => writer.null(),
        Value::Flag(flag) => writer.flag(*flag),
        Value::Number(number) => writer.number(*number),
        Value::Text(text) => writer.text(text),
        Value::List(values) => writer.list(|list| values.iter().for_each(|value| write(list, value))),
        Value::Record(fields) => {
            writer.record(|record| fields.iter().for_each(|(name, value)| write(record.key(name), value)));
        }
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Flag),
        any::<u64>().prop_map(Value::Number),
        any::<String>().prop_map(Value::Text),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::List),
            prop::collection::btree_map(any::<String>(), inner, 0..5)
                .prop_map(|fields| Value::Record(Fields(fields.into_iter().collect()))),
        ]
    })
}

#[test]
fn what_is_no_json_is_refused_at_its_place() {
    for (text, at, what) in [
        ("", 0, "a value"),
        ("{\"a\":1,}", 7, "a name"),
        ("{\"a\" 1}", 5, "a colon"),
        ("{\"a\":1 \"b\":2}", 7, "a comma or the record's end"),
        ("{\"a\":1,\"a\":2}", 7, "a name that was not used before"),
        ("[1,]", 3, "a value"),
        ("[1 2]", 3, "a comma or the list's end"),
        ("01", 1, "a number within 64 bits"),
        ("18446744073709551616", 19, "a number within 64 bits"),
        ("1.5", 1, "a whole number"),
        ("1e3", 1, "a whole number"),
        ("-1", 0, "a value"),
        ("nul", 0, "a value"),
        ("\"a", 2, "a quotation mark"),
        ("\"a\nb\"", 2, "a quotation mark"),
        ("\"\\x\"", 2, "an escape"),
        ("\"\\u12g4\"", 5, "four hexadecimal digits"),
        ("1 2", 2, "the end"),
    ] {
        assert_eq!(read(text), Err(ReadError { at, what }), "{text}");
    }
}

#[test]
fn nesting_has_a_bound() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(read(&nested(MAX_DEPTH)).is_ok());
    assert_eq!(read(&nested(MAX_DEPTH + 1)), Err(ReadError { at: MAX_DEPTH, what: "less nesting" }));
    assert!(read(&"[".repeat(1 << 20)).is_err());
}

#[test]
fn escapes_are_those_of_the_standard() {
    let read_text = |text: &str| read(text).unwrap();
    assert_eq!(read_text(r#""\"\\\/\b\f\n\r\tA\u00e9""#), Value::Text("\"\\/\u{8}\u{c}\n\r\tAé".to_owned()));
    assert_eq!(read_text(r#""\ud83c\udca1x""#), Value::Text("🂡x".to_owned()));
    // What a browser makes of half a letter.
    assert_eq!(read_text(r#""\ud83c\n""#), Value::Text("\u{fffd}\n".to_owned()));
    assert_eq!(read_text(r#""\ud83c\u0041""#), Value::Text("\u{fffd}A".to_owned()));
    assert_eq!(read_text(r#""\udca1""#), Value::Text("\u{fffd}".to_owned()));
}

#[test]
fn decimals_are_short_and_true() {
    let written = |number| Writer::written(|writer| writer.decimal(number));
    for (number, text) in [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-2.5, "-2.5"),
        (0.1, "0.1"),
        (-1e-10, "0"),
        (1e-9, "0.000000001"),
        (999_999.999_999_999, "999999.999999999"),
        (f64::NAN, "0"),
    ] {
        assert_eq!(written(number), text);
    }
}

proptest! {
    #[test]
    fn another_parser_reads_what_is_written_and_so_do_we(value in any_value()) {
        let text = Writer::written(|writer| write(writer, &value));
        prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), foreign(&value));
        prop_assert_eq!(read(&text).unwrap(), value);
    }

    #[test]
    fn what_another_writes_is_read(value in any_value()) {
        prop_assert_eq!(read(&serde_json::to_string_pretty(&foreign(&value)).unwrap()).unwrap(), value);
    }

    #[test]
    fn what_is_read_is_json(text in r#"[\[\]{}",:0-9a-z\\ ]{0,12}"#) {
        // Half a letter is read here, as browsers write it.
        prop_assume!(!text.contains("\\u"));
        if let Ok(value) = read(&text) {
            prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), foreign(&value));
        }
    }

    #[test]
    fn a_decimal_is_within_half_of_its_last_place(number in -1e6f64..1e6) {
        let text = Writer::written(|writer| writer.decimal(number));
        // A million times 10^9 has a resolution of an eighth: what is nearly a half may become one.
        prop_assert!((text.parse::<f64>().unwrap() - number).abs() <= 0.65e-9, "{} is not {}", text, number);
    }
}
