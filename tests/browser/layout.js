// One screen: what a move needs is visible without scrolling, measured by the positions of elements, in every state of
// every game at the sizes of a phone, a laptop's window and a large screen.

import assert from "node:assert/strict";

const SIZES = [[360, 640], [1366, 650], [1920, 1080]];

// Elements that a person needs, by game and state; each must lie in the window and be covered by nothing else.
export const NEEDED = {
  fiveo: ["#name", "#line", ".drawn .card", "button.place", "#hint", "#new"],
  checkers: ["#name", "#line", ".board", "#hint", "#new"],
  mastermind: ["#name", "#line", ".trays", ".send", ".pick", ".slot", "#hint"],
  end: ["#end .outcome", "#end .verdict", "#again", "#name"],
};

// Elements that are not wholly in the window, or have no size.
export const outside = (page, selectors) => page.evaluate((selectors) => selectors.flatMap((selector) => {
  const found = [...document.querySelectorAll(selector)];
  if (found.length === 0) return [`${selector} is missing`];
  return found.map((element) => [element.getBoundingClientRect(), selector])
    .filter(([{ left, top, right, bottom, width, height }]) => width < 1 || height < 1 || left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
    .map(([{ left, top, right, bottom }, selector]) => `${selector} at ${[left, top, right, bottom].map(Math.round)} in ${innerWidth}x${innerHeight}`);
}), selectors);

async function fits(page, selectors, state) {
  for (const [width, height] of SIZES) {
    await page.setViewport({ width, height });
    assert.deepEqual(await outside(page, selectors), [], `${state} at ${width}x${height}`);
    const [whole, tall] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
    assert.ok(whole <= width && tall <= height, `${state}: ${whole}x${tall} in ${width}x${height}`);
  }
}

export function layout(test, { open, close, until, says, settled, anyMove }) {
  const addresses = { fiveo: "#fiveo?seed=5&seat=0&against=champion", checkers: "#checkers?seed=1&seat=0&against=easy", mastermind: "#mastermind?seed=3&seat=0&against=minimax" };
  for (const game of Object.keys(addresses)) {
    test(`${game}: everything for a move is on one screen, at the opening, after moves, with a hint and while the opponent thinks`, async () => {
      const page = await open(addresses[game]);
      await settled(page);
      await fits(page, NEEDED[game], "opening");
      await page.setViewport({ width: 1366, height: 650 });
      for (let move = 0; move < 9; move++) {
        await settled(page);
        if (game === "fiveo") await page.click("button.place");
        else if (game === "checkers") await anyMove(page);
        else { await page.keyboard.type(["cafe", "aabb", "bccd", "ffee", "aaaa", "bbbb", "cccc", "dddd", "eeee"][move]); await page.keyboard.press("Enter"); }
        if (await page.$("#end:not([hidden])")) break;
      }
      await settled(page);
      if (await page.$("#end:not([hidden])")) return close(page);
      await fits(page, NEEDED[game], "after moves");
      await page.click("#hint");
      await says(page, "#line", /^Hint/);
      await fits(page, NEEDED[game], "hint");
      await page.setViewport({ width: 360, height: 640 });
      const places = () => page.$$eval(".stack .card, .square, .tray", (parts) => parts.map((part) => { const { left, top, width } = part.getBoundingClientRect(); return [left, top, width].map(Math.round).join(" "); }));
      const before = await places();
      // As it looks while the opponent thinks: it is not the person's turn.
      await page.evaluate(async () => {
        const { app } = await import("./app.js");
        app.state = { ...app.state, turn: "other", scene: { ...app.state.scene, options: [], open: [], card: null } };
        app.isBusy = true;
        app.draw({ isFresh: false });
      });
      assert.deepEqual(await places(), before, "the table does not move when the turn passes");
      await fits(page, NEEDED[game].filter((selector) => selector !== "button.place"), "thinking");
      await close(page);
    });
  }

  test("the end of a game is on the screen: the result and what to do next", async () => {
    const page = await open("#fiveo?seed=5&seat=0&against=greedy");
    for (let card = 0; card < 20; card++) { await settled(page); await page.click("button.place"); }
    await until(page, () => !document.querySelector("#end").hidden);
    await fits(page, [...NEEDED.end, ".column", ".lead"], "end");
    // The focus is on what comes next, not lost.
    assert.match(await page.evaluate(() => document.activeElement.id), /^(again|next)$/);
    await close(page);
  });

  test("ahead and behind do not touch at 320 px", async () => {
    const page = await open("#fiveo?seed=5&seat=0&against=champion", { width: 320, height: 640 });
    for (let card = 0; card < 8; card++) { await settled(page); await page.click("button.place"); }
    await settled(page);
    const leads = await page.evaluate(() => [...document.querySelectorAll(".lead")].map((lead) => lead.getBoundingClientRect()).map(({ left, right }) => [left, right]));
    for (let place = 1; place < 5; place++) assert.ok(leads[place][0] - leads[place - 1][1] >= 1, JSON.stringify(leads));
    await close(page);
  });

  test("a large screen is used: the board of checkers and the felt", async () => {
    const page = await open("#checkers?seed=1&seat=0&against=easy", { width: 1920, height: 1080 });
    const side = await page.$eval(".board", (board) => board.getBoundingClientRect().height);
    assert.ok(side > 920, `${side} px`);
    await page.goto(`${new URL(page.url()).origin}/#fiveo?seed=5&seat=0&against=champion`);
    await page.waitForSelector(".felt");
    const card = await page.$eval(".stack .card", (element) => element.getBoundingClientRect().width);
    assert.ok(card > 120, `${card} px`);
    await close(page);
  });

  test("nothing shifts while the page loads, on a phone and on a large screen", async () => {
    for (const [width, height] of SIZES) {
      const page = await open("icon.svg", { width, height, isPage: false });
      await page.evaluateOnNewDocument(() => {
        window.shift = 0;
        new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value; }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(`${new URL(page.url()).origin}/#fiveo?seed=5&seat=0&against=champion`);
      await page.waitForSelector("html[data-ready]");
      await new Promise((resolve) => setTimeout(resolve, 300));
      const shift = await page.evaluate(() => window.shift);
      assert.ok(shift < 0.05, `a shift of ${shift} at ${width}x${height}`);
      page.errors = page.errors.filter((error) => !/404/.test(error));
      await close(page);
    }
  });
}
