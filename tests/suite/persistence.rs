//! Stored champions and refusals: a stored champion is active after a restart, and a power cut at any point leaves the
//! old champion or the new one.

use pipsqueak_app::games::champions_of;
use pipsqueak_app::slots::{self, Slot};
use pipsqueak_app::{BUILT_IN, GAMES};
use pipsqueak_core::champion::{GameId, fingerprint};
use pipsqueak_core::games::fiveo::champion::Champion;
use pipsqueak_core::games::fiveo::{ID, Table};
use pipsqueak_core::games::mastermind;
use pipsqueak_core::link::{self, Effort, Origin, Refusal, Reply, Request};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::MAX_NODES;
use pipsqueak_tests::device::Device;
use pipsqueak_tests::envelope::Payload;
use pipsqueak_tests::flash::{Flash, Tear};
use pipsqueak_tests::{bad_champions, evolved, positions};

const TEARS: [Tear; 8] = [
    Tear::Before,
    Tear::After,
    Tear::Amid(1),
    Tear::Amid(2),
    Tear::Amid(3),
    Tear::Amid(4),
    Tear::Amid(5),
    Tear::Amid(6),
];

/// Champions of different lengths: the last chunk is full, short, or no whole number of words.
fn champions() -> [Vec<u8>; 4] {
    [40, 61, 102, MAX_NODES].map(|n_nodes| {
        let tree = evolved::tree_of(n_nodes).bytes().to_vec();
        Payload { name: format!("of {n_nodes}").into_bytes(), tree, ..Payload::plain() }.sealed()
    })
}

/// The first slot of Five-O.
fn first_slot() -> Slot {
    Slot::first(champions_of(GAMES, ID).unwrap().place)
}

/// The flash of a board that received these champions, one after the other.
fn flash_with(champions: &[Vec<u8>]) -> Flash {
    let flash = Flash::blank(0xFF);
    let mut device = Device::start(&flash);
    for bytes in champions {
        device.upload(bytes).unwrap();
    }
    flash
}

/// Starts a board and returns its active champion, having checked that it is valid and plays as it should.
fn active_champion(flash: &Flash) -> Vec<u8> {
    let mut device = Device::start(flash);
    let bytes = device.read();
    assert_eq!(device.champion().fingerprint, fingerprint(&bytes));
    let player = Champion::decode(&bytes).expect("what is active is a champion").player;
    for view in positions::unforced(Seed(1)).take(10) {
        assert_eq!(device.decide::<Table>(&view, Effort::Default).unwrap().0, player.column(&view));
    }
    bytes
}

#[test]
fn a_stored_champion_is_active_at_once_and_after_a_restart() {
    for blank in [0xFF, 0x00] {
        let flash = Flash::blank(blank);
        assert_eq!(active_champion(&flash), BUILT_IN);
        for (number, bytes) in (1..).zip(champions()) {
            let mut device = Device::start(&flash);
            let id = device.upload(&bytes).unwrap();
            assert_eq!(id.origin, Origin::Stored(number));
            assert_eq!(device.champion(), id);
            assert_eq!(device.read(), bytes);
            assert_eq!(active_champion(&flash), bytes);
        }
    }
}

#[test]
fn a_power_cut_at_any_operation_leaves_the_old_champion_or_the_new_one() {
    let [a, b, c, new] = champions();
    let mut n_cuts = 0;
    for stored in [vec![], vec![a.clone()], vec![a.clone(), b.clone()], vec![a, b, c]] {
        let before = flash_with(&stored);
        let old = stored.last().map_or(BUILT_IN, Vec::as_slice);
        let whole = before.powered_again();
        Device::start(&whole).upload(&new).unwrap();
        assert_eq!(active_champion(&whole), new);
        for (n_done, tear) in (0..whole.n_operations()).flat_map(|n| TEARS.map(|tear| (n, tear))) {
            let flash = before.powered_again();
            let mut device = Device::start(&flash);
            flash.cut_after(n_done, tear);
            assert_eq!(device.upload(&new), Err(Refusal::Flash));
            let flash = flash.powered_again();
            let left = active_champion(&flash);
            assert!(left == old || left == new, "cut at {n_done}, {tear:?}");
            // Only the very last word makes the new one valid.
            assert!(left == old || n_done + 1 == whole.n_operations(), "cut at {n_done}, {tear:?}");
            // The board keeps working.
            Device::start(&flash).upload(&new).unwrap();
            assert_eq!(active_champion(&flash), new);
            n_cuts += 1;
        }
    }
    assert!(n_cuts > 4000, "{n_cuts}");
}

#[test]
fn a_power_cut_while_erasing_leaves_the_champion_or_the_built_in_one_but_no_older_one() {
    let [a, b, c, _] = champions();
    for stored in [vec![a.clone()], vec![a.clone(), b.clone()], vec![a, b, c]] {
        let before = flash_with(&stored);
        let whole = before.powered_again();
        assert_eq!(Device::start(&whole).erase().unwrap().origin, Origin::BuiltIn);
        assert_eq!(active_champion(&whole), BUILT_IN);
        for (n_done, tear) in (0..whole.n_operations()).flat_map(|n| TEARS.map(|tear| (n, tear))) {
            let flash = before.powered_again();
            let mut device = Device::start(&flash);
            flash.cut_after(n_done, tear);
            assert_eq!(device.erase(), Err(Refusal::Flash));
            let left = active_champion(&flash.powered_again());
            assert!(left == BUILT_IN || left == *stored.last().unwrap(), "cut at {n_done}, {tear:?}");
        }
    }
}

