// As a screen reader's user hears it: the words of the live region, the names in the accessibility tree, the keyboard.

import assert from "node:assert/strict";

export function hearing(test, { open, close, text, says, settled }) {
  // The names of one role in the accessibility tree.
  const names = async (page, role) => {
    const all = [];
    const walk = (node) => { if (node.role === role) all.push(node.name); (node.children ?? []).forEach(walk); };
    walk(await page.accessibility.snapshot());
    return all;
  };

  test("Five-O is heard: the card, the open columns, what the opponent did", async () => {
    const page = await open("#fiveo?seed=5&seat=0&against=greedy");
    await settled(page);
    assert.match(await text(page, "#status"), /^Your card is the ace of diamonds\. Open: 1, 2, 3, 4, 5\. This is your card/);
    assert.ok((await names(page, "button")).includes("Place the ace of diamonds in column 3"));
    assert.ok((await names(page, "heading")).includes("Five-O: you against Magpie"));
    await page.keyboard.press("3");
    await settled(page);
    assert.match(await text(page, "#status"), /^Magpie placed the \w+ of \w+ in column \d\. Your card is the \w+ of \w+\. Open: 1, 2, 4, 5\./);
    await close(page);
  });

  test("checkers is heard and played by keyboard: a jump is told as one, a blocked piece says so", async () => {
    const page = await open("#checkers?seed=1&seat=0&against=child");
    await settled(page);
    await page.evaluate(() => document.querySelector('[data-square="1"]').focus());
    await page.keyboard.press("Enter");
    await says(page, "#status", /That piece has no move/);
    assert.equal(await page.$(".square.chosen"), null, "a blocked piece is not kept");
    let heard = "";
    for (let move = 0; move < 60 && !/took \d/.test(heard); move++) {
      await settled(page);
      if (await page.$("#end:not([hidden])")) break;
      const path = await page.evaluate(async () => {
        const { options } = (await import("./app.js")).app.state.scene;
        return (options.find(({ taken }) => taken.length > 0) ?? options[0]).path;
      });
      for (const square of path) {
        await page.evaluate((square) => document.querySelector(`[data-square="${square}"]`).focus(), square);
        await page.keyboard.press("Enter");
      }
      await settled(page);
      heard += await text(page, "#status");
    }
    assert.match(heard, /Lulu jumped from \d+ to \d+(, then \d+)* and took \d+ pieces?\./);
    assert.ok((await names(page, "gridcell")).some((name) => /^\d+, black (man|king)/.test(name)));
    await close(page);
  });

  test("Mastermind is heard: both answers and the guess that is due", async () => {
    const page = await open("#mastermind?seed=3&seat=0&against=minimax");
    await settled(page);
    assert.match(await text(page, "#status"), /Set a code for Knut to find\./);
    for (const code of ["cafe", "aabb"]) { await page.keyboard.type(code); await page.keyboard.press("Enter"); await settled(page); }
    assert.match(await text(page, "#status"), /^Your last guess A A B B: \d black, \d white\. Knut guessed [A-F ]+: \d black, \d white\. Guess 2 of 12\./);
    await close(page);
  });

  test("after a Mastermind hint, pegs go into one place after the other", async () => {
    const page = await open("#mastermind?seed=3&seat=0&against=minimax");
    await page.click("#hint");
    await says(page, "#status", /^Hint/);
    for (const letter of "abcd") await page.keyboard.press(letter);
    assert.equal(await page.$$eval(".slot", (slots) => slots.map((slot) => slot.textContent).join("")), "ABCD");
    await close(page);
  });

  test("a button that cannot be used says why", async () => {
    const page = await open("#checkers?seed=1&seat=0&against=child");
    await settled(page);
    await page.click("#undo");
    await says(page, "#line", /There is no move to take back yet/);
    await page.click("#why");
    await says(page, "#line", /Lulu has not moved yet/);
    await close(page);
  });

  test("where there is no clipboard, Copy does not say Copied", async () => {
    const page = await open("#fiveo?seed=1");
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.click("#share");
    await (await page.waitForSelector("#dialog[open] .main")).click();
    await says(page, "#dialog .main", /Ctrl\+C/);
    await close(page);
  });
}
