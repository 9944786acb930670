import { expect, test } from 'vitest';

import { findControls } from './region-controls.ts';

test('form controls are told from text, with their type and their choices', async () => {
  const source = `<p class="editable" id="text">x</p><textarea class="editable" id="area"></textarea>
    <input class="editable" id="box" type="CHECKBOX"><input class="editable" id="one" type="radio">
    <input class="editable" id="day" type="date"><input class="editable" id="odd" type="hidden"><input class="editable" id="pw" type="password">
    <select class="editable" id="sel"><optgroup label="g"><option value="a"> A  <b>b</b><option label="L">l</optgroup></select>
    <select class="editable" id="many" multiple><option>x</select>`;
  expect([...(await findControls(source))]).toEqual([
    ['box', { kind: 'box', type: 'checkbox' }],
    ['one', { kind: 'box', type: 'radio' }],
    ['day', { kind: 'line', type: 'date' }],
    ['odd', { kind: 'line', type: 'text' }],
    [
      'sel',
      {
        kind: 'choice',
        isMultiple: false,
        options: [
          { value: 'a', label: 'A b' },
          { value: 'l', label: 'L' },
        ],
      },
    ],
    ['many', { kind: 'choice', isMultiple: true, options: [{ value: 'x', label: 'x' }] }],
  ]);
});

test('what its document gives to be read only is so, and nothing else', async () => {
  const source = `<input class="editable" id="off" disabled><input class="editable" id="read" readonly>
    <textarea class="editable" id="area" readonly></textarea><select class="editable" id="sel" disabled></select>
    <fieldset disabled><legend><input class="editable" id="legend"><legend></legend></legend><input type="checkbox" class="editable" id="in"></fieldset>
    <input type="checkbox" class="editable" id="box" readonly><select class="editable" id="free" readonly></select>
    <fieldset><textarea class="editable" id="open"></textarea><p class="editable" id="text" readonly disabled>x</p></fieldset>`;
  const controls = await findControls(source);
  expect([...controls].flatMap(([id, { isHeld }]) => (isHeld ? [id] : []))).toEqual([
    'off',
    'read',
    'area',
    'sel',
    'in',
  ]);
});
