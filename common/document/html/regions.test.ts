import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { applyAttributes } from '../plan/apply-values.ts';
import { embedNewAttributes, readNewAttributes } from '../plan/new-attributes.ts';
import { findRegions } from './regions.ts';
import { canonicalText } from '../regions/values.ts';
import type { LineBreaks } from '../regions/values.ts';

const values = (html: string, lines: LineBreaks = 'guessed'): Record<string, string> =>
  Object.fromEntries(findRegions(html, lines).map((region) => [region.id, region.value]));
const apply = (html: string, id: string, value: string): string => applyAttributes(html, [{ id, value }]).html;

describe('what a save leaves alone', () => {
  const STAYS = [
    '<script>window.getNewAttributes=()=>[1]</script>',
    '<style>p{margin:0}</style>',
    '<template><p>row</p></template>',
    '<noscript>no</noscript>',
    '<link rel=x>',
    '<meta name=x>',
    '<input type=hidden name=q>',
    '<select><option>1</select>',
    '<textarea>t</textarea>',
    '<button onclick="add()">Add</button>',
    '<iframe src="x"></iframe>',
    '<object data="x">no</object>',
    '<canvas id=c>no</canvas>',
    '<svg><script>draw()</script><title>t</title></svg>',
    '<math><mi>x</mi></math>',
    '<base target=_top>',
    '<title>t</title>',
    '<!-- by the author -->',
    '\n</body>\n',
    '</html><!-- saved from x -->\n',
  ];
  const anyStays = fc.array(fc.constantFrom(...STAYS), { minLength: 1, maxLength: 4 });

  test('scripts, styles, fields and comments behind the text of an element without an end tag, and the end tags of the document', () => {
    const head = fc.constantFrom(
      '<!doctype html><title>T</title><p class="editable" id="r">',
      '<html><body><ul><li class=editable id=r>',
      '<dl><dt>k<dd class=editable id=r>',
      '<p class=editable id=r><b>bold',
    );
    const text = fc.constantFrom('old', 'old\n', 'a<br>b ', 'see <i>this</i> ', '');
    const value = fc.constantFrom('NEW', 'two\nlines  wide', '');
    fc.assert(
      fc.property(head, text, anyStays, value, (start, own, staying, set) => {
        const rest = staying.join('');
        const saved = apply(start + own + rest, 'r', set);
        expect(saved.endsWith(rest.trimStart())).toBe(true);
        expect(values(saved, 'marked')['r']).toBe(set);
        expect(apply(saved, 'r', set)).toBe(saved);
      }),
    );
  });

  test('but not those between its words, nor what a tag of its own closes', () => {
    expect(apply('<p class=editable id=r>a <script>x</script> b<style>y</style></p>', 'r', 'NEW')).toBe(
      '<p class=editable id=r>NEW<style>y</style></p>',
    );
    expect(apply('<div class=editable id=r><p>a<script>x</script></p></div>', 'r', 'NEW')).toBe(
      '<div class=editable id=r>NEW</div>',
    );
  });
});

