// A first game, the ladder, reasons in words, records, languages: what a pupil and a teacher meet.

import assert from "node:assert/strict";

export function lesson(test, { open, close, text, until, says, settled, dialog }) {
  test("a first-time visitor gets the gentlest opponent and three hints in passing", async () => {
    const page = await open();
    assert.equal(await text(page, "#name"), "Wobble");
    for (const tip of [/This is your card/, /Only glowing columns/, /Win more of the five columns/]) {
      await settled(page);
      assert.match(await text(page, "#line"), tip);
      await page.click("button.place");
    }
    await settled(page);
    assert.doesNotMatch(await text(page, "#line"), /glow/);
    await close(page);
  });

  test("the ladder: who was beaten without hints, and whom next", async () => {
    const page = await open("#fiveo?seed=1");
    await page.evaluate(async () => {
      const { score } = await import("./store.js");
      score.add("fiveo", "random", "won", false);
      score.add("fiveo", "greedy", "won", true);
    });
    await dialog(page, "#opponent", ".ladder");
    assert.match(await text(page, '[data-level="random"]'), /Wobble.*plays as “random”.*✔ beaten/);
    assert.match(await text(page, '[data-level="greedy"]'), /beaten with hints/);
    await page.click("#dialog-close");
    await page.evaluate(async () => { const { score } = await import("./store.js"); score.add("fiveo", "greedy", "won", false); });
    await dialog(page, "#opponent", ".ladder");
    assert.match(await text(page, '[data-level="pairing"]'), /next/);
    await page.click("#day");
    await until(page, () => /seed=20\d{6}&/.test(location.hash));
    await close(page);
  });

  test("every opponent has a face, a name of its own and a sentence, in every language", async () => {
    const page = await open("#fiveo?seed=1");
    const missing = await page.evaluate(async () => {
      const [{ app }, { hasFace }, { t, speak, LANGUAGES }, { settings }] = await Promise.all(["app", "people", "texts", "store"].map((name) => import(`./${name}.js`)));
      const found = [];
      for (const language of LANGUAGES) {
        settings.set({ ...settings.get(), language });
        await speak();
        for (const { name: game, levels } of app.games) {
          const people = levels.map(({ name }) => t.people[game][name]);
          levels.forEach(({ name }, place) => { if (!hasFace(game, name) || people[place]?.length !== 2) found.push(`${language} ${game} ${name}`); });
          if (new Set(people.map((person) => person?.[0])).size !== levels.length) found.push(`${language} ${game}: two of one name`);
        }
      }
      settings.set({ ...settings.get(), language: "en" });
      await speak();
      return found;
    });
    assert.deepEqual(missing, []);
    await dialog(page, "#opponent", ".ladder");
    for (const name of await page.$$eval(".ladder b", (names) => names.map((name) => name.textContent))) assert.match(name, /^[A-Z][a-z]+$/);
    await close(page);
  });

  test("Why? begins with a sentence in plain words and marks the card", async () => {
    const page = await open("#fiveo?seed=5&seat=1&against=champion");
    for (let card = 0; card < 4; card++) { await settled(page); await page.click("button.place"); }
    await settled(page);
    await dialog(page, "#why", ".sentence");
    assert.match(await text(page, "#dialog .sentence"), /^Pipsqueak put the \w+ of \w+ in column \d\. \S/);
    assert.equal((await page.$$("#scene .marked")).length, 1);
    await close(page);
  });

  test("Why? for checkers tells the line, for Mastermind how many codes are left", async () => {
    const page = await open("#checkers?seed=1&seat=1&against=champion");
    await settled(page);
    await dialog(page, "#why", ".sentence");
    const sentence = await text(page, "#dialog .sentence");
    assert.match(sentence, /^Pipsqueak (expects \d+-\d+, |played )/);
    // The moves that it expects are arrows, and their squares are marked on the board.
    const squares = sentence.match(/\d+-\d+/g).slice(0, 3).flatMap((move) => move.split("-").map(Number));
    assert.equal((await page.$$("#dialog .arrow")).length, squares.length / 2);
    assert.deepEqual(await page.$$eval("#scene .square.marked", (marked) => marked.map((square) => Number(square.dataset.square)).toSorted((a, b) => a - b)), [...new Set(squares)].toSorted((a, b) => a - b));
    await page.click("#dialog summary");
    assert.deepEqual(await page.$$eval("#dialog th", (heads) => heads.map((head) => head.textContent)), ["fact", "Pipsqueak", "you"]);
    assert.doesNotMatch(await text(page, "#dialog"), /[Yy]our/, "what both sides have is not the reader's");
    await close(page);
    const other = await open("#mastermind?seed=3&seat=0&against=minimax");
    for (const code of ["cafe", "aabb"]) { await other.keyboard.type(code); await other.keyboard.press("Enter"); await settled(other); }
    await dialog(other, "#why", ".sentence");
    // Knuth's first guess leaves at most 256 of the 1,296 codes (Knuth 1977).
    assert.match(await text(other, "#dialog .sentence"), /A A B B leaves at most 256 of 1296 codes/);
    await other.click("#dialog summary");
    const parts = Object.fromEntries(await other.$$eval("#dialog tbody tr", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))));
    assert.equal(Object.values(parts).reduce((sum, n) => sum + Number(n), 0), 1296);
    assert.deepEqual(["0 black, 0 white", "1 black, 1 white", "2 black, 0 white", "4 black, 0 white"].map((answer) => parts[answer]), ["256", "208", "114", "1"]);
    await close(other);
  });

  test("after a loss, the decision that cost most is shown", async () => {
    const page = await open("#fiveo?seed=5&seat=0&against=greedy");
    for (let card = 0; card < 20; card++) { await settled(page); await page.click("button.place"); }
    await (await page.waitForSelector("#review")).click();
    await says(page, "#end", /cost most: in column \d you would have won \d+ % .* in column \d \d+ %|No single decision/);
    await page.click("#back");
    await page.waitForSelector("#again");
    await close(page);
  });

  test("in a review and in a record, the person is you", async () => {
    const page = await open("#mastermind?seed=3&seat=1&against=champion");
    const titles = () => page.$$eval(".tray h2", (heads) => heads.map((head) => head.textContent));
    while (!(await page.$("#end:not([hidden])"))) {
      await settled(page);
      if (await page.$("#end:not([hidden])")) break;
      await page.keyboard.type("ffff");
      await page.keyboard.press("Enter");
    }
    assert.match(await text(page, "#end .verdict"), /^you (did not find it|found it in \d+), Pipsqueak found it in \d+$/);
    await (await page.waitForSelector("#review")).click();
    await says(page, "#end", /Your guess F F F F left \d+ of \d+ codes/);
    assert.deepEqual(await titles(), ["Your guesses", "Pipsqueak's guesses"]);
    await page.click("#back");
    await page.waitForSelector("#again");
    await dialog(page, "#records-open", ".list");
    await page.click("#dialog ::-p-text(Step through)");
    await (await page.waitForSelector('[data-step="End"]')).click();
    // A record is seen from the first seat.
    await says(page, "#end .verdict", /^The result: \S+ won, \S+ found it in \d+, you (did not find it|found it in \d+)\.$/);
    assert.equal((await titles())[1], "Your guesses");
    assert.match(await text(page, "#title"), /against you$/);
    await close(page);
  });

  test("checkers trees and champions play; Mastermind in another size", async () => {
    const page = await open("#checkers?seed=1&seat=1&tree=Plus(Multiply(100, Men), Multiply(150, Kings))");
    await settled(page);
    assert.equal(await text(page, "#name"), "Your tree");
    assert.equal((await page.$$(".square.last")).length, 2, "it moved");
    await close(page);
    const other = await open("#mastermind?seed=3&seat=0&against=beginner&size=3x6");
    assert.equal((await other.$$(".slot")).length, 3);
    for (const code of ["abc", "aab"]) { await other.keyboard.type(code); await other.keyboard.press("Enter"); await settled(other); }
    assert.equal((await other.$$(".tray li")).length, 2);
    await close(other);
  });

  test("a tree is completed from the vocabulary", async () => {
    const page = await open("#fiveo?seed=1");
    const tree = await dialog(page, "#champion-open", "#tree");
    await tree.click({ count: 3 });
    await tree.type("Plus(FlushCh");
    await (await page.waitForSelector(".words button")).click();
    assert.equal(await tree.evaluate((field) => field.value), "Plus(FlushChance");
    await close(page);
  });

  test("a record's slider moves the table as it is dragged, and Why? works there", async () => {
    const page = await open("#mastermind?seed=1");
    await page.evaluate(async () => {
      const [{ app }, { records }] = await Promise.all([import("./app.js"), import("./store.js")]);
      let state = await app.engine.ask({ do: "new", game: "fiveo", seed: "1", seat: 0, opponent: { level: "champion" } });
      while (state.points === null) {
        const { table } = state;
        state = await app.engine.ask(state.turn === "own" ? { do: "play", table, text: String(state.scene.open[0] + 1) } : { do: "answer", table });
      }
      records.add({ id: "1", game: "fiveo", title: "Five-O", result: state.result, date: "2026-01-02T03:04:05Z", text: await app.engine.ask({ do: "record", table: state.table }) });
    });
    await dialog(page, "#records-open", ".list");
    await page.click("#dialog ::-p-text(Step through)");
    await page.waitForSelector(".stepper");
    await page.$eval(".stepper input", (slider) => { slider.value = 9; slider.dispatchEvent(new Event("input")); });
    await says(page, "#status", /^Move 9 of 40/);
    await page.focus('[data-step="Forward"]');
    await page.keyboard.press("ArrowRight");
    await says(page, "#status", /^Move 10 of 40/);
    await dialog(page, "#why", ".sentence");
    await page.keyboard.press("Escape");
    await page.click('[data-step="End"]');
    await says(page, "#end .verdict", /The result: (you|Pipsqueak|best-1) won, \d to \d in columns/);
    await close(page);
  });

  test("a class link sets game, opponent and deal, and the page speaks German", async () => {
    const page = await open("#fiveo?seed=1");
    await dialog(page, "#share", "#class-shared");
    await page.select("#class-level", "tactician");
    await page.$eval("#class-deal", (field) => { field.value = "4711"; field.dispatchEvent(new Event("input")); });
    const link = await page.$eval("#class-shared", (field) => field.value);
    assert.match(link, /#fiveo\?seed=4711&seat=0&against=tactician$/);
    await page.click("#dialog-close");
    await dialog(page, "#settings-open", "fieldset");
    await page.click('input[value="de"]');
    await until(page, () => document.documentElement.lang === "de");
    assert.equal(await text(page, "#hint span"), "Tipp");
    assert.match(await text(page, "#title"), /Five-O: du gegen/);
    assert.match(await text(page, "#status"), /Deine Karte ist (Kreuz|Karo|Herz|Pik)/);
    await close(page);
  });
}
