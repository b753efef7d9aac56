//! Recorded games, as JSON Lines.
