import { describe, expect, test } from 'vitest';

import { desk, PATIENCE, soundDeskForEachTest, press, region } from '../harness.ts';
import { shows } from '#tests/support/shows.ts';

soundDeskForEachTest();

describe('pasting', () => {
  const html = '<p class="editable" id="a">see </p>';

  test('rich text arrives as text, in lines', async () => {
    await desk.show(html);
    await desk.paste('bold\r\nline', '<b>bold</b><script>1</script>');
    await region('a').click();
    await press('End', 'ControlOrMeta+v');
    await desk.value('a', 'see bold\nline');
    expect(await region('a').locator('*').count()).toBe(0);
    await press('ControlOrMeta+z');
    await desk.value('a', 'see');
  });

  test.each([
    [
      'a link keeps its address',
      'See the plan',
      'See <a href="https://ready.example/plan">the plan</a> now',
      'See https://ready.example/plan[the plan] now',
    ],
    ['an unsafe one is its words', 'See x', 'See <a href="javascript:alert(1)">x</a>', 'See x'],
    [
      'bullets and numbers stay',
      'one\ntwo',
      '<ul><li>one</li><li>two</li></ul><ol start="3"><li>three</li></ol>',
      '• one\n• two\n3. three',
    ],
    [
      'cells stay apart',
      'a b',
      '<table><tr><td>a</td><td><a href="https://ready.example/">b</a></td></tr><tr><td>c</td><td>d</td></tr></table>',
      'a\thttps://ready.example/[b]\nc\td',
    ],
    ['a clipboard with HTML only is text', '', '<p>First <b>bold</b></p><p>second</p>', 'First bold\nsecond'],
    [
      'a bullet stays with its text in a paragraph of its own',
      '* one\n* two',
      '<ul><li><p>one</p></li> <li> <div><p>two</p></div></li></ul><p>three</p>',
      '• one\n• two\nthree',
    ],
    [
      'items of a checklist keep their ticks',
      'Generator checked\nGate locked',
      `<ul><li role="checkbox" aria-checked="true"><img alt="checked"><p>Generator checked</p></li><li role="checkbox"
        aria-checked="false"><img alt="unchecked"><p>Gate locked</p></li></ul>`,
      '☑ Generator checked\n☐ Gate locked',
    ],
    [
      'nested items are indented',
      'North\nGate\nSouth',
      '<ol type="a"><li>North<ul><li>Gate</li></ul></li><li>South</li></ol>',
      'a. North\n  • Gate\nb. South',
    ],
    [
      'empty lines stay',
      'one\n\n\nSee the plan\n\ntwo',
      '<p>one</p><p></p><p>See <a href="https://ready.example/">the plan</a></p><p>two</p>',
      'one\n\n\nSee https://ready.example/[the plan]\n\ntwo',
    ],
    [
      'a cell of more than one line has no quotes',
      '"Gate locked\nkey at desk"\r\n',
      '<table><tr><td>Gate locked<br>key at desk</td></tr></table>',
      'Gate locked\nkey at desk',
    ],
    ['soft breaks are line breaks', 'a\u000bb\u2028c\u0085d', '<p>a</p>', 'a\nb\nc\nd'],
    [
      'a link by itself has its words already',
      'plan',
      '<a href="https://ready.example/">plan</a>',
      'https://ready.example/[plan]',
    ],
    ['words that look like markup stay words', '<b>x</b> [y]', '<p>&lt;b&gt;x&lt;/b&gt; [y]</p>', '<b>x</b> [y]'],
  ])('from rich text: %s', async (_, text, rich, expected) => {
    await desk.show(html);
    await desk.paste(text, rich);
    await region('a').click();
    await press('End', 'ControlOrMeta+v');
    await desk.value('a', `see ${expected}`);
    await desk.page.keyboard.type('!');
    await desk.value('a', `see ${expected}!`);
    await press('ControlOrMeta+z', 'ControlOrMeta+z');
    await desk.value('a', 'see');
  });

  test('a field takes the cells of a table without quotes as well', async () => {
    await desk.show('<textarea class="editable" id="a"></textarea><input class="editable" id="b">');
    await desk.paste('"one\ntwo"\r\n', '<table><tr><td>one<br>two</td></tr></table>');
    await region('a').click();
    await press('ControlOrMeta+v');
    await desk.value('a', 'one\ntwo');
    await region('b').click();
    await press('ControlOrMeta+v');
    await desk.value('b', 'one two');
  });

  test(
    shows(
      's5.paste.prompt',
      's5.paste.notation',
    )('an address alone asks for its text and becomes a link; undo takes it away'),
    async () => {
      await desk.show(html);
      await desk.paste(' https://x.example/a?b=1 ');
      await region('a').click();
      await press('End', 'ControlOrMeta+v');
      expect(await desk.event('url.pasted')).toEqual({ no: 1, url: 'https://x.example/a?b=1' });
      await desk.command('linkText', 1, 'https://x.example/a?b=1', 'the <b>map</b>');
      await desk.value('a', 'see https://x.example/a?b=1[the <b>map</b>,window=_top]');
      expect(await region('a').locator('a').textContent()).toBe('the <b>map</b>');
      await desk.page.keyboard.type('!');
      await desk.value('a', 'see https://x.example/a?b=1[the <b>map</b>,window=_top]!');
      await press('ControlOrMeta+z', 'ControlOrMeta+z');
      await desk.value('a', 'see');
    },
  );

  test(shows('d16.unsafe-links')('cancelling inserts the bare address; other schemes stay text'), async () => {
    await desk.show(html);
    await desk.paste('https://x.example');
    await region('a').click();
    await press('End', 'ControlOrMeta+v');
    await desk.event('url.pasted');
    // A dialog does the same: it takes the focus, and gives it back to the iframe as it closes.
    await desk.page.locator('#own').focus();
    await desk.command('linkText', 1, 'https://x.example', null);
    await desk.value('a', 'see https://x.example');
    await desk.page.locator('#own').focus();
    await desk.page.locator('iframe').focus();
    await expect.poll(() => desk.frame.locator(':focus').count(), PATIENCE).toBe(1);
    await desk.paste('javascript:alert(1)');
    await press('ControlOrMeta+v');
    await desk.value('a', 'see https://x.examplejavascript:alert(1)');
    expect(await desk.seen('url.pasted')).toHaveLength(1);
  });
});
