// Nothing is lost: a game survives everything but a yes to a question.

import assert from "node:assert/strict";

// What a person sees of a table.
const table = (page) => page.evaluate(async () => {
  const { app } = await import("./app.js");
  const { table, ...state } = app.state;
  return JSON.stringify({ state, opponent: app.opponent, text: document.querySelector("#scene").textContent });
});

export function keeping(test, { open, close, text, until, says, settled, dialog, anyMove }) {
  const reload = async (page) => {
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    await settled(page);
  };
  const MOVES = {
    fiveo: (page, move) => page.evaluate((move) => { const open = document.querySelectorAll("button.place"); open[move % open.length].click(); }, move),
    checkers: (page) => anyMove(page),
    // In codes of five pegs.
    mastermind: async (page, move) => { await page.keyboard.type("abcdeaabbccdbeeahabggfcadbfgheabbbbb".slice(3 * move).slice(0, 5)); await page.keyboard.press("Enter"); },
  };
  // Random moments that are the same in every run (xorshift).
  function* random(state) {
    for (;;) {
      for (const [left, bits] of [[true, 13], [false, 17], [true, 5]]) state = (state ^ (left ? state << bits : state >>> bits)) >>> 0;
      yield state / 2 ** 32;
    }
  }
  const LENGTHS = { fiveo: 20, checkers: 24, mastermind: 11 };
  const OPPONENTS = { fiveo: "champion", checkers: "child", mastermind: "beginner&size=5x8" };
  for (const [game, against] of Object.entries(OPPONENTS)) {
    test(`${game}: the same table after a reload, at ten random moments`, async () => {
      const page = await open(`#${game}?seed=11&seat=0&against=${against}`);
      const moments = new Set();
      for (const share of random(4711)) if (moments.add(Math.floor(share * LENGTHS[game])).size === 10) break;
      let nReloads = 0;
      for (let move = 0; move <= Math.max(...moments); move++) {
        await settled(page);
        if (await page.$("#end:not([hidden])")) break;
        if (moments.has(move)) {
          const before = await table(page);
          await reload(page);
          assert.equal(await table(page), before, `before move ${move}`);
          nReloads++;
        }
        await MOVES[game](page, move);
      }
      assert.equal(nReloads, 10);
      await close(page);
    });

    test(`${game}: a reload while the opponent thinks loses no move`, async () => {
      const page = await open(`#${game}?seed=11&seat=0&against=${against}`);
      await settled(page);
      await MOVES[game](page, 0);
      await settled(page);
      // The move is made and stored; the answer never comes.
      await page.evaluate(async () => {
        const { app } = await import("./app.js");
        const ask = app.engine.ask.bind(app.engine);
        app.engine.ask = (request) => (request.do === "answer" ? new Promise(() => {}) : ask(request));
      });
      const line = () => page.evaluate(async () => (await import("./app.js")).app.state.line);
      const before = await line();
      await MOVES[game](page, 1);
      await until(page, () => document.querySelector("#table").getAttribute("aria-busy") === "true");
      const made = await line();
      assert.equal(made.length, before.length + 1);
      await reload(page);
      const after = await line();
      assert.deepEqual(after.slice(0, made.length), made);
      assert.equal(after.length, made.length + 1, "the opponent has answered");
      await close(page);
    });
  }

  test("an undo and the mark of a hint survive a reload", async () => {
    const page = await open("#checkers?seed=11&seat=0&against=child");
    for (let move = 0; move < 3; move++) { await settled(page); await anyMove(page); }
    await settled(page);
    await page.click("#undo");
    await says(page, "#status", /Taken back/);
    await page.click("#hint");
    await says(page, "#status", /^Hint/);
    const before = await table(page);
    await reload(page);
    assert.equal(await table(page), before);
    assert.equal(await page.evaluate(async () => (await import("./app.js")).app.isHelped), true);
    await close(page);
  });

  test("a reload uses up none of the guide's three hints", async () => {
    const page = await open("#fiveo?seed=7&seat=0&against=random");
    for (const tip of [/This is your card/, /Only glowing columns/, /Win more of the five columns/]) {
      await settled(page);
      assert.match(await text(page, "#line"), tip);
      for (let again = 0; again < 2; again++) {
        await reload(page);
        assert.match(await text(page, "#line"), tip);
      }
      await page.click("button.place");
    }
    await settled(page);
    assert.doesNotMatch(await text(page, "#line"), /glow/);
    await close(page);
  });

  test("a finished game is shown again after a reload, and counted once", async () => {
    const page = await open("#fiveo?seed=5&seat=0&against=greedy");
    for (let card = 0; card < 20; card++) { await settled(page); await page.click("button.place"); }
    await page.waitForSelector("#end:not([hidden])");
    const [result, score] = [await text(page, "#end .outcome"), await text(page, "#score")];
    await reload(page);
    assert.deepEqual([await text(page, "#end .outcome"), await text(page, "#score")], [result, score]);
    await close(page);
  });

  test("a game survives back, forward, the brand, its own tab, another game and the skip link", async () => {
    const page = await open("#fiveo?seed=7&seat=0&against=greedy");
    for (let card = 0; card < 3; card++) { await settled(page); await page.click("button.place"); }
    await settled(page);
    const before = await table(page);
    const same = async (what) => { await settled(page); assert.equal(await table(page), before, what); };
    const click = async (selector, game) => { await page.click(selector); await page.waitForFunction((game) => document.querySelector("[aria-current]")?.dataset.game === game && location.hash.includes("seed="), {}, game); };
    await click('[data-game="fiveo"]', "fiveo");
    await same("its own tab");
    await click('[data-game="checkers"]', "checkers");
    await page.goBack();
    await says(page, "#title", /Five-O/);
    await same("back");
    await page.goForward();
    await says(page, "#title", /Checkers/);
    await click('[data-game="fiveo"]', "fiveo");
    await same("another game and back");
    await click("#brand", "fiveo");
    await same("the brand");
    await page.focus("#skip");
    await page.keyboard.press("Enter");
    await same("the skip link");
    assert.ok(await page.evaluate(() => document.activeElement.matches("button.place")), "the skip link leads to the table");
    await close(page);
  });

  test("a game is left only after a question", async () => {
    const page = await open("#fiveo?seed=7&seat=0&against=greedy");
    await settled(page);
    await page.click("button.place");
    await settled(page);
    const before = await table(page);
    for (const leave of [
      () => page.click("#new"),
      async () => { await dialog(page, "#opponent", ".ladder"); await page.click('[data-level="tactician"]'); },
      () => page.evaluate(() => { location.hash = "#fiveo?seed=8&seat=0&against=pairing"; }),
    ]) {
      await leave();
      await (await page.waitForSelector("#answer-no")).click();
      await settled(page);
      assert.equal(await table(page), before);
      assert.match(await page.evaluate(() => location.hash), /seed=7/);
    }
    await page.click("#new");
    await (await page.waitForSelector("#answer-yes")).click();
    await page.waitForFunction(() => !/seed=7&/.test(location.hash));
    await close(page);
  });

  test("an address with an unknown opponent, an impossible seed or a bad champion gives a game and a sentence", async () => {
    for (const [address, told] of [
      ["#fiveo?seed=1&seat=0&against=phantom", /That player cannot play: there is no player "phantom".*The usual opponent plays/],
      ["#fiveo?seed=99999999999999999999&seat=0&against=greedy", /names no deal/],
      ["#fiveo?seed=-1&seat=0&against=greedy", /names no deal/],
      ["#fiveo?seed=1&champion=AAAA", /That player cannot play: .*PIPS/],
      ["#fiveo?seed=1&champion=%%%", /That player cannot play/],
      ["#checkers?seed=1&tree=Plus(Men", /That player cannot play/],
      ["#mastermind?seed=1&size=8x12&against=minimax", /That player cannot play: 8x12 has/],
      ["#chess", /names no game/],
    ]) {
      const page = await open(address);
      await settled(page);
      assert.match(await text(page, "#status"), told, address);
      assert.ok(await page.$(".column, .board, .trays"), address);
      await close(page);
    }
  });

  test("forget, reset and erase ask first", async () => {
    const page = await open("#fiveo?seed=7");
    await page.evaluate(async () => {
      const { records, score } = await import("./store.js");
      records.add({ id: "1", game: "fiveo", title: "Five-O against Vera", result: "won", date: "2026-01-02T03:04:05Z", text: "" });
      score.add("fiveo", "greedy", "won", false);
    });
    const stored = () => page.evaluate(async () => { const { records, score } = await import("./store.js"); return [records.all().length, score.of("fiveo").won]; });
    for (const [button, after] of [["[data-forget]", [0, 1]], ["#reset-score", [0, 0]]]) {
      await dialog(page, "#records-open", "#record-file");
      const before = await stored();
      await page.click(button);
      await (await page.waitForSelector("#answer-no")).click();
      await page.waitForSelector("#record-file");
      assert.deepEqual(await stored(), before);
      await page.click(button);
      await (await page.waitForSelector("#answer-yes")).click();
      await page.waitForSelector("#record-file");
      assert.deepEqual(await stored(), after);
      await page.click("#dialog-close");
    }
    await (await dialog(page, "#board-open", "[data-port=page]")).click();
    const erased = /The stored champions of Five-O are erased/;
    for (const [answer, isErased] of [["#answer-no", false], ["#answer-yes", true]]) {
      await (await page.waitForSelector("#dialog [data-erase]:not([disabled])")).click();
      await (await page.waitForSelector(answer)).click();
      await page.waitForSelector("#dialog [data-erase]:not([disabled])");
      if (isErased) await says(page, "#dialog .note", erased);
      else assert.doesNotMatch(await text(page, "#dialog .note"), erased);
    }
    await close(page);
  });
}
