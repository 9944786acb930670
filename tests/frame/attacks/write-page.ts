import { readFileSync, writeFileSync } from 'node:fs';

import { attackPage, MARKS } from './attack-page.ts';

/** Writes the attack table into docs/security.md; format the file after it. */
const file = new URL('../../../docs/security.md', import.meta.url);
const text = readFileSync(file, 'utf8');
const [before, after] = [text.indexOf(MARKS[0]), text.indexOf(MARKS[1])];
if (before < 0 || after < before) throw new Error('docs/security.md has lost the marks of its attack table.');
writeFileSync(file, `${text.slice(0, before + MARKS[0].length)}\n\n${attackPage()}\n\n${text.slice(after)}`);
