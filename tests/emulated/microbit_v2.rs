//! The micro:bit v2 only: interrupts at any instruction, its lights and its port, and faulty firmware, which its
//! emulator must catch.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use pipsqueak::board::{Client, RetryPolicy};
use pipsqueak_app::{BUILT_IN, Picture};
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::{ID, Table};
use pipsqueak_core::link::Effort;
use pipsqueak_core::random::Seed;
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::boards::Model;
use pipsqueak_tests::changed::Changed;
use pipsqueak_tests::controlled::{Controlled, script};
use pipsqueak_tests::emulated::champion;
use pipsqueak_tests::{positions, sized};

use crate::firmware::{column, folder, players, text};
use crate::lights::{columns, drawn};
use crate::pico::{programs, refused, refused_upload, violation};

const MODEL: Model = Model::MicrobitV2;
/// The SysTick exception's place in the table of vectors.
const SYSTICK_VECTOR: u32 = 15 * 4;

#[test]
fn interrupts_at_random_instructions_change_no_decision() {
    let mut client = Client::new(MODEL.controlled(None, &["--interrupts", "1"]));
    let mut n_decisions = 0;
    for (name, player) in &players()[..sized(2, 4)] {
        client.upload(ID, &champion(name, player), |_| {}).unwrap();
        for view in (0..sized(1, 12)).flat_map(|game| positions::game(Seed(9).derive(game))) {
            assert_eq!(column(&mut client, &view), player.column(&view), "{name}: {view:?}");
            n_decisions += 1;
        }
    }
    let told = client.transport().ask("exceptions");
    let n_exceptions: u64 = told.trim().rsplit(' ').next().unwrap().parse().unwrap();
    println!("{n_decisions} decisions, {n_exceptions} interrupts");
    assert!(n_exceptions > 40 * n_decisions, "{n_exceptions}");
}

#[test]
fn an_upload_loses_no_byte_and_changes_flash_as_often_as_it_must() {
    let mut client = Client::new(MODEL.controlled(None, &[]));
    let bytes = champion("rich", &players()[2].1);
    client.upload(ID, &bytes, |_| {}).unwrap();
    client.erase(ID).unwrap();
    let counts = client.transport().counts();
    // A page, the words, the header; then both slots are erased.
    assert_eq!(counts.operations, 1 + bytes.len().div_ceil(4) as u64 + 4 + 2, "{counts:?}");
    assert_eq!((counts.lost, counts.resets), (0, 0));
}

/// The lights in the next second.
fn lights(board: &mut Controlled) -> Picture {
    let told = board.ask("lights");
    let rows: Vec<&str> = told.split_whitespace().skip(1).collect();
    assert!(rows.len() == 5 && !told.contains('?'), "{told}");
    drawn([0, 1, 2, 3, 4].map(|y| rows[y]))
}

#[test]
fn the_lights_show_the_columns_and_the_last_card_blinks() {
    let mut client = Client::new(MODEL.controlled(None, &[]));
    client.hello().unwrap();
    assert_eq!(lights(client.transport()), Picture::PIP);
    for view in positions::game(Seed(12)).into_iter().step_by(sized(5, 1)) {
        let placed = column(&mut client, &view);
        assert_eq!(lights(client.transport()), columns(&view, placed));
    }
    client.transport().order("reset");
    client.hello().unwrap();
    assert_eq!(lights(client.transport()), Picture::PIP);
}

#[test]
fn a_flashed_champion_is_kept_in_the_file_of_the_port() {
    let folder = folder();
    let [file, flash, back] = ["champion.pips", "flash.bin", "back.pips"].map(|name| folder.path().join(name));
    let bytes = champion("rich", &players()[2].1);
    fs::write(&file, &bytes).unwrap();
    let port = format!("v2:{}", text(&flash));
    for arguments in [&["flash", text(&file), "--port", &port][..], &["device", "--port", &port, "--read", text(&back)]]
    {
        let outcome = pipsqueak(arguments, "");
        assert_eq!(outcome.status, 0, "{}", outcome.errors);
    }
    assert_eq!(fs::read(back).unwrap(), bytes);
}

#[test]
fn a_firmware_that_writes_flash_without_enabling_it_is_caught() {
    let mut changed = Changed::new(MODEL);
    // movs r0 to r7, #1 becomes #0: the controller stays read-only.
    let n_changed: usize =
        (0x20..=0x27).map(|movs| changed.replace_in_function("write_word", &[1, movs], &[0, movs])).sum();
    assert_eq!(n_changed, 1);
    assert!(refused_upload(&changed).contains("stored to while writing was not enabled"));
}

