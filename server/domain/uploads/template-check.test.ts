import { expect, it } from 'vitest';
import { checkTemplate } from './template-check.ts';

const region = (id: string): string => `<p class="editable" id="${id}">x</p>`;
const long = 'x'.repeat(257);
const INTO = 'put it into the document itself.';

it.each([
  [
    `<template>${region('a')}${region('b')}</template>`,
    `the field 'a' (and 1 more) in <template> is none, unless a script of the document copies it out: ${INTO}`,
  ],
  [
    `<div><template shadowrootmode="open">${region('a')}</template></div>`,
    `the field 'a' in <template> is none, since a shadow root is closed to the editor: ${INTO}`,
  ],
  [
    `<template><b></b><template>${region('a')}</template></template>`,
    `the field 'a' in <template> is none, unless a script of the document copies it out: ${INTO}`,
  ],
  [`<noscript>${region('a')}</noscript>`, `the field 'a' in <noscript> is none, since it is never shown: ${INTO}`],
  [
    `<iframe srcdoc='${region('a')}'></iframe>`,
    `the field 'a' in <iframe> is none, since it is in a document of its own: ${INTO}`,
  ],
  [
    `<p class="editable" id="${long}">`,
    `the id of <p>, '${long.slice(0, 30)}…', has more than 256 characters, and so it is no field: give it a shorter one.`,
  ],
])('names a region that is none: %s', (html, note) => {
  const { notes, regions } = checkTemplate(`${region('there')}\n${html}`);
  expect([regions, notes]).toEqual([1, [`Line 2: ${note}`]]);
});

it.each([
  '<template><p class="editable">x</p><p id="a"></p></template><noscript><p>Scripts are needed.</p></noscript>',
  '<noframes></noframes><iframe></iframe>',
  `<span class="editable" id="${'x'.repeat(256)}"></span>`,
  '<p class="editable" id="a">x<!-- author --><input type=hidden><!-- author -->',
])('says nothing of %s', (html) => {
  expect(checkTemplate(`${region('there')}\n${html}`).notes).toEqual([]);
});

it('names comments and scripts between the words of a region, which its first edit takes away', () => {
  const { notes } = checkTemplate('<p class="editable" id="a">one<!-- x --> two<script>1</script> three</p>');
  expect(notes).toEqual([expect.stringContaining("the field 'a' holds comments, scripts and styles, which")]);
});

it('names what the first edit takes away and no reader would call text', () => {
  const { notes } = checkTemplate('<div class="editable" id="a">one <x-map>m</x-map><dialog>d</dialog> two</div>');
  expect(notes).toEqual([expect.stringContaining("the field 'a' holds custom elements, dialogs, which")]);
});

it('parses no document of more elements than a server works on, and says so', () => {
  const { problems, regions } = checkTemplate(`${region('a')}${'<i>'.repeat(200_000)}`);
  expect([regions, problems]).toEqual([0, ['It has more than 200,000 elements: shorten it, or split it.']]);
});

it.each([
  ['a { b: url(http://x.example/1) }', ['http://x.example/1']],
  [
    'a { b: u\\72l(http://x.example/2) } c { d: \\000055 RL("//x.example/3") }',
    ['http://x.example/2', '//x.example/3'],
  ],
  [
    'a { b: image-set("http://x.example/4" type("image/png") 1x, url(//x.example/5) 2x), "//no" }',
    ['http://x.example/4', '//x.example/5'],
  ],
  ['a { b: src("http://x.example/6") } @import "//x.example/7" print;', ['http://x.example/6', '//x.example/7']],
  ['a { b: url("htt\\70 ://x.example/8") }', ['http://x.example/8']],
  [
    '@namespace url(http://x.example/no); @namespace s "//x.example/no"; /* url(//x.example/no) */ a { content: "//no" }',
    [],
  ],
  ['a { b: url("data:image/svg+xml,/*") } c { d: url(//x.example/9) }', ['//x.example/9']],
])('names the addresses that a style sheet asks for: %s', (css, addresses) => {
  const { outside } = checkTemplate(`<style>${css}</style>${region('a')}`);
  expect(outside).toEqual(addresses.map((address) => `Line 1: <style> asks for ${address}`));
});
