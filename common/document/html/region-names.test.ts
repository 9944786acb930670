import { expect, test } from 'vitest';

import { namedField, nameRegions } from './region-names.ts';

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
    c2: '14, Crew 2',
    c3: '14, Task',
    r1: '1, Name',
    r2: '1, Role',
    term: 'Term',
    legend: 'Legend',
    holder: 'Place',
    bare: 'bare',
  });
});

test('a radio button is called by the question of its group and its own words, wherever they are', async () => {
  const radio = (id: string, group: string, more = ''): string =>
    `<input type="radio" class="editable" id="${id}" name="${group}"${more}>`;
  const two = (group: string): string =>
    `<label>${radio(`${group}1`, group)} Yes</label> <label>${radio(`${group}2`, group)} No</label>`;
  const source = `<form><fieldset><legend>Notified</legend><p>Tick one.</p>${two('legend')}</fieldset>
    <fieldset><legend>Gate</legend><b>Open?</b> ${two('many')}<br>Is it <i>guarded</i>: ${two('other')}</fieldset>
    <label>Resolved:</label><div>${two('label')}</div><p id="q">Power</p><input class="editable" id="field">
    <div role="radiogroup" aria-labelledby="q">${two('by')}</div><div role="group" aria-label="Water">${two('aria')}</div>
    <table><tr><th>Item<th>Works<tr><td>Pump<td>${two('head')}</table>
    <table><tr><td>1.<td>Damage<td>${two('cell')}<tr><td>2.<td>Fire<td>${two('next')}</table>
    <table><tr><th><th>Yes<th>No<tr><td>Roof<td>${radio('m1', 'm')}<td>${radio('m2', 'm')}</table>
    <h3>Injured</h3><ul><li><label for="f1">Yes</label>${radio('f1', 'f')}<li>${radio('f2', 'f')}<label for="f2">No</label></ul>
    A call came. Answered ${radio('b1', 'b')} at once ${radio('b2', 'b', ' aria-label="No"')}<hr>
    <p class="editable" id="typed">typed</p>${two('none')}<p>This is a sentence.</p>${two('said')}<p>${'Very long '.repeat(50)}</p>${two('long')}
    <p><label><input type="checkbox" id="k"> Keys</label> ${two('box')} Sex: ${two('next2')} <input type="checkbox"> Keys ${two('bare')}</p>
    <p>Radio <input id="t"><label for="t">Name</label> ${two('of')}</p></form>`;
  expect(await named(source)).toMatchObject({
    legend1: 'Notified, Yes',
    legend2: 'Notified, No',
    many1: 'Open, Yes',
    other2: 'Is it guarded, No',
    label1: 'Resolved, Yes',
    by2: 'Power, No',
    aria1: 'Water, Yes',
    head2: 'Pump, Works, No',
    cell1: 'Damage, Yes',
    next2: 'Fire, No',
    m1: 'Roof, Yes',
    m2: 'Roof, No',
    f1: 'Injured, Yes',
    f2: 'Injured, No',
    b1: 'A call came. Answered, at once',
    b2: 'A call came. Answered, No',
    none1: 'Yes',
    said2: 'No 2',
    long1: 'Yes 3',
    box1: 'Yes 4',
    next21: 'Sex, Yes',
    bare2: 'No 5',
    of2: 'No 6',
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

test('no two regions are spoken alike: each has a number after the first, and a group of buttons at its question', async () => {
  const source = `<form><p class="editable" id="a" data-ready-label="Name"></p><p class="editable" id="b" aria-label="name:"></p>
    <label>Náme <input class="editable" id="c"></label><p class="editable" id="d" data-ready-label="Name 2"></p><p class="editable" id="氏名"></p><p class="editable" id="e" aria-label="氏名"></p>
    <fieldset><legend>Hurt?</legend><label><input type="radio" class="editable" id="y1" name="h"> Yes</label><label><input type="radio" class="editable" id="n1" name="h"> No</label></fieldset>
    <fieldset><legend>Hurt</legend><label><input type="radio" class="editable" id="y2" name="g"> Yes</label><label><input type="radio" class="editable" id="n2" name="g"> No</label></fieldset></form>`;
  expect(await named(source)).toEqual({
    a: 'Name',
    b: 'name: 2',
    c: 'Náme 3',
    d: 'Name 2 2',
    氏名: '氏名',
    e: '氏名 2',
    y1: 'Hurt, Yes',
    n1: 'Hurt, No',
    y2: 'Hurt 2, Yes',
    n2: 'Hurt 2, No',
  });
});

test('the field of a radio button is the first of its group, by their question; of any other region itself', async () => {
  const radio = (id: string): string =>
    `<label><input type="radio" class="editable" id="${id}" name="g"> ${id}</label>`;
  const source = `<fieldset><legend>Gate</legend>${radio('open')}${radio('shut')}</fieldset><p class="editable" id="b" aria-label="Bee">x</p>`;
  expect(await namedField(source, 'marked', 'shut')).toEqual({ id: 'open', label: 'Gate' });
  expect(await namedField(`<p>${radio('Yes')}${radio('No')}</p>`, 'marked', 'No')).toEqual({
    id: 'Yes',
    label: 'Yes / No',
  });
  expect(await namedField(source, 'marked', 'b')).toEqual({ id: 'b', label: 'Bee' });
  expect(await namedField(source, 'marked', 'row')).toEqual({ id: 'row', label: 'row' });
});
