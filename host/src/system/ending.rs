//! How a command ends: an exit status and a message. The processes of a run end alike, so it can be sent.

use pipsqueak_lab::text;
use pipsqueak_lab::workers::Stopped;
use serde::{Deserialize, Serialize};

use super::output;
use super::signals::Interrupted;

/// How a command ends; by default with success.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ending {
    /// The exit status.
    pub status: u8,
    /// The message, if there is one.
    pub told: Option<String>,
}

/// The exit status of a usage error.
const USAGE: u8 = 2;

impl Ending {
    /// The status and message of an error.
    pub fn of(error: &anyhow::Error) -> Ending {
        if let Some(Agreed(ending)) = error.downcast_ref() {
            return ending.clone();
        }
        if output::is_closed(error) {
            return Ending { status: 0, told: None };
        }
        if error.is::<Stopped>() {
            return Ending { status: Interrupted::as_asked().status(), told: None };
        }
        if let Some(interrupted) = error.downcast_ref::<Interrupted>() {
            return Ending { status: interrupted.status(), told: None };
        }
        match error.downcast_ref::<clap::Error>() {
            Some(usage) => Ending { status: USAGE, told: Some(usage.render().to_string().trim_end().to_owned()) },
            // One line: control characters and line breaks may come from file names.
            None => {
                let told = format!("pipsqueak: {}", text::name(&format!("{error:#}"), usize::MAX));
                Ending { status: 1, told: Some(told) }
            }
        }
    }

    /// Whether the command failed, rather than was interrupted or closed.
    pub fn is_failure(&self) -> bool {
        self.told.is_some()
    }
}

/// A failure that every process of a run knows of: they all end with it, and one of them prints it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Agreed(pub Ending);

impl std::fmt::Display for Agreed {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0.told.as_deref().unwrap_or("stopped"))
    }
}

impl std::error::Error for Agreed {}
