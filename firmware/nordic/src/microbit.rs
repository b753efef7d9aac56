//! The common part of both micro:bits, for either chip: a clock, a measured stack, a display, and a line that is served
//! for ever.

use pipsqueak_app::{Board, GAMES, Picture, serve};
use pipsqueak_kit::{fault, stack};

use crate::pac::NVMC;
use crate::{Clock, Flash, Uart};

/// What differs between them.
pub trait Model {
    /// The board's name.
    const NAME: &'static str;

    /// Shows a picture until the next one.
    fn show(picture: Picture);
}

struct Microbit<M> {
    clock: Clock,
    model: core::marker::PhantomData<M>,
}

impl<M: Model> Board for Microbit<M> {
    const NAME: &'static str = M::NAME;
    const TICKS_PER_SECOND: u32 = Clock::TICKS_PER_SECOND;

    fn ticks(&mut self) -> u32 {
        self.clock.ticks()
    }

    fn stack_high_water(&mut self) -> u32 {
        stack::high_water()
    }

    fn static_ram(&mut self) -> u32 {
        stack::static_ram()
    }

    fn show(&mut self, picture: Picture) {
        M::show(picture);
    }
}

/// Answers requests for ever. The champions' flash begins at an address above the firmware, and has pages of this many
/// bytes.
pub fn run<M: Model, const CHAMPIONS: u32, const PAGE: u32>(mut line: Uart, flash: NVMC, clock: Clock) -> ! {
    let board = Microbit::<M> { clock, model: core::marker::PhantomData };
    let _ = serve(&mut line, Flash::<CHAMPIONS, PAGE>::new(flash), board, GAMES);
    // A wired line never ends.
    fault::restart()
}