describe('what a region is', () => {
  test('class and id, innermost only, in document order, ids as they come', () => {
    const html = `<div class="editable" id="outer"><p class="x editable" id="b.1:2">one</p><p class=editable id='__proto__'>two</p></div>
      <p class="editable">no id</p><p class="editables" id="c">no</p><p class="EDITABLE" id="d">no</p><p class="editable" id="">no</p>
      <template><p class="editable" id="t">no</p></template><table class="editable" id="tb"><tr class="editable" id="tr"><td>x</table>`;
    expect(findRegions(html, 'marked').map((region) => [region.id, region.value])).toEqual([
      ['b.1:2', 'one'],
      ['__proto__', 'two'],
    ]);
  });

  test('elements that share an id are one region', () => {
    const html = '<td><b class="editable" id="a">one</b><i class="editable" id="a">two</i>';
    expect(findRegions(html, 'marked')).toHaveLength(1);
    expect(apply(html, 'a', 'x')).toBe('<td><b class="editable" id="a">x</b><i class="editable" id="a">x</i>');
  });

  test('line breaks, blocks and links are read as text', () => {
    expect(
      values(`<div class=editable id=a>one<br>two<div>three</div><p>four</p></div>
        <p class=editable id=b>
          laid out
          like source
        </p>
        <p class=editable id=c>first\nsecond  kept</p>
        <p class=editable id=d>see <a href="https://x.example/" target=_top>the <b>map</b></a> or <a href="/here">here</a></p>
        <pre class=editable id=e>\n a\n b</pre>`),
    ).toEqual({
      a: 'one\ntwo\nthree\nfour',
      b: 'laid out like source',
      c: 'first\nsecond  kept',
      d: 'see https://x.example/[the map,window=_top] or here',
      e: ' a\n b',
    });
  });

  test('what an author laid out collapses, what a save wrote does not', () => {
    const html = `<p class=editable id=wrapped>wrapped\nin  the source</p><p class=editable id=indented>one\n  two\n  three</p>
      <table><td class=editable id=cell>Text\n            </td></table><p class=editable id=saved>a\nb  c&#13;</p>
      <p class=editable id=blanks>a  b</p><p class=editable id=bold>a\n<b>b</b>&#13;</p>
      <pre class=editable id=pre>\n\n   a\n b\n\n</pre><pre>x <b class=editable id=inside>  a\nb</b></pre>`;
    const pre = { pre: '   a\n b', inside: '  a\nb' };
    const same = { indented: 'one two three', cell: 'Text', saved: 'a\nb  c', bold: 'a b', ...pre };
    expect(values(html, 'marked')).toEqual({ wrapped: 'wrapped in the source', blanks: 'a b', ...same });
    // In a document whose saves may have left no mark, a line feed without indentation counts as one of a save.
    expect(values(html, 'guessed')).toEqual({ wrapped: 'wrapped\nin  the source', blanks: 'a  b', ...same });
  });

  test('form controls', () => {
    expect(
      values(`<input class=editable id=a value="x&amp;y"><input class=editable id=b type=checkbox checked><input class=editable id=c type=radio>
        <select class=editable id=d><option disabled>no<option value=2>two<option>three</select>
        <textarea class=editable id=e>\n\n1 < 2</textarea><input class=editable id=f type=submit value=Go><input class=editable id=g type=password>`),
    ).toEqual({ a: 'x&y', b: 'true', c: 'false', d: '2', e: '\n1 < 2' });
  });
});

