"""Tests of the machine with small programs, given as machine code beside their assembly: interrupts at every
instruction, and what the hardware forbids."""

import struct
import unittest

from board import Board
from errors import NotModelled, PowerCut, Violation
from nvic import SYSTICK
from nvmc import ERASE_TIME, START, WRITE_TIME, Flash
from processor import ALL, FLOATS, Registers
from uart import BAUDRATE_115200, CYCLES_PER_BYTE

CODE = 0x400
HANDLER = 0x600
STACK = 0x20010000
LONG_ENOUGH = 10_000

# movw r0, #0x1234; movs r1, #7; movs r4, #3; vmov s0, r0; vcvt.f32.u32 s0, s0; vmov.f32 s1, #1.5
# 1: adds r0, r0, r1; muls r1, r0, r1; eor r2, r0, r1, ror #7; cmp r2, r0
#    itete hi; addhi r5, r5, r2; subls r5, r5, r0; lsrhi r6, r2, #3; lslls r6, r0, #2
#    adcs r7, r5, r6; push {r0, r7, lr}; vmul.f32 s2, s0, s1; vadd.f32 s0, s0, s1; vcmp.f32 s2, s0
#    vmrs APSR_nzcv, fpscr; it gt; addgt r8, r8, #1; pop {r3, r9, lr}; mov r12, r9; umull r10, r11, r3, r9
#    subs r4, r4, #1; bne 1b; b .
SUM = (
    "41f234200721032400ee100ab8ee400af7ee080a4018414380eaf11282428bbfad182d1ad608860055eb060781b520ee201a30ee200a"
    "b4ee401af1ee10fac8bf08f10108bde80842cc46a3fb09ab641ee0d1fee7"
)
# push {r4, lr}; movs r0, #0 and so on for r1 to r4 and r12; vmov s0, r0, also s1, s2, s15; vmsr fpscr, r0; cmp r0, r0;
# pop {r4, pc}
SAVING_HANDLER = "10b500200021002200238446002400ee100a00ee900a01ee100a07ee900ae1ee100a804210bd"
# movs r4, #1; bx lr
FORGETFUL_HANDLER = "01247047"
# movs r0, #0x78; lsls r0, r0, #12; str r0, [r0]; b .
STORE_TO_FLASH = "782000030060fee7"
# ldr r1, =NVMC.CONFIG; movs r2, #1; str r2, [r1]; movs r0, #0x78; lsls r0, r0, #12; mov r3, #0xF0F0F0F0; str r3, [r0];
# movs r3, #0xFF; str r3, [r0]; ldr r4, [r0]; str r3, [r0]; b .
WRITE_THREE_TIMES = "064901220a60782000034ff0f0330360ff23036004680360fee7000004e50140"
# b .
WAIT = "fee7"
# bx lr
RETURN = "7047"
# 1: adds r0, #1; adds r1, #1; b 1b
LOOP = "01300131fce7"


def board(code, handler=WAIT):
    flash = Flash(None)
    vectors = [STACK, CODE | 1] + [HANDLER | 1] * 46
    flash.data[: 4 * len(vectors)] = struct.pack(f"<{len(vectors)}I", *vectors)
    for address, code in ((CODE, code), (HANDLER, handler)):
        code = bytes.fromhex(code)
        flash.data[address : address + len(code)] = code
    sent = bytearray()
    made = Board(flash, sent.append)
    made.out = sent
    made.nvic.has_floats = True
    return made


def state(made):
    engine = made.processor.engine
    return made.processor.pc, Registers(engine, ALL).read(), Registers(engine, FLOATS).read()


def interrupted(handler, n_instructions):
    made = board(SUM, handler)
    made.run(n_instructions)
    made.nvic.pend(SYSTICK)
    made.run(LONG_ENOUGH)
    return made


