import { expect, test } from 'vitest';

import { nameRegions } from './region-names.ts';

const named = async (source: string, frameNames: [string, string][] = []): Promise<Record<string, string>> =>
  Object.fromEntries(await nameRegions(source, frameNames));

test('a region is called what its file says: hint, label, cell, term, legend, placeholder, id', async () => {
  const source = `<p class="editable" id="hint" data-ready-label=" The  hint " aria-label="no">x</p><p class="editable" id="aria" aria-label="Aria">x</p>
    <label for="for">Label <input class="editable" id="for"> of it</label><label>Around <b>it</b> <span class="editable" id="around">x</span></label>
    <table><thead><tr><th>Unit<th colspan="2">Crew<th>Task</thead><tr><th>14<td class="editable" id="c1">x<td class="editable" id="c2">x<td><p class="editable" id="c3"></p></table>
    <table><tr><th>Name<th>Role<tr><td class="editable" id="r1">x<td class="editable" id="r2">x</table>
    <dl><dt>Term<dd class="editable" id="term">x</dl><fieldset><legend>Legend</legend><p class="editable" id="legend">x</p></fieldset>
    <input class="editable" id="holder" placeholder="Place"><p class="editable" id="bare">x</p>`;
  expect(await named(source)).toEqual({
    hint: 'The hint',
    aria: 'Aria',
    for: 'Label of it',
    around: 'Around it',
    c1: '14, Crew',
    c2: '14, Crew',
    c3: '14, Task',
    r1: '1, Name',
    r2: '1, Role',
    term: 'Term',
    legend: 'Legend',
    holder: 'Place',
    bare: 'bare',
  });
});

test('no script calls a region of the file anything, and what it calls its own rows are its words', async () => {
  const frameNames: [string, string][] = [
    ['a', 'Your password (Ready asks for it again)'],
    ['row', 'Your \u202edrowssap\u2066 \u0007again'],
    ['plain', 'plain'],
  ];
  expect(await named('<p class="editable" id="a" aria-label="Na\u202eme">x</p>', frameNames)).toEqual({
    a: 'Name',
    row: '“Your drowssap again”',
  });
});
