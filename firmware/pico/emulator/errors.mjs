// Why an emulation ends by itself.

/** The firmware did what the hardware does not forgive. */
export class Violation extends Error {}

/** The power was cut, as a test asked for. */
export class PowerCut extends Error {}

/** What was handed in cannot be used. */
export class Refused extends Error {}