class Exceptions(unittest.TestCase):
    def setUp(self):
        alone = board(SUM)
        alone.run(LONG_ENOUGH)
        self.expected = state(alone)

    def test_an_interrupt_at_any_instruction_changes_nothing(self):
        for n in range(1, 90):
            made = interrupted(SAVING_HANDLER, n)
            self.assertEqual(made.n_exceptions, 1)
            self.assertEqual(state(made), self.expected, f"after {n} instructions")

    def test_floats_are_in_use_again_after_a_handler_that_uses_none(self):
        for handler, expected in ((WAIT, False), (RETURN, True)):
            made = board(SUM, handler)
            made.run(7)
            self.assertTrue(made.processor.uses_floats())
            made.nvic.pend(SYSTICK)
            made.run(3)
            self.assertEqual(made.processor.uses_floats(), expected)

    def test_a_second_interrupt_soon_after_changes_nothing_either(self):
        for n in range(1, 70):
            made = board(SUM, SAVING_HANDLER)
            for delay in (n, 18):
                made.run(delay)
                made.nvic.pend(SYSTICK)
            made.run(LONG_ENOUGH)
            self.assertEqual(made.n_exceptions, 2)
            self.assertEqual(state(made), self.expected, f"after {n} instructions")

    def test_a_handler_that_forgets_to_save_a_register_is_noticed(self):
        changed = [n for n in range(1, 60) if state(interrupted(FORGETFUL_HANDLER, n)) != self.expected]
        self.assertGreater(len(changed), 30)

    def test_the_result_does_not_depend_on_the_stretches_in_which_time_passes(self):
        for length in (1, 2, 3, 7, 50):
            made = board(SUM)
            while made.time < 200:
                made.run(length)
            self.assertEqual(state(made), self.expected, f"in stretches of {length}")

    def test_every_instruction_is_counted_once(self):
        made = board(LOOP)
        before = made.processor.engine.reg_read(ALL[0])
        for _ in range(10):
            made.run(300)
        self.assertEqual(made.processor.engine.reg_read(ALL[0]) - before, 1000)
        self.assertEqual((made.n_instructions, made.time), (3000, 3000))

    def test_the_floating_point_unit_must_be_switched_on(self):
        made = board(SUM, SAVING_HANDLER)
        made.nvic.has_floats = False
        made.run(20)
        made.nvic.pend(SYSTICK)
        self.assertRaisesRegex(Violation, "before the unit was switched on", made.run, 20)

    def test_a_fault_in_the_fault_handler_resets_the_chip(self):
        made = board(WAIT, "00de")
        made.jump(0x60000000)
        made.run(100)
        self.assertEqual(made.n_resets, 1)
        self.assertEqual(made.processor.pc, CODE)


class Flashing(unittest.TestCase):
    def test_a_store_needs_writing_to_be_enabled(self):
        self.assertRaisesRegex(Violation, "0x78000 is flash.*not enabled", board(STORE_TO_FLASH).run, 100)

    def test_writes_only_clear_bits_and_a_word_takes_two(self):
        made = board(WRITE_THREE_TIMES)
        self.assertRaisesRegex(Violation, "0x78000 was written 3 times", made.run, 100_000)
        self.assertEqual(made.flash.data[START : START + 4].hex(), "f0000000")
        self.assertEqual(made.processor.engine.reg_read(ALL[4]), 0xF0)

    def test_the_processor_stands_still_meanwhile(self):
        made = board(WAIT)
        made.nvmc.write(0x504, 2)
        before = made.time
        made.nvmc.write(0x508, START)
        made.run(1)
        self.assertGreaterEqual(made.time, before + ERASE_TIME)
        made.nvmc.write(0x504, 1)
        made.nvmc.store(START, 4, 0)
        made.run(1)
        self.assertGreaterEqual(made.time, before + ERASE_TIME + WRITE_TIME)

    def test_erasing_needs_its_own_permission_and_a_whole_page_of_the_champions(self):
        made = board(WAIT)
        made.nvmc.write(0x504, 1)
        self.assertRaisesRegex(Violation, "erasing was not enabled", made.nvmc.write, 0x508, START)
        made.nvmc.write(0x504, 2)
        self.assertRaisesRegex(Violation, "not the beginning of a page", made.nvmc.write, 0x508, START + 4)
        self.assertRaisesRegex(Violation, "not the champions'", made.nvmc.write, 0x508, 0)
        self.assertRaisesRegex(Violation, "not enabled", made.nvmc.store, START, 4, 0)

    def test_a_power_cut_leaves_the_operation_undone_or_torn(self):
        for tear in ("before", "amid"):
            flash = Flash(None)
            flash.operate(START, bytes(4096))
            flash.cut_after(0, tear)
            self.assertRaises(PowerCut, flash.operate, START, b"\xff" * 4096)
            self.assertEqual(len(set(flash.data[START : START + 4096])) > 2, tear == "amid")


