import { randomUUID } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readWip } from '#common/calls/templates.ts';
import { signedIn } from '#tests/support/person.ts';
import { startServer } from '#tests/support/hosts/server.ts';
import { savedIn, savePath, saving } from '#tests/support/writing.ts';
import { zipOf } from '#tests/support/zip.ts';
import { commandsOf, forThisTest, givenDist, givenFolder } from '../given.ts';
import { parsed } from '#tests/support/replies.ts';

// Several starts of a real server a test: slow on a busy machine.
const base = givenFolder();
const dist = givenDist();
let data = '';
beforeEach(() => {
  data = join(base, randomUUID());
});

const { ready, done } = commandsOf(() => ({ READY_DATA: data, READY_DIST: dist }));
async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(base, name);
  await writeFile(path, content);
  return path;
}

it('keeps every byte of a document with a byte order mark, from the import to the export', async () => {
  const html = await readFile(join(import.meta.dirname, '../../frame/corpus/byte-order-mark.html'), 'utf8');
  expect(html).toMatch(/^\uFEFF<!DOCTYPE html>\r\n/);
  const server = await forThisTest(startServer({ dist, dataDir: data }));
  const writer = await signedIn(server.origin, 'dana');
  const { templates } = await done('template', 'import', await file('mark.html', html));
  const [{ uuid = '' } = {}] = templates as { uuid?: string }[];
  const content = async (address: string) => parsed(readWip, (await writer.get(`${address}?html=true`)).json).content;
  expect(await content(`/v1/templates/${uuid}`)).toBe(html);
  const wip = savedIn(await writer.post(savePath(uuid), saving('Night', { cell: 'two' }))).uuid;
  expect(await content(`/v1/wips/${wip}`)).toBe(html.replace('one', 'two'));
  const lines = join(base, 'mark.ndjson');
  await done('export', lines);
  const rows = (await readFile(lines, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { row?: Record<string, string> }).row ?? {});
  expect(rows.flatMap((row) => row['content'] ?? []).filter((text) => text.includes('id="cell"'))).toEqual([html]);
  expect(rows.find((row) => row['uuid'] === wip)?.['values']).toBe('{"cell":"two"}');
});

/** A folder as people bring it: names in another case, blanks, a sheet that imports another, a script that waits for the document. */
const site: Readonly<Record<string, string | Uint8Array>> = {
  'Daily Log.html': [
    '<!doctype html><html><head><title>Daily log</title>',
    '<link rel="stylesheet" href="CSS/main.css?v=2" media="print">',
    '<link rel="icon" href="favicon.ico"><script src="js/app.js" defer></script>',
    '<style>body { background: url( "img/My%20Logo.PNG" ) } i { background: image-set("img/my%20logo.png" type("image/png") 1x, u\\72l(img/my%20logo.png) 2x) }</style></head>',
    '<body style="background: url(img/my%20logo.png)"><img src="./img/My%20Logo.PNG" srcset="img/my%20logo.png 1x, gone.png 2x" alt="">',
    '<p class="editable" id="a">x</p><a href="other.html">Other</a><script src="js/now.js"></script>',
    '</body></html>',
  ].join('\n'),
  'css/main.css':
    '@charset "utf-8";@import "sub/two.css" screen;/* url(no.png) */p::after { content: "url(no.png) </style>" }',
  'css/sub/two.css': '@import url(../main.css); @font-face { font-family: F; src: url(../../fonts/f.woff2#x) }',
  'fonts/f.woff2': new Uint8Array([1, 2, 3]),
  'img/my logo.png': new Uint8Array([4, 5, 6]),
  'js/app.js': 'document.title = "</script><!--<script>"',
  'js/now.js': 'now()',
};
const embedded = [
  '<!doctype html><html><head><title>Daily log</title>',
  '<style media="print">\n@media screen {\n @font-face { font-family: F; src: url("data:font/woff2;base64,AQID#x") }\n}/* url(no.png) */p::after { content: "url(no.png) <\\/style>" }\n</style>',
  '<link rel="icon" href="favicon.ico">',
  '<style>body { background: url("data:image/png;base64,BAUG") } i { background: image-set(url("data:image/png;base64,BAUG") type("image/png") 1x, url("data:image/png;base64,BAUG") 2x) }</style></head>',
  '<body style="background: url(&quot;data:image/png;base64,BAUG&quot;)"><img src="data:image/png;base64,BAUG" srcset="data:image/png;base64,BAUG 1x, gone.png 2x" alt="">',
  '<p class="editable" id="a">x</p><a href="other.html">Other</a><script>\nnow()\n</script>',
  '<script>\ndocument.title = "\\x3c/script><!--\\x3cscript>"\n</script></body></html>',
].join('\n');

