//! Why an operation failed, in one sentence for people.

use core::fmt;

/// The sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure(pub String);

/// The result of an operation that fails with a sentence.
pub type Result<T, E = Failure> = core::result::Result<T, E>;

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl core::error::Error for Failure {}

impl From<String> for Failure {
    fn from(said: String) -> Failure {
        Failure(said)
    }
}

impl From<&str> for Failure {
    fn from(said: &str) -> Failure {
        Failure(said.to_owned())
    }
}

impl From<Failure> for String {
    fn from(failure: Failure) -> String {
        failure.0
    }
}
