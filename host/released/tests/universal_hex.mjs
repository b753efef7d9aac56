// Parses a universal HEX with the Micro:bit Educational Foundation's own package, and writes the sections:
// universal_hex.mjs FILE V1 V2. A file that the package would not write byte for byte alike is an error.

import fs from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../../tests/browser/package.json', import.meta.url));
const { createUniversalHex, isUniversalHex, microbitBoardId, separateUniversalHex } = require('@microbit/microbit-universal-hex');

const [name, ...parts] = process.argv.slice(2);
const text = fs.readFileSync(name, 'utf8');
if (!isUniversalHex(text)) throw new Error('it is no universal HEX');
const found = separateUniversalHex(text);
const ids = found.map((part) => part.boardId);
if (ids.join() !== [microbitBoardId.V1, microbitBoardId.V2].join()) throw new Error(`it is for the boards ${ids}`);
if (createUniversalHex(found) !== text) throw new Error('the package writes it in another way');
found.forEach((part, number) => fs.writeFileSync(parts[number], part.hex));
