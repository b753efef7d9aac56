// Languages: every text in every one, and a page that is mirrored where writing runs from right to left.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const ROOT = new URL("../..", import.meta.url).pathname;

// All files below some folders, joined.
function sources(...folders) {
  const files = (path) => readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? (entry.name === "target" ? [] : files(join(path, entry.name))) : [join(path, entry.name)]));
  return folders.flatMap((folder) => files(join(ROOT, folder))).filter((file) => file.endsWith(".rs")).map((file) => readFileSync(file, "utf8")).join("\n");
}

// The texts of a language as lines of "path: kind": of a function, which of its parameters its text uses; of a list, its length.
const outline = (page, code) => page.evaluate(async (code) => {
  const texts = (await import(`./texts/${code}.js`))[code];
  const parameters = (source) => {
    const [, list, body] = source.match(/^(?:function \w*)?\(?(.*?)\)?\s*(?:=>|\) \{)(.*)$/s);
    const names = [...list.matchAll(/(?:\w+: )?(\w+)/g)].map(([, name]) => name);
    return names.map((name) => new RegExp(`\\b${name}\\b`).test(body)).join(" ");
  };
  const walk = (value, path) => {
    if (typeof value === "function") return [`${path}(${parameters(value.toString())})`];
    if (typeof value === "string") return [path];
    return [`${path} ${Object.keys(value).length}`, ...Object.entries(value).flatMap(([key, inner]) => walk(inner, `${path}.${key}`))];
  };
  const { errors, ...rest } = texts;
  return { texts: walk(rest, ""), errors: Object.entries(errors).map(([english, own]) => [english, own]) };
}, code);

export const speak = (page, language) => page.evaluate(async (language) => {
  const [{ app }, { settings }, { speak }] = await Promise.all(["app", "store", "texts"].map((name) => import(`./${name}.js`)));
  settings.set({ ...settings.get(), language });
  await speak();
  app.renamed();
}, language);

