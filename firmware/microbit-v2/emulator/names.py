"""Names of the nRF52833's peripherals by address, for messages. From its product specification, "Instantiation"."""

APB = 0x40000000
APB_SIZE = 0x80000
AHB = 0x50000000
AHB_SIZE = 0x1000
PPB = 0xE0000000
PPB_SIZE = 0x100000
INFORMATION = 0x10000000
INFORMATION_SIZE = 0x2000

_APB = {
    0x00: "CLOCK", 0x01: "RADIO", 0x02: "UART0", 0x03: "TWI0/SPI0", 0x04: "TWI1/SPI1", 0x05: "NFCT", 0x06: "GPIOTE",
    0x07: "SAADC", 0x08: "TIMER0", 0x09: "TIMER1", 0x0A: "TIMER2", 0x0B: "RTC0", 0x0C: "TEMP", 0x0D: "RNG",
    0x0E: "ECB", 0x0F: "CCM/AAR", 0x10: "WDT", 0x11: "RTC1", 0x12: "QDEC", 0x13: "COMP/LPCOMP", 0x14: "EGU0/SWI0",
    0x15: "EGU1/SWI1", 0x16: "EGU2/SWI2", 0x17: "EGU3/SWI3", 0x18: "EGU4/SWI4", 0x19: "EGU5/SWI5", 0x1A: "TIMER3",
    0x1B: "TIMER4", 0x1C: "PWM0", 0x1D: "PDM", 0x1E: "NVMC", 0x1F: "PPI", 0x20: "MWU", 0x21: "PWM1", 0x22: "PWM2",
    0x23: "SPI2", 0x24: "RTC2", 0x25: "I2S", 0x26: "FPU", 0x27: "USBD", 0x28: "UARTE1", 0x2D: "PWM3", 0x2F: "SPIM3",
}  # fmt: skip


def of(address):
    """The peripheral at an address."""
    if APB <= address < APB + APB_SIZE:
        return _APB.get((address - APB) >> 12, "a reserved peripheral")
    if AHB <= address < AHB + AHB_SIZE:
        return "P0" if address < AHB + 0x800 else "P1"
    if INFORMATION <= address < INFORMATION + INFORMATION_SIZE:
        return "FICR" if address < INFORMATION + 0x1000 else "UICR"
    if 0xE0001000 <= address < 0xE0002000:
        return "DWT"
    if 0xE000E000 <= address < 0xE000F000:
        return "the system control space"
    return "the private peripheral bus"