class Line(unittest.TestCase):
    def started(self):
        made = board(WAIT)
        made.pins.ports[0].write(0x700 + 4 * 6, 1)
        made.pins.ports[1].write(0x700 + 4 * 8, 0)
        for offset, value in ((0x50C, 6), (0x514, 40), (0x524, BAUDRATE_115200), (0x500, 4), (0x000, 1), (0x008, 1)):
            made.uart.write(offset, value)
        return made

    def test_six_bytes_wait_and_a_seventh_is_lost(self):
        made = self.started()
        made.uart.receive(bytes(range(1, 8)))
        made.run(8 * CYCLES_PER_BYTE)
        self.assertEqual(made.uart.n_lost, 1)
        self.assertEqual([made.uart.read(0x518) for _ in range(7)], [1, 2, 3, 4, 5, 6, 0])

    def test_the_next_byte_is_announced_when_the_last_is_read(self):
        made = self.started()
        made.uart.receive(b"ab")
        made.run(3 * CYCLES_PER_BYTE)
        made.uart.write(0x108, 0)
        self.assertEqual((made.uart.read(0x108), made.uart.read(0x518), made.uart.read(0x108)), (0, ord("a"), 1))

    def test_a_byte_takes_its_time_to_be_sent(self):
        made = self.started()
        made.uart.write(0x51C, ord("x"))
        made.run(CYCLES_PER_BYTE - 1)
        self.assertEqual((made.uart.read(0x11C), made.out), (0, b""))
        made.run(2)
        self.assertEqual((made.uart.read(0x11C), made.out), (1, b"x"))

    def test_other_pins_lead_nowhere(self):
        made = self.started()
        made.uart.write(0x50C, 7)
        made.uart.write(0x51C, ord("x"))
        made.run(2 * CYCLES_PER_BYTE)
        self.assertEqual(made.out, b"")
        self.assertRaises(NotModelled, made.uart.write, 0x524, 0x00275000)


class Priorities(unittest.TestCase):
    def test_a_request_that_stays_comes_again_and_one_that_ends_does_not(self):
        nvic = board(WAIT).nvic
        nvic.enabled.add(18)
        nvic.set_line(2, True)
        for is_up in (True, False):
            self.assertEqual(nvic.candidate(), (18, 0))
            nvic.enter(18)
            self.assertIsNone(nvic.candidate())
            nvic.set_line(2, is_up)
            nvic.leave()
        self.assertIsNone(nvic.candidate())

    def test_only_a_more_urgent_exception_interrupts_a_handler(self):
        made = board(WAIT)
        made.nvic.pend(SYSTICK)
        made.run(10)
        made.nvic.enabled.update({18, 19})
        made.nvic.write(0x402, 0x20)
        made.nvic.write(0xD23, 0x20)
        made.nvic.pend(18)
        made.run(10)
        self.assertEqual(made.nvic.active, [SYSTICK])
        made.nvic.pend(19)
        made.run(10)
        self.assertEqual((made.nvic.active, made.nvic.pending), ([SYSTICK, 19], {18}))


class Bus(unittest.TestCase):
    def test_any_register_without_a_model_is_named(self):
        made = board(WAIT)
        for address, name in [
            (0x4000C508, "TEMP: the register 0x4000c508"),
            (0x40002480, "UART0: the register 0x40002480"),
            (0x5000051C + 0x20, "P0: the register 0x5000053c"),
            (0x10000060, "FICR: the register 0x10000060"),
            (0xE0001004, "DWT: the register 0xe0001004"),
            (0xE000ED24, "the system control space: the register 0xe000ed24"),
        ]:
            self.assertRaisesRegex(NotModelled, name, made.read, address, 4)
            self.assertRaisesRegex(NotModelled, name, made.write, address, 4, 1)

    def test_buttons_pull_their_pins_to_ground(self):
        made = board(WAIT)
        made.pins.ports[0].write(0x700 + 4 * 14, 0)
        levels = []
        for work in (made.pins.press, made.pins.release):
            levels.append(made.read(0x50000510, 4) >> 14 & 1)
            work("A")
        levels.append(made.read(0x50000510, 4) >> 14 & 1)
        self.assertEqual(levels, [1, 0, 1])


if __name__ == "__main__":
    unittest.main()
