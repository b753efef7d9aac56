//! Five-O players stored as bytes: the shipped champion, champion files, and trees written by hand.

use std::str::FromStr;

use crate::SHIPPED;
use anyhow::{Context, Result, bail};
use pipsqueak_core::champion::MAX_NAME;
use pipsqueak_core::games::fiveo::champion::{Champion, MAX_BYTES, Provenance};
use pipsqueak_core::games::fiveo::players::BaselineKind;

use super::players::evolved_from_text;
use super::{description, effective};
use crate::arena::Champions;
use crate::show::ChampionDescription;
use crate::trees::infix_hint;

/// The name of the champion of the report's third experiment, by board scoring.
pub const REPORT_3_NAME: &str = "report-3";
/// Its bytes.
pub const REPORT_3: &[u8] = include_bytes!("../../../../champions/report-3.pips");

/// The bytes of a champion that comes with the program.
pub fn shipped(name: &str) -> Option<&'static [u8]> {
    match name {
        SHIPPED => Some(pipsqueak_app::BUILT_IN),
        REPORT_3_NAME => Some(REPORT_3),
        _ => None,
    }
}

/// Five-O's champions.
pub struct FiveOChampions;

impl Champions for FiveOChampions {
    fn named(&self, text: &str) -> Result<Vec<u8>> {
        if let Some(bytes) = shipped(text) {
            return Ok(bytes.to_vec());
        }
        if BaselineKind::from_str(text).is_ok() {
            bail!("{text} is a baseline, written by hand: it has no tree; name a champion file instead");
        }
        let player = match evolved_from_text(text) {
            Ok(player) => player,
            Err(error) if text.contains('(') => {
                return Err(error).with_context(|| format!("the tree {text:?} cannot be read"));
            }
            Err(_) => {
                let known = format!(
                    "name a champion file, {SHIPPED}, {REPORT_3_NAME}, or write a tree like \"If(HasFlush, 1, 0)\""
                );
                bail!("there is no champion {text:?}: {}", infix_hint(text).unwrap_or(&known))
            }
        };
        let champion = Champion { name: heapless::String::new(), player, provenance: Provenance::default() };
        Ok(champion.encode(&mut [0; MAX_BYTES])?.to_vec())
    }

    fn renamed(&self, bytes: &[u8], name: &str) -> Result<Vec<u8>> {
        let name = name.try_into().ok().with_context(|| format!("a name has at most {MAX_NAME} bytes"))?;
        let champion = Champion { name, ..Champion::decode(bytes)? };
        Ok(champion.encode(&mut [0; MAX_BYTES])?.to_vec())
    }

    fn describe(&self, bytes: &[u8]) -> Result<ChampionDescription> {
        description::of(&Champion::decode(bytes)?)
    }

    fn effective(&self, bytes: &[u8]) -> Result<(Vec<u8>, String)> {
        let whole = Champion::decode(bytes)?;
        let champion = Champion { player: effective::effective(&whole.player)?, ..whole.clone() };
        let [n_left, n_nodes] = [&champion, &whole].map(|champion| champion.player.tree.n_nodes());
        let told = if n_left == n_nodes {
            format!("all {n_nodes} nodes: none can be shown to be redundant")
        } else {
            let n_decisions = effective::N_DECISIONS;
            format!("{n_left} of {n_nodes} nodes; removing the rest changed none of {n_decisions} decisions")
        };
        Ok((champion.encode(&mut [0; MAX_BYTES])?.to_vec(), told))
    }
}
