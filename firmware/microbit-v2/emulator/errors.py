"""What ends an emulation. Each kind has the exit status that tests check."""


class Ending(Exception):
    status = 1


class Refused(Ending):
    """A file or an option that cannot be used."""


class PowerCut(Ending):
    """The power cut that a test asked for."""

    status = 3


class Violation(Ending):
    """The firmware breaks a rule of the hardware, or uses what is not modelled."""

    status = 4


class NotModelled(Violation):
    pass
