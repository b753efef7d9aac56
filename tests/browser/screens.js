// Every screen and every dialog: it fits its window, and axe-core finds nothing, in both themes.

import assert from "node:assert/strict";
import { join } from "node:path";

import { speak } from "./languages.js";

export function screens(test, { open, close, until, says, settled, dialog, anyMove, axe, screenshots }) {
  // As it looks while the opponent thinks.
  const thinking = async (page) => {
    await settled(page);
    await page.evaluate(async () => {
      const { app } = await import("./app.js");
      app.state = { ...app.state, turn: "other", scene: { ...app.state.scene, options: [], open: [], card: null } };
      app.isBusy = true;
      app.draw({ isFresh: false });
    });
  };
  const hinted = async (page) => { await settled(page); await page.click("#hint"); await says(page, "#line", /^Hint/); };
  // The person's moves are the first legal ones, so that games are lost.
  const toTheEnd = async (page) => {
    await page.evaluate(async () => {
      const { app } = await import("./app.js");
      const { settings } = await import("./store.js");
      settings.set({ ...settings.get(), motion: "off" });
      while (app.state.points === null) {
        const { game, scene } = app.state;
        await app.play(game === "fiveo" ? String(scene.open[0] + 1) : game === "checkers" ? scene.options[0].text : ["CAFE", "AAAA", "BBBB", "CCCC", "DDDD", "EEEE", "FFFF", "ABAB", "BABA", "ACAC", "CACA", "ADAD", "DADA"][scene.secret === null ? 0 : scene.guesses.length + 1]);
      }
    });
    await page.waitForSelector("#end:not([hidden])");
  };
  const reviewed = async (page) => { await toTheEnd(page); await (await page.waitForSelector("#review")).click(); await page.waitForSelector("#end #back"); };
  const recorded = async (page) => {
    await toTheEnd(page);
    await dialog(page, "#records-open", ".list");
    await page.click("#dialog ::-p-text(Step through)");
    await (await page.waitForSelector('[data-step="End"]')).click();
    await says(page, "#status", /The result/);
  };
  const hebrew = (page) => speak(page, "he");

  const SCREENS = {
    fiveo: ["#fiveo?seed=5&seat=0&against=champion", async (page) => {
      for (let card = 0; card < 12; card++) { await settled(page); await page.click("button.place"); }
      await settled(page);
    }],
    "fiveo-hint": ["#fiveo?seed=5&seat=0&against=champion", async (page) => { await settled(page); await page.click("#hint"); await page.waitForSelector(".hinted"); }],
    "fiveo-over": ["#fiveo?seed=5&seat=0&against=greedy", async (page) => {
      for (let card = 0; card < 20; card++) { await settled(page); await page.click("button.place"); }
      await says(page, "#status", /Records\.$/);
    }],
    why: ["#fiveo?seed=5&seat=1&against=champion", async (page) => {
      for (let card = 0; card < 6; card++) { await settled(page); await page.click("button.place"); }
      await settled(page);
      await dialog(page, "#why", ".scores");
      await page.click("#dialog summary");
    }],
    checkers: ["#checkers?seed=1&seat=0&against=easy", async (page) => {
      for (let move = 0; move < 5; move++) {
        await settled(page);
        await anyMove(page);
      }
      await settled(page);
      await page.click(".square.movable");
    }],
    "checkers-white": ["#checkers?seed=1&seat=1&against=easy", settled],
    mastermind: ["#mastermind?seed=3&seat=0&against=minimax", async (page) => {
      await page.keyboard.type("cafe");
      await page.keyboard.press("Enter");
      for (const guess of ["aabb", "bccd"]) { await settled(page); await page.keyboard.type(guess); await page.keyboard.press("Enter"); }
      await settled(page);
      await page.keyboard.type("ef");
    }],
    "howto-fiveo": ["#fiveo?seed=1", (page) => dialog(page, "#howto", ".steps")],
    "howto-checkers": ["#checkers?seed=1", (page) => dialog(page, "#howto", ".steps")],
    "howto-mastermind": ["#mastermind?seed=1", (page) => dialog(page, "#howto", ".steps")],
    records: ["#mastermind?seed=1", async (page) => {
      await page.evaluate(async () => {
        const { records } = await import("./store.js");
        records.add({ id: "1", game: "fiveo", title: "Five-O against tactician", result: "won", date: "2026-01-02T03:04:05Z", text: "" });
      });
      await dialog(page, "#records-open", "#record-file");
    }],
    champion: ["#fiveo?seed=1", async (page) => {
      await (await dialog(page, "#champion-open", "#champion-file")).uploadFile(new URL("../../host/champions/report.pips", import.meta.url).pathname);
      await page.waitForSelector("#dialog .panel .main");
    }],
    "champion-refused": ["#fiveo?seed=1", async (page) => {
      const tree = await dialog(page, "#champion-open", "#tree");
      await tree.click({ count: 3 });
      await tree.type("Plus(HasFlush, 1)");
      await page.click("#dialog ::-p-text(Check the tree)");
      await says(page, "#dialog .error", /is a Flag/);
    }],
    stepping: ["#mastermind?seed=1", async (page) => {
      await page.evaluate(async () => {
        const [{ app }, { records }] = await Promise.all([import("./app.js"), import("./store.js")]);
        let state = await app.engine.ask({ do: "new", game: "mastermind", seed: "1", seat: 0, opponent: { level: "expected" } });
        while (state.points === null) {
          const { table } = state;
          const hint = state.turn === "own" && (await app.engine.ask({ do: "hint", table }));
          state = await app.engine.ask(hint ? { do: "play", table, text: hint.move } : { do: "answer", table });
        }
        const text = await app.engine.ask({ do: "record", table: state.table });
        records.add({ id: "1", game: "mastermind", title: "Mastermind against expected", result: state.result, date: "2026-01-02T03:04:05Z", text });
      });
      await dialog(page, "#records-open", ".list");
      await page.click("#dialog ::-p-text(Step through)");
      await page.waitForSelector(".stepper");
      for (let move = 1; move <= 6; move++) {
        await page.click('[data-step="Forward"]');
        await says(page, "#status", new RegExp(`^Move ${move} of`));
      }
    }],
    board: ["#fiveo?seed=1", (page) => dialog(page, "#board-open", "[data-port=page]")],
    "board-connected": ["#fiveo?seed=1&seat=1", async (page) => {
      await (await dialog(page, "#board-open", "[data-port=page]")).click();
      await (await page.waitForSelector("#dialog [data-play=fiveo]")).click();
      for (let card = 0; card < 4; card++) { await settled(page); await page.click("button.place"); }
      await settled(page);
      await dialog(page, "#board-open", "[data-lights]");
    }],
    settings: ["#fiveo?seed=1", (page) => dialog(page, "#settings-open", "fieldset")],
    search: ["#checkers?seed=1", async (page) => {
      await settled(page);
      await dialog(page, "#search-open", ".search-horizon");
      await page.select("#search-source", "numbers");
      await says(page, "#search-said", /^Step 15 of 15/);
      await page.click("#search-whole");
    }],
    opponents: ["#mastermind?seed=1", (page) => dialog(page, "#opponent", ".ladder")],
    "why-checkers": ["#checkers?seed=1&seat=1&against=champion", async (page) => { await settled(page); await dialog(page, "#why", ".sentence"); }],
    "why-mastermind": ["#mastermind?seed=3&seat=0&against=minimax", async (page) => {
      for (const code of ["cafe", "aabb"]) { await settled(page); await page.keyboard.type(code); await page.keyboard.press("Enter"); }
      await settled(page);
      await dialog(page, "#why", ".sentence");
    }],
    question: ["#fiveo?seed=1&seat=0&against=greedy", async (page) => { await settled(page); await page.click("button.place"); await settled(page); await dialog(page, "#new", "#answer-no"); }],
    share: ["#fiveo?seed=1", (page) => dialog(page, "#share", "#shared")],
    "fiveo-guide": ["#fiveo", settled],
    "fiveo-thinking": ["#fiveo?seed=5&seat=0&against=champion", thinking],
    "checkers-thinking": ["#checkers?seed=1&seat=0&against=easy", thinking],
    "mastermind-thinking": ["#mastermind?seed=3&seat=0&against=minimax", async (page) => { await page.keyboard.type("cafe"); await page.keyboard.press("Enter"); await settled(page); await thinking(page); }],
    "checkers-hint": ["#checkers?seed=1&seat=0&against=easy", hinted],
    "mastermind-hint": ["#mastermind?seed=3&seat=0&against=minimax", hinted],
    "checkers-over": ["#checkers?seed=1&seat=0&against=hard", toTheEnd],
    "mastermind-over": ["#mastermind?seed=3&seat=0&against=minimax", toTheEnd],
    "fiveo-review": ["#fiveo?seed=5&seat=0&against=greedy", reviewed],
    "checkers-review": ["#checkers?seed=1&seat=0&against=hard", reviewed],
    "mastermind-review": ["#mastermind?seed=3&seat=0&against=champion", reviewed],
    "fiveo-record": ["#fiveo?seed=5&seat=0&against=greedy", recorded],
    "checkers-record": ["#checkers?seed=1&seat=0&against=hard", recorded],
    "opponents-fiveo": ["#fiveo?seed=1", (page) => dialog(page, "#opponent", ".ladder")],
    "opponents-checkers": ["#checkers?seed=1", (page) => dialog(page, "#opponent", ".ladder")],
    "why-checkers-more": ["#checkers?seed=1&seat=1&against=champion", async (page) => { await settled(page); await dialog(page, "#why", ".sentence"); await page.click("#dialog summary"); }],
    "champion-checkers": ["#checkers?seed=1", async (page) => { await dialog(page, "#champion-open", "#tree"); await page.click("#check-tree"); await page.waitForSelector("#dialog .panel .main"); }],
    "board-lost": ["#fiveo?seed=1", async (page) => {
      await (await dialog(page, "#board-open", "[data-port=page]")).click();
      await (await page.waitForSelector("#dialog [data-play=fiveo]")).click();
      await settled(page);
      await page.evaluate(async () => { const { app } = await import("./app.js"); app.board.link.lost = "the cable was unplugged"; app.board.link.onchange(); });
      await page.waitForSelector("#dialog #board-reconnect");
    }],
    "erase": ["#fiveo?seed=1", async (page) => {
      await (await dialog(page, "#board-open", "[data-port=page]")).click();
      await (await page.waitForSelector("#dialog [data-erase]")).click();
      await page.waitForSelector("#answer-no");
    }],
    "menu": ["#fiveo?seed=1", async (page) => { await page.setViewport({ width: 360, height: 640 }); await page.click("#menu"); }],
    "hebrew-fiveo": ["#fiveo?seed=5&seat=0&against=champion", async (page) => { await hebrew(page); for (let card = 0; card < 7; card++) { await settled(page); await page.click("button.place"); } await settled(page); }],
    "hebrew-checkers": ["#checkers?seed=1&seat=1&against=champion", async (page) => { await settled(page); await hebrew(page); }],
    "hebrew-mastermind": ["#mastermind?seed=3&seat=0&against=minimax", async (page) => { await hebrew(page); for (const code of ["cafe", "aabb"]) { await settled(page); await page.keyboard.type(code); await page.keyboard.press("Enter"); } await settled(page); }],
    "hebrew-why": ["#fiveo?seed=5&seat=1&against=champion", async (page) => { await hebrew(page); await settled(page); await page.click("button.place"); await settled(page); await dialog(page, "#why", ".scores"); await page.click("#dialog summary"); }],
    "hebrew-search": ["#checkers?seed=1", async (page) => { await settled(page); await hebrew(page); await dialog(page, "#search-open", ".search-horizon"); }],
    "hebrew-opponents": ["#mastermind?seed=1", async (page) => { await hebrew(page); await dialog(page, "#opponent", ".ladder"); }],
    "hebrew-board": ["#mastermind?seed=1", async (page) => { await hebrew(page); await (await dialog(page, "#board-open", "[data-port=page]")).click(); await page.waitForSelector("#dialog [data-play=fiveo]"); }],
  };

  for (const [name, [address, prepare]] of Object.entries(SCREENS)) {
    test(`${name}: no scroll bar across at 360 and 1,400 px, and axe finds nothing, light and dark`, async () => {
      const page = await open(address);
      await prepare(page);
      for (const dark of [false, true]) {
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }, { name: "prefers-reduced-motion", value: "reduce" }]);
        await page.evaluate(axe);
        for (const width of [360, 1400]) {
          await page.setViewport({ width, height: width === 360 ? 640 : 1000 });
          const [whole, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
          assert.ok(whole <= seen, `${whole} px in ${seen}`);
          const across = await page.$eval("#dialog-body", (body) => body.scrollWidth - body.clientWidth);
          assert.ok(across <= 0, `the dialog is ${across} px too wide at ${width}`);
          if (screenshots) await page.screenshot({ path: join(screenshots, `${name}-${width}-${dark ? "dark" : "light"}.png`) });
          const { violations } = await page.evaluate(() => window.axe.run());
          assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`), [], `${width} px, ${dark ? "dark" : "light"}`);
        }
      }
      await close(page);
    });
  }
}
