// Whole games, by mouse and by keyboard alone, heard as they are played, and with motion.

import assert from "node:assert/strict";

export function playing(test, { open, close, text, until, says, settled, isOver, anyMove, checkedRecord }) {
  test("a whole game of Five-O by mouse, and the desktop agrees on the result", async () => {
    const page = await open("#fiveo?seed=5&seat=0&against=champion");
    for (let card = 0; card < 20; card++) {
      await settled(page);
      const open = await page.$$("button.place");
      assert.equal(open.length, 5 - (card % 5));
      await open[(card * 7) % open.length].click();
    }
    await says(page, "#status", /Records\.$/);
    const { record, replayed } = await checkedRecord(page, "fiveo");
    const [, who, more, fewer] = (await text(page, "#status")).match(/^(.*): (\d) to (\d) in columns\./);
    assert.match(replayed, who === "A tie" ? /A tie/ : new RegExp(`${who === "You win" ? "person" : "best-1"} wins ${more} to ${fewer}`));
    assert.equal(record.result, { "You win": "won", "Pipsqueak wins": "lost", "A tie": "tied" }[who]);
    assert.match(await text(page, "#score"), new RegExp(`${record.result} 1`));
    await close(page);
  });

  test("a whole game of Five-O by keyboard alone", async () => {
    const page = await open("#fiveo?seed=6&seat=1&against=tactician");
    for (let card = 0; card < 20; card++) {
      await settled(page);
      if (card === 0) {
        // From the top of the page to the first open column, as keyboard users go.
        for (let step = 0; step < 40 && !(await page.evaluate(() => document.activeElement.matches("button.place"))); step++) await page.keyboard.press("Tab");
      }
      if (card % 3 === 0) await page.keyboard.press("ArrowRight");
      await page.evaluate(() => { if (!document.activeElement.matches("button.place")) throw new Error("the focus is lost"); });
      await page.keyboard.press("Enter");
    }
    await says(page, "#status", /Records\.$/);
    await checkedRecord(page, "fiveo");
    await close(page);
  });

  test("a whole game of checkers by mouse, with a jump that must be taken, and an undo", async () => {
    const page = await open("#checkers?seed=1&seat=0&against=child");
    let [jumps, moves] = [0, 0];
    while (!(await isOver(page))) {
      await settled(page);
      if (await isOver(page)) break;
      if ((await text(page, "#line")).includes("must")) jumps++;
      if (moves === 3) {
        const before = await page.$$eval(".man", (men) => men.length);
        await page.click("#undo");
        await settled(page);
        assert.ok((await page.$$eval(".man", (men) => men.length)) >= before);
      }
      if (moves % 2 === 1) {
        // The hint is a whole move: its squares one after the other.
        await page.click("#hint");
        await says(page, "#status", /^Hint/);
        const squares = (await text(page, "#status")).match(/Hint: ([\dx-]+)/)[1].split(/[-x]/);
        for (const square of squares) await page.click(`[data-square="${square}"]`);
      } else {
        await anyMove(page);
      }
      moves++;
    }
    const { record, replayed } = await checkedRecord(page, "checkers");
    const outcome = { won: "0-1", lost: "1-0", tied: "1/2-1/2" }[record.result];
    assert.ok(record.text.includes(outcome), record.text);
    assert.match(replayed, { "0-1": /Black won/i, "1-0": /White won/i, "1/2-1/2": /draw/i }[outcome]);
    assert.ok(jumps > 0 && moves > 8, `${jumps} jumps, ${moves} moves`);
    await close(page);
  });

  test("a whole game of Mastermind by mouse", async () => {
    const page = await open("#mastermind?seed=3&seat=0&against=minimax");
    for (const letter of "CAFE") await page.click(`[data-letter="${letter}"]`);
    await page.click(".send");
    while (!(await isOver(page))) {
      await settled(page);
      if (await isOver(page)) break;
      await page.click("#hint");
      await until(page, () => !document.querySelector(".send").disabled);
      await page.click(".send");
      await until(page, () => document.querySelector(".send")?.disabled ?? true);
    }
    const { record, replayed } = await checkedRecord(page, "mastermind");
    assert.match(replayed, record.result === "tied" ? /A tie/ : record.result === "won" ? /person wins/ : /minimax wins/);
    await close(page);
  });

  test("Mastermind by keyboard: a code is set, taken back, set again, and a guess is answered", async () => {
    const page = await open("#mastermind?seed=3&seat=0&against=champion");
    await page.keyboard.type("abcd");
    await page.keyboard.press("Enter");
    await settled(page);
    await page.keyboard.press("u");
    await says(page, "#status", /Taken back/);
    await page.keyboard.type("ffff");
    await page.keyboard.press("Enter");
    await settled(page);
    await page.keyboard.type("aabb");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".tray li");
    await close(page);
  });

  // Everything that the live region says from now on.
  const listen = (page) => page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.querySelector("#status").textContent)).observe(document.querySelector("#status"), { childList: true, characterData: true, subtree: true });
  });
  const heard = (page) => page.evaluate(() => window.heard);
  const tabTo = async (page, selector) => {
    const isThere = () => page.evaluate((selector) => document.activeElement.matches(selector), selector);
    for (let step = 0; step < 40 && !(await isThere()); step++) await page.keyboard.press("Tab");
    assert.ok(await isThere(), `Tab does not lead to ${selector}`);
  };
  // The game is over: the focus is on what comes next, and Enter begins it.
  const playsOn = async (page) => {
    assert.match(await page.evaluate(() => document.activeElement.id), /^(again|next)$/);
    const address = await page.evaluate(() => location.hash);
    await page.keyboard.press("Enter");
    await until(page, (address) => location.hash !== address && document.querySelector("#end").hidden, address);
  };

  // Moves the board's cursor by arrow keys, as a person does who looks where it is.
  async function steerTo(page, square) {
    const way = () => page.evaluate((square) => {
      const middle = (element) => { const { left, top, width, height } = element.getBoundingClientRect(); return [left + width / 2, top + height / 2, width]; };
      const held = document.activeElement;
      if (!held.matches("[data-square]")) throw new Error("the focus is lost");
      const [[x, y, size], [toX, toY]] = [middle(held), middle(document.querySelector(`[data-square="${square}"]`))];
      return [Math.round((toX - x) / size), Math.round((toY - y) / size)];
    }, square);
    for (let [right, down] = await way(); right !== 0 || down !== 0; [right, down] = await way()) {
      await page.keyboard.press(down > 0 ? "ArrowDown" : down < 0 ? "ArrowUp" : right > 0 ? "ArrowRight" : "ArrowLeft");
    }
  }

  test("a whole game of checkers by keyboard alone, as it is heard", async () => {
    const page = await open("#checkers?seed=2&seat=0&against=child");
    await settled(page);
    await tabTo(page, "[data-square]");
    await listen(page);
    // What a screen reader says of the squares: which pieces can move, and where the chosen one can go.
    const told = (words) => page.$$eval("[data-square]", (squares, words) => squares.filter((square) => square.ariaLabel.includes(words)).map((square) => Number(square.dataset.square)), words);
    while (!(await isOver(page))) {
      await settled(page);
      if (await isOver(page)) break;
      const [piece] = await told("can move");
      await steerTo(page, piece);
      await page.keyboard.press("Enter");
      for (let [target] = await told("can be reached"); target !== undefined; [target] = await told("can be reached")) {
        await steerTo(page, target);
        await page.keyboard.press("Enter");
        await settled(page);
      }
    }
    const said = await heard(page);
    const sentence = /^(Lulu (moved from \d+ to \d+|jumped from \d+ to \d+(, then \d+)* and took \d+ pieces?)\. )?(You are Black(\. Choose a piece, then where it goes|, and a jump must be taken)\.)?( ?(Your men are below|If you can jump|Take all enemy).*)?$|^(You win|Lulu wins|A tie): .*The game is kept under Records\.$/;
    for (const words of said) assert.match(words, sentence);
    assert.ok(said.some((words) => /^Lulu jumped/.test(words)) && said.length > 10, said.join("\n"));
    await checkedRecord(page, "checkers");
    await playsOn(page);
    await close(page);
  });

  test("a whole game of Mastermind by keyboard alone, as it is heard", async () => {
    const page = await open("#mastermind?seed=3&seat=0&against=consistent");
    await settled(page);
    await listen(page);
    await page.keyboard.type("cafx");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("fe");
    await page.keyboard.press("Enter");
    while (!(await isOver(page))) {
      await settled(page);
      if (await isOver(page)) break;
      await page.keyboard.press("h");
      await until(page, () => !document.querySelector(".send").disabled && /^Hint/.test(document.querySelector("#status").textContent));
      await page.keyboard.press("Enter");
      await until(page, () => document.querySelector(".send")?.disabled ?? true);
    }
    const said = await heard(page);
    const code = "[A-F]( [A-F]){3}";
    const sentence = new RegExp(`^(Your last guess ${code}: \\d black, \\d white\\. )?(Basil guessed ${code}: \\d black, \\d white\\. )?Guess \\d+ of 12\\.( .*)?$|^Hint: ${code}\\. .*$|^(You win|Basil wins|A tie): you (found it in \\d+|did not find it), Basil (found it in \\d+|did not find it)\\. The game is kept under Records\\.$`);
    for (const words of said) assert.match(words, sentence);
    assert.ok(said.length > 5, said.join("\n"));
    const { record } = await checkedRecord(page, "mastermind");
    assert.match(record.text, /"code":"?3165|cafe/i, "the code that was typed");
    await playsOn(page);
    await close(page);
  });

  // Plays a game by clicks and returns what the table shows at its end, and how many movements were seen.
  async function played(game, isStill) {
    const page = await open({ fiveo: "#fiveo?seed=5&seat=0&against=greedy", checkers: "#checkers?seed=4&seat=0&against=child", mastermind: "#mastermind?seed=3&seat=0&against=minimax" }[game], { still: isStill });
    await page.evaluate(() => {
      window.nMoved = 0;
      // The pauses between movements are a tenth of what people get.
      const { setTimeout: wait } = window;
      window.setTimeout = (work, milliseconds, ...more) => wait(work, milliseconds / 10, ...more);
      addEventListener("animationstart", () => { window.nMoved++; });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...args) { window.nMoved++; return animate.apply(this, args); };
    });
    for (let move = 0; !(await page.$("#end:not([hidden])")); move++) {
      await settled(page);
      if (await page.$("#end:not([hidden])")) break;
      if (game === "fiveo") await page.$eval("button.place", (button) => button.click());
      if (game === "mastermind") { await page.keyboard.type(["cafe", "aabb", "bccd", "ffee", "abcd", "bbbb", "cdcd", "dede", "efef", "fafa", "bdbd", "cece", "dfdf"][move]); await page.keyboard.press("Enter"); }
      if (game === "checkers") await page.evaluate(() => {
        const click = (selector) => document.querySelector(selector)?.click();
        click(".square.movable");
        while (document.querySelector(".square.target") && document.querySelector("#table").getAttribute("aria-busy") !== "true") click(".square.target");
      });
    }
    await until(page, () => document.getAnimations().every(({ playState }) => playState !== "running"));
    const end = await page.evaluate(async () => {
      const { table, ...state } = (await import("./app.js")).app.state;
      return { state, scene: document.querySelector("#scene").innerHTML, end: document.querySelector("#end").textContent, score: document.querySelector("#score").textContent };
    });
    const nMoved = await page.evaluate(() => window.nMoved);
    await close(page);
    return { end, nMoved };
  }

  for (const game of ["fiveo", "checkers", "mastermind"]) {
    test(`${game}: a game with motion ends as one without`, async () => {
      const [moving, still] = [await played(game, false), await played(game, true)];
      assert.deepEqual(moving.end, still.end);
      assert.equal(still.nMoved, 0, "nothing moves for those who ask for less motion");
      assert.ok(moving.nMoved >= 1, "something moves");
    });
  }
}