export function languages(test, { open, close, text, until, says, settled, dialog, outside, NEEDED }) {
  test("every language has every text, with the same values in it", async () => {
    const page = await open("#fiveo?seed=1");
    const codes = await page.evaluate(async () => (await import("./texts.js")).LANGUAGES);
    assert.deepEqual(codes, ["en", "de", "he"]);
    const [english, ...others] = await Promise.all(codes.map((code) => outline(page, code)));
    assert.ok(english.texts.length > 400, `${english.texts.length} texts`);
    for (const [place, other] of others.entries()) assert.deepEqual(other.texts.toSorted(), english.texts.toSorted(), codes[place + 1]);
    // Messages of the WebAssembly: the same ones, which the source still has, with as many values.
    const written = sources("core/src", "host/lab/src", "host/web/src").replaceAll(/\{[^{} ]*\}/g, "{}").replaceAll('\\"', '"');
    for (const { errors } of others) {
      assert.deepEqual(errors.map(([message]) => message), others[0].errors.map(([message]) => message));
      for (const [message, own] of errors) {
        assert.equal(own.split("{}").length, message.split("{}").length, own);
        const longest = message.replace(/^the tree of numbers /, "").split("{}").toSorted((a, b) => b.length - a.length)[0];
        assert.ok(written.includes(longest), `no source says "${longest}"`);
      }
    }
    await close(page);
  });

  // Words in Latin letters that belong to a Hebrew page: names of things and of players, keys, moves.
  const LATIN = /^(micro|bit|USB|MAX|MIN|killers|history|pipsqueak|Pipsqueak|serve|Web|Serial|Chrome|Edge|Firefox|MICROBIT|Home|End|Enter|Escape|Backspace|Ctrl|English|Deutsch|pips|https?|localhost|column|simple|better_h|expert|champion|page|Five|sim|play|transcript|Men|Kings|Multiply|Plus|FlushChance|OwnCategory)$/;
  const strangers = (page, selector) => page.$eval(selector, (root) => {
    const labels = [...root.querySelectorAll("[aria-label], [title]")].filter((element) => !element.closest("svg, td")).map((element) => element.ariaLabel ?? element.title);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const words = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (!node.parentElement.closest("code, svg, textarea")) words.push(node.textContent);
    return [...words, ...labels].join(" ").match(/[A-Za-z_]{3,}/g) ?? [];
  }).then((words) => words.filter((word) => !LATIN.test(word)));

  test("in Hebrew nothing stays English: frame, games, dialogs, search, micro:bit and messages", async () => {
    const page = await open("#checkers?seed=1&seat=1&against=champion");
    await speak(page, "he");
    await settled(page);
    for (const part of [".top", "main", "#status"]) assert.deepEqual(await strangers(page, part), [], part);
    for (const [button, ready] of [["#howto", ".steps"], ["#settings-open", "fieldset"], ["#search-open", ".search-horizon tbody tr"], ["#board-open", "[data-port=page]"], ["#records-open", "#record-file"], ["#champion-open", "#tree"], ["#why", ".sentence"]]) {
      await dialog(page, button, ready);
      assert.deepEqual(await strangers(page, "#dialog"), [], button);
      if (button === "#board-open") {
        await page.click("[data-port=page]");
        await page.waitForSelector("#dialog [data-play=fiveo]");
        assert.deepEqual((await strangers(page, "#dialog")).filter((word) => !/^(best|optimal)$/.test(word)), [], "connected");
      }
      if (button === "#champion-open") {
        await page.$eval("#tree", (field) => { field.value = "Plus(Men"; });
        await page.click("#check-tree");
        await says(page, "#dialog .error", /סוגר|פסיק/);
      }
      if (button === "#search-open") {
        await page.select("#search-source", "numbers");
        await page.$eval("#search-numbers", (field) => { field.value = "((1 2)"; });
        await page.click("#search-run");
        await says(page, "#dialog .error", /סוגריים פתוחים/);
      }
      await page.click("#dialog-close");
    }
    await close(page);
  });

  const ADDRESSES = { fiveo: "#fiveo?seed=5&seat=0&against=greedy", checkers: "#checkers?seed=1&seat=0&against=easy", mastermind: "#mastermind?seed=3&seat=0&against=minimax" };
  for (const [game, address] of Object.entries(ADDRESSES)) {
    test(`${game}: from right to left the page is mirrored, the board is not, and all fits a phone`, async () => {
      const page = await open(address, { width: 360, height: 640 });
      await settled(page);
      const boxes = () => page.evaluate((cells) => Object.fromEntries(Object.entries({ face: "#face", facts: "#facts", hint: "#hint", new: "#new", brand: "#brand", menu: "#menu", first: cells[0], second: cells[1] })
        .map(([name, selector]) => { const { left, right } = document.querySelector(selector).getBoundingClientRect(); return [name, (left + right) / 2]; })), { fiveo: ['[data-column="0"]', '[data-column="1"]'], checkers: ['[data-square="12"]', '[data-square="11"]'], mastermind: [".slot", ".slot + .slot"] }[game]);
      const before = await boxes();
      await speak(page, "he");
      assert.equal(await page.evaluate(() => document.documentElement.dir), "rtl");
      const after = await boxes();
      for (const [left, right] of [["face", "facts"], ["hint", "new"], ["brand", "menu"]]) {
        assert.ok(before[left] < before[right], `${left} is left of ${right} in English`);
        assert.ok(after[left] > after[right], `${left} is right of ${right} in Hebrew`);
      }
      assert.ok(before.first < before.second && after.first < after.second, "the board is as it was");
      const fits = async (state, selectors) => {
        assert.deepEqual(await outside(page, selectors), [], state);
        const [whole, tall] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
        assert.ok(whole <= 360 && tall <= 640, `${state}: ${whole}x${tall}`);
      };
      for (const language of ["de", "he"]) {
        await speak(page, language);
        await fits(`opening in ${language}`, NEEDED[game]);
      }
      await page.click("#hint");
      await says(page, "#line", /^רמז/);
      await fits("hint", NEEDED[game]);
      for (let move = 0; move < 40 && !(await page.$("#end:not([hidden])")); move++) {
        const { text: hinted, table } = await page.evaluate(async () => {
          const { app } = await import("./app.js");
          return { table: app.state.table, text: (await app.engine.ask({ do: "hint", table: app.state.table })).move };
        });
        await page.evaluate(async (hinted) => (await import("./app.js")).app.play(hinted), hinted);
        assert.ok(table > 0);
        await settled(page);
        if (game === "checkers" && move === 6) break;
      }
      if (game !== "checkers") await fits("end", NEEDED.end);
      await close(page);
    });
  }

  test("a language is loaded only when it is wanted", async () => {
    const page = await open("#fiveo?seed=1");
    const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /texts\/\w+\.js/.test(name)).map((name) => name.match(/(\w+)\.js/)[1]).toSorted());
    assert.deepEqual(await loaded(), ["en"]);
    await speak(page, "he");
    assert.deepEqual(await loaded(), ["en", "he"]);
    assert.equal(await text(page, "#hint span"), "רמז");
    await until(page, () => document.documentElement.lang === "he");
    await close(page);
  });
}
