//! The Pico only: its USB cable, its flash's requirements, and its emulator's error messages.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use object::{Object, ObjectSymbol};
use pipsqueak::board::{Client, LinkError};
use pipsqueak_core::games::fiveo::ID;
use pipsqueak_core::random::Seed;
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::boards::Model;
use pipsqueak_tests::changed::Changed;
use pipsqueak_tests::controlled::{Controlled, script};
use pipsqueak_tests::emulated::champion;
use pipsqueak_tests::{positions, sized};
use tempfile::TempDir;

use crate::firmware::{column, folder, players, text};

#[test]
fn over_the_usb_cable_it_is_the_same_board() {
    let mut client = Client::new(Model::Pico.controlled(None, &["--usb"]));
    assert_eq!(client.hello().unwrap().board, "pico");
    for (name, player) in &players()[..sized(2, 4)] {
        let bytes = champion(name, player);
        client.upload(ID, &bytes, |_| {}).unwrap();
        for view in (0..sized(2, 20)).flat_map(|game| positions::game(Seed(3).derive(game))) {
            assert_eq!(column(&mut client, &view), player.column(&view), "{name}");
        }
        client.transport().order("reset");
        assert_eq!(client.read_champion(ID).unwrap(), bytes);
    }
    assert_eq!(client.counts().corrupted, 0);
    drop(client);
    let pico = Model::Pico.launched(&["--usb"]);
    let outcome = pipsqueak(&["match", "--port", pico.port(), "--games", "2"], "");
    assert_eq!(outcome.status, 0, "{}", outcome.errors);
}

#[test]
fn its_flash_is_changed_as_the_hardware_demands_and_no_byte_is_lost_meanwhile() {
    let mut client = Client::new(Model::Pico.controlled(None, &[]));
    let bytes = champion("rich", &players()[2].1);
    client.upload(ID, &bytes, |_| {}).unwrap();
    client.erase(ID).unwrap();
    let counts = client.transport().counts();
    // A sector, the words, the header; then both slots are erased.
    assert_eq!(counts.operations, 1 + bytes.len().div_ceil(4) as u64 + 4 + 2, "{counts:?}");
    assert_eq!(counts.lost, 0);
    // The emulator has ended by itself if there was a violation.
    assert!(client.hello().is_ok());
}

/// Uploads a champion to a board with this firmware, which must fail; returns the emulator's last message.
pub fn refused_upload(changed: &Changed) -> String {
    let (board, _folder) = changed.start(&[]);
    let mut client = Client::new(board);
    client.hello().expect("until then it is a board like others");
    let refused = client.upload(ID, &champion("rich", &players()[2].1), |_| {});
    assert!(matches!(refused, Err(LinkError::Closed | LinkError::Line(_))), "{refused:?}");
    violation(client.transport())
}

/// The one line with which an emulator ends that has caught a violation.
pub fn violation(board: &mut Controlled) -> String {
    let (status, complaint) = board.ended();
    assert_eq!((status, complaint.lines().count()), (Some(4), 1), "{complaint}");
    complaint
}

#[test]
fn a_firmware_that_lets_interrupts_in_while_it_writes_is_caught() {
    let mut changed = Changed::new(Model::Pico);
    // cpsid i becomes nop.
    assert!(changed.replace(&[0x72, 0xB6], &[0x00, 0xBF]) > 0);
    assert!(refused_upload(&changed).contains("interrupts on"));
}

#[test]
fn a_firmware_that_writes_from_flash_is_caught() {
    let mut changed = Changed::new(Model::Pico);
    let elf = object::File::parse(&*changed.bytes).unwrap();
    let is_meant = |name: &str| name.contains("from_ram") && !name.contains("Thunk");
    let from_ram = elf.symbols().find(|symbol| symbol.name().is_ok_and(is_meant)).unwrap();
    let [loaded_from, loaded_to] =
        ["__sidata", "__sdata"].map(|name| elf.symbol_by_name(name).unwrap().address() as u32);
    let address = from_ram.address() as u32 | 1;
    // The address of the same function before the start-up code copies it.
    let in_flash = address - loaded_to + loaded_from;
    assert!(address >> 24 == 0x20 && in_flash >> 24 == 0x10, "{address:x} {in_flash:x}");
    assert!(changed.replace(&address.to_le_bytes(), &in_flash.to_le_bytes()) > 0);
    assert!(refused_upload(&changed).contains("which is not RAM"));
}