async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = join(base, randomUUID());
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, dirname(name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

it('embeds what lies beside a document, out of a folder and out of a ZIP, and names what will be missing', async () => {
  const server = await forThisTest(startServer({ dist, dataDir: data }));
  const writer = await signedIn(server.origin, 'dana');
  const inFolder = Object.fromEntries(Object.entries(site).map(([name, content]) => [`Daily Log/${name}`, content]));
  const zip = await file('site.zip', zipOf({ '__MACOSX/Daily Log/._x.html': 'x', ...inFolder }));
  const imported = async (command: string[]): Promise<unknown[]> => {
    const said = await done('template', ...command);
    const uuid = String(said['uuid'] ?? (said['templates'] as { uuid: string }[])[0]?.uuid);
    const result = parsed(readWip, (await writer.get(`/v1/templates/${uuid}?html=true`)).json);
    return [result.name, result.content];
  };
  expect(await imported(['import', await folderOf(site)])).toEqual(['Daily log', embedded]);
  await done('template', 'replace', 'Daily Log.html', await file('plain.html', '<p class="editable" id="a">'));
  expect(await imported(['replace', 'Daily Log.html', zip])).toEqual(['Daily log', embedded]);
  expect((await ready('template', 'check', zip)).out.split('\n').slice(1)).toEqual([
    "  note: Line 6: the link to 'other.html' does nothing by itself: links open web, mail and telephone addresses, and places in the document.",
    '  note: Line 5: <img> asks for gone.png, which is not in the folder: it will be missing.',
    '',
  ]);
});

it('names every file that a document alone will miss', async () => {
  const folder = await folderOf(site);
  const said = await ready('template', 'check', join(folder, 'Daily Log.html'));
  const asked = [
    '2: <link> asks for CSS/main.css?v=2',
    '3: <script> asks for js/app.js',
    '4: <style> asks for img/My%20Logo.PNG',
    '4: <style> asks for img/my%20logo.png',
  ];
  const more = [
    '5: <body> asks for img/my%20logo.png',
    '5: <img> asks for ./img/My%20Logo.PNG',
    '5: <img> asks for img/my%20logo.png',
  ];
  const last = ['5: <img> asks for gone.png', '6: <script> asks for js/now.js'];
  expect([said.code, said.out.split('\n').slice(1, -1)]).toEqual([
    0,
    [
      "  note: Line 6: the link to 'other.html' does nothing by itself: links open web, mail and telephone addresses, and places in the document.",
      ...[...asked, ...more, ...last].map(
        (what) =>
          `  note: Line ${what}, which is not in the file: it will be missing. Import its folder, or a ZIP of it, to embed it.`,
      ),
    ],
  ]);
});

it('lets nothing in that lies outside', async () => {
  const region = '<p class="editable" id="a">';
  const secret = await file('secret.css', 'secret');
  const folder = await folderOf({
    'page.html': `${region}<link rel="stylesheet" href="..%2Fsecret.css">`,
    'in/x.css': '',
  });
  await symlink(secret, join(folder, 'linked.css'));
  await symlink(base, join(folder, 'up'));
  const climbing = await ready('template', 'import', folder);
  expect([climbing.code, climbing.error]).toEqual([
    1,
    expect.stringContaining(
      'problem: Line 1: <link> asks for ..%2Fsecret.css, which lies outside of the folder: move it into the folder.',
    ) as string,
  ]);
  await writeFile(
    join(folder, 'page.html'),
    `${region}</p><img src="linked.css"><img src="up/secret.css"><img src="/secret.css"><img src="in">`,
  );
  expect((await done('template', 'check', folder))['files']).toMatchObject([
    {
      notes: ['linked.css', 'up/secret.css', '/secret.css', 'in'].map(
        (name) => `Line 1: <img> asks for ${name}, which is not in the folder: it will be missing.`,
      ),
    },
  ]);

  const slip = zipOf({ 'page.html': region, '../up.css': 'x' });
  const said = await ready('template', 'import', await file('slip.zip', slip));
  expect([said.code, said.error]).toEqual([1, expect.stringMatching(/It holds the path "\.\.\/up\.css"/) as string]);
  expect(await done('template', 'list')).toMatchObject({ templates: [] });
});

it('offers another id to what shares that of a region, and gives it, with what refers to it', async () => {
  const html = [
    '<h2 id="plan">Plan</h2><a href="#plan">To the plan</a> <nav aria-labelledby="x plan"></nav>',
    '<label for="plan">Plan</label><input class="editable" id="plan"><i id=plan-2>taken</i>',
    '<p class="editable" id="unit">x</p><a id="unit"></a><a href="#unit">To the unit</a>',
    '<script>document.querySelector("#plan")</script>',
  ].join('\n');
  const path = await file('shared.html', html);
  const refused = await ready('template', 'import', path);
  expect(refused.error.split('\n').filter((line) => line.includes('problem'))).toEqual([
    "  problem: The id 'plan' of a field stands in lines 1, 2 on things of different kinds: --rename-ids calls what is no field 'plan-3'.",
    "  problem: The id 'unit' of a field stands in lines 3, 3 on things of different kinds: --rename-ids calls what is no field 'unit-2'.",
  ]);
  const server = await forThisTest(startServer({ dist, dataDir: data }));
  const writer = await signedIn(server.origin, 'dana');
  const said = await done('template', 'import', path, '--rename-ids');
  const [{ uuid = '' } = {}] = said['templates'] as { uuid?: string }[];
  const result = parsed(readWip, (await writer.get(`/v1/templates/${uuid}?html=true`)).json);
  expect(result.content).toBe(
    html
      .replace('<h2 id="plan">', '<h2 id="plan-3">')
      .replace('href="#plan"', 'href="#plan-3"')
      .replace('"x plan"', '"x plan-3"')
      .replace('<a id="unit">', '<a id="unit-2">'),
  );
  expect((await ready('template', 'check', path, '--rename-ids')).out.split('\n').slice(1, -1)).toEqual([
    `  note: Line 1: <h2 id="plan"> has the id 'plan-3' now, since 'plan' is a field's.`,
    `  note: Line 3: <a id="unit"> has the id 'unit-2' now, since 'unit' is a field's.`,
    "  note: Line 4: <script> names 'plan': look whether it means the field.",
  ]);
});

it('says what a region would lose, and what is none', async () => {
  const html = [
    '<div class="editable" id="rich"><p>First <b>bold</b></p><ul><li>one</li></ul><img alt="" src="data:,"><table></table></div>',
    '<div class="editable" id="lines">One<br>two <a href="https://x.example">map</a><p>three</p></div>',
    '<div class="editable" id="anchor"><a href="page.html">page</a></div>',
    '<section class="editable" id="outer"><p class="editable" id="inner">x</p></section>',
    'Unit <span class="editable" id="narrow"></span><div class="editable" id="wide"></div><span class="editable" id="full">x</span>',
    '<table class="editable" id="grid"><tr><td>x</td></tr></table><br/><img alt="" src=data:,/><svg><path/></svg>',
    '<meta http-equiv="Refresh" content="60">',
    '<input name="who"><select><option>1</select><input type="hidden"><input type="submit"><input readonly>',
    '<a href="">x</a><a href="#top">x</a><a href="tel:112">x</a><a href="x.html" onclick="go()">x</a><a href="javascript:void(0)">x</a><a href="JavaScript:;">x</a><a href="javascript:go()">x</a><a href="file:///x">x</a>',
    '<div class="editable" id="open"/>',
  ].join('\n');
  const said = await ready('template', 'check', await file('lost.html', html));
  expect([said.code, said.out.split('\n').slice(1, -1)]).toEqual([
    0,
    [
      "Line 1: the field 'rich' holds formatting, lists, images, tables, which its first edit takes away, since a value is plain text: move them out of it, or make fields of the parts in it.",
      "Line 3: the field 'anchor' holds links to other places than web, mail and telephone, which its first edit takes away, since a value is plain text: move them out of it, or make fields of the parts in it.",
      "Line 4: the field 'outer' holds the field 'inner' of line 4, and so is none itself: take the class \"editable\" from one of them.",
      'Line 6: <table id="grid"> cannot be edited: put a <div> or a <span> with the class and the id into it.',
      'Line 7: <meta http-equiv="refresh"> is left out when the document is shown, which stays until somebody leaves it: take it out.',
      'Line 10: <div id="open"/> is not closed by its slash, and takes in what follows it: write <div id="open"></div>.',
      'Line 8: what is typed or chosen in <input> (and 1 more) is not saved, unless a script of the document hands it over: give it the class "editable" and an id.',
      "Line 3: the link to 'page.html' (and 2 more) does nothing by itself: links open web, mail and telephone addresses, and places in the document.",
    ].map((note) => `  note: ${note}`),
  ]);
});

it('refuses names with which one template can pass for another', async () => {
  const uuid = randomUUID();
  const names = { 'Plan\u202e B': 1, 'Plan\nB': 1, ' ': 1, ['x'.repeat(201)]: 1, 'Plan الف': 0 };
  for (const [name, code] of Object.entries(names)) {
    const list = `\uFEFF${JSON.stringify([{ uuid, name, file_name: 'a.html' }])}`;
    const folder = await folderOf({ 'a.html': '<p class="editable" id="a">', 'catalogue.json': list });
    const said = await ready('template', 'check', folder);
    expect([name, said.code, said.error.includes('  problem: The name must')]).toEqual([name, code, code === 1]);
  }
  const titled = await file('t.html', '<title>Plan\u2066</title><p class="editable" id="a">');
  expect((await ready('template', 'check', titled)).code).toBe(1);
  expect((await ready('template', 'import', titled, '--name', 'Plan')).code).toBe(0);
});

it('converts what says how it is written, and says which documents have one name', async () => {
  const region = '<p class="editable" id="a">';
  const latin = Buffer.from(`<meta charset="windows-1252"><title>Plan</title>${region}Caf\xe9`, 'latin1');
  const folder = await folderOf({ 'a.html': latin, 'b.html': `<title>PLAN</title>${region}`, 'c.html': region });
  const alike = (other: string, name: string): string =>
    `The template ${other} has the name '${name}' too: give one of them another one, by --name or in catalogue.json.`;
  const converted = 'It is written in windows-1252: it is converted to UTF-8.';
  expect((await done('template', 'check', folder))['files']).toMatchObject([
    { notes: [converted, alike('b.html', 'Plan')] },
    { notes: [alike('a.html', 'PLAN')] },
    { notes: [] },
  ]);
  await done('template', 'import', join(folder, 'a.html'));
  const lines = join(base, 'converted.ndjson');
  await done('export', lines);
  expect(await readFile(lines, 'utf8')).toContain(
    JSON.stringify(`<meta charset="utf-8"><title>Plan</title>${region}Café`),
  );
  const second = await ready('template', 'import', join(folder, 'b.html'));
  expect([second.code, second.out.split('\n').slice(1, -1)]).toEqual([0, [`  note: ${alike('a.html', 'PLAN')}`]]);
  const renamed = await ready('template', 'replace', 'b.html', join(folder, 'c.html'), '--name', 'Plan');
  expect(renamed.out.split('\n').slice(1, -1)).toEqual([`  note: ${alike('a.html', 'Plan')}`]);
});

it('asks which fields keep their ids where those have changed, and gives them back', async () => {
  const page = (one: string, two: string): string =>
    `<title>Patrol</title><label for="${one}">Unit</label><input class="editable" id="${one}"><p class="editable" id="${two}" data-ready-label="${two}"></p>`;
  const server = await forThisTest(startServer({ dist, dataDir: data }));
  const writer = await signedIn(server.origin, 'dana');
  const { templates } = await done('template', 'import', await file('patrol.html', page('unit', 'plan')));
  const [{ uuid = '' } = {}] = templates as { uuid?: string }[];
  const content = async () => parsed(readWip, (await writer.get(`/v1/templates/${uuid}?html=true`)).json).content;
  const other = await file('patrol-2.html', page('unit-now', 'task'));
  const asked = await ready('template', 'replace', uuid, other);
  expect(asked.code).toBe(1);
  expect(asked.error).toMatch(
    /unit +unit-now +Unit +Unit +name\nplan +task +plan +task +place\n.*Nothing was replaced/,
  );
  expect((await ready('template', 'replace', uuid, other, '--keep-ids', 'some')).code).toBe(1);
  expect(await content()).toBe(page('unit', 'plan'));
  await done('template', 'replace', uuid, other, '--keep-ids', 'name');
  expect(await content()).toBe(page('unit', 'task'));
  await done('template', 'replace', uuid, other, '--keep-ids', 'none');
  expect(await content()).toBe(page('unit-now', 'task'));
  const third = await file('patrol-3.html', page('u', 't'));
  await done('template', 'replace', uuid, third, '--keep-ids', 'all');
  expect(await content()).toBe(page('unit-now', 'task').replace('data-ready-label="task"', 'data-ready-label="t"'));
});