#[test]
fn a_firmware_that_reads_a_register_without_a_model_is_caught() {
    const TEMPERATURE: u32 = 0x4000_C508;
    let mut changed = Changed::new(MODEL);
    // movw and movt r0; ldr r0, [r0]; bx lr, as the handler of the tick.
    let code = [&load(0, TEMPERATURE)[..], &[0x00, 0x68, 0x70, 0x47]].concat();
    replace_tick(&mut changed, &code);
    let (mut board, _folder) = changed.start(&[]);
    let told = violation(&mut board);
    assert!(told.contains("TEMP: the register 0x4000c508 is not modelled, and was read at"), "{told}");
}

#[test]
fn a_firmware_whose_interrupt_handler_forgets_a_register_is_caught() {
    let mut changed = Changed::new(MODEL);
    let handler = changed.address("SysTick");
    // movs r4, #85; then on to the handler: movw and movt r12; bx r12.
    let code = [&[0x55, 0x24], &load(12, handler)[..], &[0x60, 0x47]].concat();
    replace_tick(&mut changed, &code);
    let player = Champion::decode(BUILT_IN).unwrap().player;
    let is_right = |changed: &Changed| {
        let (board, _folder) = changed.start(&["--interrupts", "1"]);
        let policy = RetryPolicy { reply_timeout: 3_000, max_timeouts: 2, max_sends: 2, total: 10_000 };
        let mut client = Client::with_policy(board, policy);
        let mut views = positions::game(Seed(9)).into_iter();
        views.all(|view| {
            client.decide::<Table>(&view, Effort::Default).is_ok_and(|found| found.chosen == player.column(&view))
        })
    };
    assert!(!is_right(&changed), "every decision is right");
    // It is the register that does it, not the patch.
    changed.overwrite("erase_page", &[0x00, 0xBF]);
    assert!(is_right(&changed));
}

/// Puts code in the place of a function that is not called unless flash is erased, and makes it the tick's handler.
fn replace_tick(changed: &mut Changed, code: &[u8]) {
    changed.overwrite("erase_page", code);
    let handler = changed.address("erase_page") | 1;
    changed.set_word(SYSTICK_VECTOR, handler);
}

/// The machine code that loads a word into a register: movw and movt.
fn load(register: u16, word: u32) -> [u8; 8] {
    let half = |operation: u16, value: u16| {
        let first = operation | value >> 12 | (value >> 11 & 1) << 10;
        let second = (value >> 8 & 7) << 12 | register << 8 | value & 0xFF;
        [first.to_le_bytes(), second.to_le_bytes()].concat()
    };
    let code = [half(0xF240, word as u16), half(0xF2C0, (word >> 16) as u16)].concat();
    code.try_into().expect("two instructions of four bytes")
}

#[test]
fn a_missing_or_old_python_and_a_missing_package_are_reported_with_what_to_do() {
    let elf = MODEL.firmware();
    let programs = programs();
    // The script where no environment was made for it.
    let copy = programs.path().join("clone/firmware/microbit-v2/emulate");
    fs::create_dir_all(copy.parent().unwrap()).unwrap();
    fs::copy(script("microbit-v2"), &copy).unwrap();
    let python = programs.path().join("python3");
    for (status, told) in
        [(None, "install Python 3.10 or newer"), (Some(3), "Python is too old"), (Some(1), "pip install -r")]
    {
        if let Some(status) = status {
            fs::write(&python, format!("#!/usr/bin/env bash\nexit {status}\n")).unwrap();
            fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let found = refused(&copy, &[text(&elf)], Some(programs.path()));
        assert!(found.0 == 1 && found.1.contains(told), "{found:?}");
    }
}

#[test]
fn invalid_firmware_and_files_are_refused_in_one_line() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let elf = MODEL.firmware();
    let elf = text(&elf);
    fs::write(at("text"), "no firmware").unwrap();
    fs::write(at("cut"), &fs::read(elf).unwrap()[..1000]).unwrap();
    fs::write(at("short"), [0xFF; 100]).unwrap();
    let pico = Model::Pico.firmware();
    let used = MODEL.launched(&[]);
    let port = used.port().rsplit(':').next().unwrap().to_owned();
    for (arguments, status, told) in [
        (&[text(&at("nothing"))][..], 1, "cannot be run"),
        (&[text(&at("text"))], 1, "no ELF file"),
        (&[text(&at("cut"))], 1, "cannot be run"),
        (&[text(&pico)], 1, "does not lie in flash"),
        (&[elf, "--flash", text(&at("short"))], 1, "it has 100 bytes, not 32768"),
        (&[elf, "--port", &port], 1, "cannot be had"),
        (&[elf, "--port", "99999"], 2, "usage: emulate"),
        (&[elf, "--unknown"], 2, "usage: emulate"),
    ] {
        let found = refused(&script("microbit-v2"), arguments, None);
        assert!(found.0 == status && found.1.contains(told), "{arguments:?}: {found:?}");
    }
}