/// Runs the emulator's script until it ends; returns its status and its one line.
pub fn refused(script: &Path, arguments: &[&str], path: Option<&Path>) -> (i32, String) {
    let mut command = Command::new(script);
    command.args(arguments);
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let outcome = command.output().unwrap();
    let errors = String::from_utf8(outcome.stderr).unwrap();
    assert_eq!(errors.lines().count(), 1, "{errors}");
    (outcome.status.code().unwrap(), errors)
}

/// A folder of programs: the shell's, and any that a test adds.
pub fn programs() -> TempDir {
    let folder = folder();
    for program in ["bash", "dirname", "env"] {
        let found = ["/bin", "/usr/bin"].map(|place| Path::new(place).join(program));
        symlink(found.iter().find(|path| path.exists()).unwrap(), folder.path().join(program)).unwrap();
    }
    folder
}

#[test]
fn a_missing_or_old_node_and_a_missing_package_are_reported_with_what_to_do() {
    let elf = Model::Pico.firmware();
    let programs = programs();
    let told = refused(&script("pico"), &[text(&elf)], Some(programs.path()));
    assert!(told.0 == 1 && told.1.contains("install Node 18 or newer"), "{told:?}");
    let node = programs.path().join("node");
    fs::write(&node, "#!/usr/bin/env bash\necho v16.20.2\n").unwrap();
    fs::set_permissions(&node, fs::Permissions::from_mode(0o755)).unwrap();
    let told = refused(&script("pico"), &[text(&elf)], Some(programs.path()));
    assert!(told.0 == 1 && told.1.contains("v16.20.2 is too old"), "{told:?}");
    // The script where its package was not installed.
    let copy = programs.path().join("emulate");
    fs::copy(script("pico"), &copy).unwrap();
    let told = refused(&copy, &[text(&elf)], None);
    assert!(told.0 == 1 && told.1.contains("run: npm ci --prefix"), "{told:?}");
}

#[test]
fn invalid_firmware_and_files_are_refused_in_one_line() {
    let folder = folder();
    let at = |name: &str| -> PathBuf { folder.path().join(name) };
    let elf = Model::Pico.firmware();
    let elf = text(&elf);
    fs::write(at("text"), "no firmware").unwrap();
    fs::write(at("cut"), &fs::read(elf).unwrap()[..1000]).unwrap();
    fs::write(at("short"), [0xFF; 100]).unwrap();
    let microbit = Model::Microbit.firmware();
    let used = Model::Pico.launched(&[]);
    let port = used.port().rsplit(':').next().unwrap().to_owned();
    for (arguments, status, told) in [
        (&[text(&at("nothing"))][..], 1, "cannot be run"),
        (&[text(&at("text"))], 1, "no ELF file"),
        (&[text(&at("cut"))], 1, "cannot be run"),
        (&[text(&microbit)], 1, "does not lie in flash"),
        (&[elf, "--flash", text(&at("short"))], 1, "it has 100 bytes, not 32768"),
        (&[elf, "--port", &port], 1, "cannot be had"),
        (&[elf, "--port", "99999"], 2, "usage: emulate"),
        (&[elf, "--unknown"], 2, "usage: emulate"),
    ] {
        let found = refused(&script("pico"), arguments, None);
        assert!(found.0 == status && found.1.contains(told), "{arguments:?}: {found:?}");
    }
}

#[test]
fn an_idle_board_uses_little_cpu_time() {
    let mut client = Client::new(Model::Pico.controlled(None, &[]));
    client.hello().unwrap();
    let before = client.transport().counts().instructions;
    let start = Instant::now();
    thread::sleep(Duration::from_millis(500));
    let ran = (client.transport().counts().instructions - before) as f64 / start.elapsed().as_secs_f64();
    // A busy one runs ten million a second.
    assert!(ran < 500_000.0, "{ran} instructions a second");
}