describe('applying values changes the region and no other byte', () => {
  test.each([
    [
      'no end tags in a table',
      '<table><tr><td class=editable id=a>old<td>next<tr><td>x</table>',
      '<table><tr><td class=editable id=a>NEW<td>next<tr><td>x</table>',
    ],
    ['p closed by a block', '<p class=editable id=a>old<div>x</div>', '<p class=editable id=a>NEW<div>x</div>'],
    [
      'li at the end',
      '<ul><li class=editable id=a>old\n</ul>\n</body>\n</html>\n',
      '<ul><li class=editable id=a>NEW</ul>\n</body>\n</html>\n',
    ],
    [
      'p open at the end',
      '<body><p class=editable id=a>old\n</body>\n</html>\n',
      '<body><p class=editable id=a>NEW</body>\n</html>\n',
    ],
    [
      'the body itself',
      '<body class=editable id=a>old\n</body>\n</html>\n',
      '<body class=editable id=a>NEW</body>\n</html>\n',
    ],
    ['empty', '<p class=editable id=a></p>', '<p class=editable id=a>NEW</p>'],
    ['misused self-closing', '<div class=editable id=a />old</div>x', '<div class=editable id=a />NEW</div>x'],
    [
      'CRLF',
      '<p>\r\n<b class=editable\r\n id=a>o\r\nld</b>\r\n</p>\r\n',
      '<p>\r\n<b class=editable\r\n id=a>NEW</b>\r\n</p>\r\n',
    ],
    [
      'adopted formatting',
      '<b class=editable id=a>old<p>bar</b>baz</p>',
      '<b class=editable id=a>NEW<p>bar</b>baz</p>',
    ],
    [
      'formatting left open',
      '<p><b class=editable id=a>old</p><p>bar</p>',
      '<p><b class=editable id=a>NEW</p><p>bar</p>',
    ],
    ['a comment last', '<p class=editable id=a>old<!-- c --></p>x', '<p class=editable id=a>NEW<!-- c --></p>x'],
    [
      'byte order mark and odd ends',
      '\ufeff<!-- x --><p class=editable id=a>old',
      '\ufeff<!-- x --><p class=editable id=a>NEW',
    ],
    ['input', '<input class=editable id=a>', '<input value="NEW" class=editable id=a>'],
    ['input with a value', "<input value='x' class=editable id=a />", '<input value="NEW" class=editable id=a />'],
    ['textarea', '<textarea class=editable id=a>\nold</textarea>', '<textarea class=editable id=a>NEW</textarea>'],
  ])('%s', (_name, html, expected) => {
    expect(apply(html, 'a', 'NEW')).toBe(expected);
  });

  test.each([
    ['a line break', '<p class=editable id=a>x</p>', 'a\nb', '<p class=editable id=a>a\nb&#13;</p>'],
    ['a run of blanks', '<table><td class=editable id=a>x', 'a  b', '<table><td class=editable id=a>a  b&#13;'],
    ['one line', '<p class=editable id=a>a\nb&#13;</p>', 'c d', '<p class=editable id=a>c d</p>'],
    ['in a pre', '<pre class=editable id=a>x</pre>', '  a\n b', '<pre class=editable id=a>  a\n b</pre>'],
    [
      'in a text area',
      '<textarea class=editable id=a></textarea>',
      'a\nb',
      '<textarea class=editable id=a>a\nb</textarea>',
    ],
  ])('what is kept is marked where it would collapse: %s', (_name, html, value, expected) => {
    expect(apply(html, 'a', value)).toBe(expected);
    expect(apply(expected, 'a', value)).toBe(expected);
  });

  test('choices', () => {
    const select = '<select class=editable id=a><option selected>one<option value="2">two</select>';
    expect(apply(select, 'a', '2')).toBe(
      '<select class=editable id=a><option>one<option selected value="2">two</select>',
    );
    expect(applyAttributes(select, [{ id: 'a', value: 'nine' }])).toEqual({ html: select, ignored: ['a'] });
    const box = '<input type=checkbox class=editable id=a>';
    expect(apply(box, 'a', 'true')).toBe('<input checked type=checkbox class=editable id=a>');
    expect(apply(apply(box, 'a', 'true'), 'a', 'false')).toBe(box);
  });

  test('markup stays text, unknown ids are reported, the last entry of an id counts', () => {
    const html = '<p class=editable id=a>x</p>';
    expect(apply(html, 'a', '<script>alert(1)</script> & "q"')).toBe(
      '<p class=editable id=a>&lt;script&gt;alert(1)&lt;/script&gt; &amp; "q"</p>',
    );
    expect(
      applyAttributes(html, [
        { id: 'a', value: '1' },
        { id: 'zz', value: '' },
        { id: 'a', value: '2' },
      ]),
    ).toEqual({
      html: '<p class=editable id=a>2</p>',
      ignored: ['zz'],
    });
  });

  test('a leading line feed survives where the parser would drop it', () => {
    const html = '<textarea class=editable id=a>x</textarea>';
    expect(values(apply(html, 'a', '\nfirst'))).toEqual({ a: '\nfirst' });
  });
});

test('what is applied is what is read, in any surroundings', () => {
  const before = fc.constantFrom(
    '',
    '<!doctype html>\r\n<p>',
    '<table><tr>',
    '<b><i>',
    '<font><div>text',
    '<!-- a --><center>',
    '<ul><li>x',
  );
  const region = fc.constantFrom(
    ['<td class=editable id=r>', 'old', '<td>'],
    ['<p class=editable id=r>', 'o\r\nld', '<p>'],
    ['<li class=editable id=r>', '\n old\n', '<li>'],
    ['<span class=editable id=r>', 'old', '</span>'],
    ['<pre class=editable id=r>', '\nold', '</pre>'],
    ['<pre><i class=editable id=r>', '  old', '</i></pre>'],
    ['<div class=editable id=r>', '<b>o<i>ld</b>', '</div>'],
    ['<textarea class=editable id=r>', 'old', '</textarea>'],
    ['<h1 class=editable id=r>', '<!-- -->', '</h1>'],
  );
  const piece = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '<',
    '>',
    '&',
    '&amp;',
    '</td>',
    '</textarea>',
    '<!--',
    ']]>',
    '\u00a0',
    '日',
    'https://x.example[a]',
    '"',
    '\0',
  );
  const value = fc.array(piece, { maxLength: 10 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      before,
      region,
      value,
      value,
      fc.constantFrom('marked', 'guessed'),
      (start, [open = '', old = '', close = ''], first, second, lines) => {
        const html = `${start}${open}${old}${close}<p>after</p>\r\n</body></html>`;
        const found = findRegions(html, lines);
        fc.pre(found.length === 1);
        const canonical = (text: string): string =>
          open.startsWith('<textarea')
            ? text.replace(/\r\n?/g, '\n').replaceAll('\0', '')
            : canonicalText(text, open.startsWith('<pre'));
        const once = apply(html, 'r', first);
        expect(values(once, lines)).toEqual({ r: canonical(first) });
        expect(once.startsWith(start + open)).toBe(true);
        expect(once.endsWith(`${close}<p>after</p>\r\n</body></html>`)).toBe(true);
        const twice = apply(once, 'r', second);
        expect(twice).toBe(apply(html, 'r', second));
      },
    ),
    { numRuns: 5_000 },
  );
});