#[test]
fn a_champion_this_firmware_cannot_play_falls_back_to_the_previous_one() {
    let [a, b, c, _] = champions();
    let flash = flash_with(&[a.clone(), b]);
    // As after a change of firmware: the newest champion, in the second slot, has another vocabulary.
    let foreign = Payload { vocabulary: 9, ..Payload::plain() }.sealed();
    let mut content = flash.content();
    let slot = first_slot().size() as usize;
    let header = slots::header(first_slot(), 2, &foreign).unwrap();
    content[slot..slot + header.len()].copy_from_slice(&header);
    content[slot + header.len()..][..foreign.len()].copy_from_slice(&foreign);
    let flash = Flash::holding(content);
    assert_eq!(active_champion(&flash), a);
    for n_done in 0..20 {
        let flash = flash.powered_again();
        let mut device = Device::start(&flash);
        flash.cut_after(n_done, Tear::Amid(7));
        assert_eq!(device.upload(&c), Err(Refusal::Flash));
        assert_eq!(active_champion(&flash.powered_again()), a);
    }
    Device::start(&flash).upload(&c).unwrap();
    assert_eq!(active_champion(&flash), c);
}

#[test]
fn a_slot_damaged_by_an_interrupted_erasure_is_not_the_newer_one() {
    let [a, b, ..] = champions();
    let flash = flash_with(&[a, b.clone()]);
    for bit in 0..32 {
        let mut content = flash.content();
        content[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(active_champion(&Flash::holding(content)), b, "bit {bit}");
    }
}

#[test]
fn a_slot_in_the_combined_file_equals_an_uploaded_one() {
    let [a, ..] = champions();
    let content = flash_with(std::slice::from_ref(&a)).content();
    let header = slots::header(first_slot(), 1, &a).unwrap();
    assert_eq!(content[..header.len()], header);
    assert_eq!(content[header.len()..][..a.len()], a);
}

#[test]
fn every_kind_of_bad_champion_is_refused_with_its_reason_and_the_old_one_stays() {
    let [old, new, ..] = champions();
    for (bytes, reason) in bad_champions::all() {
        let flash = flash_with(std::slice::from_ref(&old));
        let mut device = Device::start(&flash);
        assert_eq!(device.upload(&bytes), Err(Refusal::from(reason)));
        assert_eq!(device.read(), old);
        assert_eq!(active_champion(&flash), old);
        // Its slot was never marked as valid.
        assert_eq!(flash.content()[first_slot().size() as usize..][..16], [0xFF; 16]);
        assert_eq!(device.upload(&new).map(|id| id.fingerprint), Ok(fingerprint(&new)));
    }
}

#[test]
fn an_upload_out_of_order_is_refused_with_the_expected_offset() {
    let [old, new, ..] = champions();
    let flash = flash_with(std::slice::from_ref(&old));
    let mut device = Device::start(&flash);
    let game = ID;
    let chunk = |offset: u16, n_bytes: usize| Request::Chunk { offset, bytes: &new[usize::from(offset)..][..n_bytes] };
    let begin = |length| Request::Begin { game, length };
    let refused = [
        (begin(0), Refusal::Length),
        (begin(1025), Refusal::Length),
        (Request::Commit, Refusal::NotBegun),
        (chunk(0, 48), Refusal::NotBegun),
    ];
    for (request, refusal) in refused {
        assert_eq!(device.ask(&request), Reply::Refused(refusal));
    }
    assert_eq!(device.ask(&begin(new.len() as u16)), Reply::Begun);
    for (request, refusal) in [
        (chunk(48, new.len() - 48), Refusal::Offset(0)),
        (chunk(0, 47), Refusal::Offset(0)),
        (chunk(0, 0), Refusal::Offset(0)),
        (Request::Commit, Refusal::Offset(0)),
    ] {
        assert_eq!(device.ask(&request), Reply::Refused(refusal));
    }
    assert_eq!(device.ask(&chunk(0, 48)), Reply::Received { offset: 48 });
    assert_eq!(device.ask(&chunk(0, 48)), Reply::Refused(Refusal::Offset(48)));
    let beyond = Request::Chunk { offset: 48, bytes: &[0; 48] };
    assert!(new.len() < 96);
    assert_eq!(device.ask(&beyond), Reply::Refused(Refusal::Offset(48)));
    assert_eq!(device.ask(&chunk(48, new.len() - 48)), Reply::Received { offset: new.len() as u16 });
    assert!(matches!(device.ask(&Request::Commit), Reply::Committed(_)));
    assert_eq!(device.ask(&Request::Commit), Reply::Refused(Refusal::NotBegun));
    for offset in [2, new.len() as u16, 500, u16::MAX] {
        assert_eq!(device.ask(&Request::Read { game, offset }), Reply::Refused(Refusal::Offset(0)));
    }
    assert_eq!(active_champion(&flash), new);
}

#[test]
fn a_repeated_request_is_answered_again_but_carried_out_once() {
    let [_, new, ..] = champions();
    let flash = Flash::blank(0xFF);
    let mut device = Device::start(&flash);
    device.upload(&new).unwrap();
    let n_operations = flash.n_operations();
    let again = |sequence, request| link::encode_request(sequence, &request).unwrap();
    let commit = again(u16::MAX, Request::Begin { game: ID, length: 60 });
    let first = device.send(&commit);
    let erased = flash.n_operations();
    assert!(erased > n_operations);
    // A damaged frame in between does not make the board forget the request.
    let garbled = device.send(&[5, 1, 2, 0]);
    assert_ne!(garbled, first);
    assert_eq!(device.send(&commit), first);
    assert_eq!(flash.n_operations(), erased);
}

#[test]
fn requests_of_other_versions_and_invalid_messages_are_refused() {
    let mut device = Device::start(&Flash::blank(0xFF));
    assert_eq!(device.ask_raw(link::VERSION, &[200]), Reply::Refused(Refusal::Malformed));
    assert_eq!(device.ask_raw(link::VERSION, &[0, 0]), Reply::Refused(Refusal::Malformed));
    assert_eq!(device.ask_raw(link::VERSION + 1, &[0]), Reply::Refused(Refusal::Version));
    // No view, one without a card to place, and one of a game that the board does not play.
    let request = |game, view| Request::Move { game, effort: Effort::Default, view };
    assert_eq!(device.ask(&request(ID, &[0; 26])), Reply::Refused(Refusal::View(0)));
    assert_eq!(device.ask(&request(ID, &[0; 27])), Reply::Refused(Refusal::View(1)));
    assert_eq!(device.ask(&request(GameId(9), &[0; 27])), Reply::Refused(Refusal::OtherGame));
    let Reply::Statistics(statistics) = device.ask(&Request::Statistics) else { panic!() };
    assert_eq!((statistics.n_frames, statistics.n_refused, statistics.n_dropped), (7, 6, 0));
}

/// Requests of version 1, from its document: Hello, Begin, Commit, Statistics, and a move of each game.
const OF_VERSION_1: [&str; 7] = [
    "00 03 01 01 01 05 4e d2 3a 98 00",
    "00 03 01 02 09 02 01 87 01 67 e9 dd de 00",
    "00 03 01 04 06 04 bc d4 9c 99 00",
    "00 03 01 07 06 07 5f 3b d3 02 00",
    "00 08 01 34 12 01 11 32 54 01 01 04 60 87 89 01 01 01 02 b0 01 01 01 01 01 01 01 01 01 01 02 a0 05 6d 74 f5 75 00",
    "00 03 01 0d 0f 0b ac 02 04 06 01 a3 22 01 02 2d 89 6c 78 00",
    "00 03 01 0e 09 0c ff 1f 80 80 c0 ff 0f 01 01 01 01 01 07 88 27 0c 30 3a 96 00",
];

#[test]
fn a_host_of_version_1_is_refused_in_a_frame_that_it_can_read_the_version_of() {
    let flash = Flash::blank(0xFF);
    let mut device = Device::start(&flash);
    for frame in OF_VERSION_1 {
        let bytes: Vec<u8> = frame.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
        let answer = device.send(&bytes);
        let content = |frame: &[u8]| {
            let mut content = [0; 256];
            let n_bytes = cobs::decode(&frame[1..frame.len() - 1], &mut content).unwrap().frame_size();
            content[..n_bytes - 4].to_vec()
        };
        let asked = content(&bytes);
        assert_eq!(
            content(&answer),
            [2 | 0x80, asked[1], asked[2], 8, 0],
            "version 2, the same number, Refused: Version"
        );
    }
    assert_eq!(flash.n_operations(), 0);
}

/// The flash of a board of version 0.1, to which `pipsqueak flash` of that version had sent a player of Five-O and a
/// strategy of 5626 guesses.
#[test]
fn champions_stored_by_version_0_1_are_active_under_their_names() {
    let image = include_bytes!("../data/board-0.1.flash");
    let flash = Flash::holding(image.to_vec());
    for (game, place, name, length, checksum) in
        [(ID, 0, "best-1", 325, 0x0b9d_aaee), (mastermind::ID, 0x4000, "optimal-5626", 3425, 0x4729_174e)]
    {
        let mut device = Device::start(&flash).about(game);
        let id = device.champion();
        assert_eq!((id.name.as_str(), id.fingerprint, id.length), (name, checksum, length));
        assert_eq!(id.origin, Origin::Stored(1));
        assert_eq!(device.read(), image[place + 16..][..usize::from(length)]);
    }
    assert_eq!(fingerprint(&active_champion(&flash)), 0x0b9d_aaee);
    assert_eq!(flash.n_operations(), 0);
}