describe('a value is read as it was saved, and saving it again changes nothing', () => {
  const LINE_FEEDS = ['\n', '\r\n', '\r', '&#10;', '&#010', '&#xA;', '&NewLine;', '\n\n', '\n\r\n'];

  test.each(LINE_FEEDS)('where an element holds %j alone, which the parser drops', (feed) => {
    for (const [tag, end] of [
      ['textarea', '</textarea>'],
      ['textarea', ''],
      ['pre', '</pre>'],
      ['listing', ''],
    ] as const) {
      const html = `<${tag} class="editable" id="a">${feed}${end}`;
      const saved = apply(html, 'a', 'hello');
      expect([html, saved]).toEqual([html, `<${tag} class="editable" id="a">hello${end}`]);
    }
    expect(apply(`<div class="editable" id="a"><pre>${feed}`, 'a', 'a\nb')).toBe(
      '<div class="editable" id="a">a\nb&#13;',
    );
  });

  test('in documents of any kind', () => {
    const white = fc.constantFrom('', ' ', '\n', '\r\n', '\n\n', '\n    ', '\t', '&#10;', '&nbsp;', '<!-- -->');
    const words = fc.constantFrom('', 'one', 'a &amp; b', 'x  y', '<b>bold</b>', 'one<br>two', '<pre>\n</pre>', '<p>x');
    const content = fc.array(fc.oneof(white, words), { maxLength: 4 }).map((parts) => parts.join(''));
    const tag = fc.constantFrom('p', 'pre', 'textarea', 'div', 'td', 'li', 'span', 'listing', 'address');
    const region = fc.tuple(tag, content, fc.boolean()).map(
      ([name, inner, isClosed]) =>
        (id: number) =>
          `<${name} class="editable" id="r${id}">${inner}${isClosed || name === 'textarea' || name === 'span' ? `</${name}>` : ''}`,
    );
    const text = fc
      .array(fc.constantFrom('a', 'b', ' ', '\n', '\t', '<', '&', '\u00a0', 'https://x.example[y]'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(
        fc.array(region, { minLength: 1, maxLength: 5 }),
        fc.array(text, { minLength: 5, maxLength: 5 }),
        (parts, texts) => {
          const html = `<!doctype html><body>${parts.map((make, at) => make(at)).join('')}`;
          // A region whose markup was removed with its parent's is no longer a region.
          const edits = findRegions(html, 'marked').map(({ id }, at) => ({ id, value: texts[at] ?? '' }));
          const saved = applyAttributes(html, edits).html;
          const read = findRegions(saved, 'marked').map(({ id, value }) => ({ id, value }));
          expect(applyAttributes(saved, read).html).toBe(saved);
          expect(
            findRegions(applyAttributes(saved, read).html, 'marked').map(({ id, value }) => ({ id, value })),
          ).toEqual(read);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('the list that a document carries', () => {
  const list = [{ time: '</script><!--', note: 'a\u2028b' }, ['x'], null];

  test.each([
    [
      'before the end of the body',
      '<body><p>x</p></body></html>',
      /<p>x<\/p><script type="application\/json" id="ready-new-attributes">.*<\/script><\/body><\/html>$/,
    ],
    ['at the end', '<p>x', /<p>x<script .*<\/script>$/],
    [
      'in place',
      '<body><script id="ready-new-attributes" type="application/json">[1]</script><p>',
      /^<body><script id="ready-new-attributes" type="application\/json">\[\{.*<\/script><p>$/,
    ],
    ['ahead of an open comment', '<p>x</p><!-- open', /<script .*<\/script><p>x<\/p><!-- open$/],
  ])('%s', (_name, html, expected) => {
    const once = embedNewAttributes(html, list);
    expect(once).toMatch(expected);
    expect(readNewAttributes(once)).toEqual(list);
    expect(embedNewAttributes(once, list)).toBe(once);
  });

  test('an empty list leaves a document without the element as it is', () => {
    expect(embedNewAttributes('<p>x', [])).toBe('<p>x');
    expect(readNewAttributes('<p>x')).toBeNull();
    expect(readNewAttributes('<script id=ready-new-attributes>{"a":1}</script>')).toBeNull();
  });
});
