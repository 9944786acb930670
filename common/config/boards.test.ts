import { describe, expect, it } from 'vitest';
import { queryOfBoards, readBoards } from './boards.ts';

const read = (query: string) => readBoards(new URLSearchParams(query));
const template = { kind: 'template', id: 't-1', share: 12 } as const;

describe('an address that carries boards', () => {
  it('means what is usual where it says nothing', () => {
    expect(read('pane=template~t-1&pane=wip~w-1').value).toEqual({
      boards: [
        {
          name: '',
          panes: [
            { kind: 'template', id: 't-1', share: 6 },
            { kind: 'wip', id: 'w-1', share: 6 },
          ],
          old: 60,
          very_old: 240,
        },
      ],
      seconds: 60,
    });
    expect(read('pane=template~t-1&old=300').value.boards[0]).toMatchObject({ old: 300, very_old: 301 });
  });

  it.each([
    [{ boards: [{ name: 'Ops & more: 50 %', panes: [template], old: 5, very_old: 6 }], seconds: 60 }],
    [
      {
        boards: [
          { name: 'a=b&c', panes: [template, { kind: 'wip', id: 'a~b c+d/é', share: 1 }], old: 1, very_old: 100_000 },
          { name: '', panes: [template, template, template, template], old: 60, very_old: 240 },
        ],
        seconds: 3_600,
      } as const,
    ],
  ])('is read as it was written: %j', (boards) => {
    const copy = structuredClone(boards) as Parameters<typeof queryOfBoards>[0];
    expect(read(queryOfBoards(copy))).toEqual({ value: copy, problems: [] });
  });

  it.each([
    ['', [{ board: null, what: 'panes', found: 0 }]],
    ['pane=wip~1&pane=wip~2&pane=wip~3&pane=wip~4&pane=wip~5', [{ board: null, what: 'panes', found: 5 }]],
    ['pane=archive~1~12', [{ board: null, what: 'pane', value: 'archive~1~12' }]],
    ['pane=wip~~12', [{ board: null, what: 'pane', value: 'wip~~12' }]],
    ['pane=wip~1~13', [{ board: null, what: 'share', value: 'wip~1~13' }]],
    ['pane=wip~1~0', [{ board: null, what: 'share', value: 'wip~1~0' }]],
    ['pane=wip~1&old=', [{ board: null, what: 'old', value: '' }]],
    ['pane=wip~1&very_old=1e9', [{ board: null, what: 'very_old', value: '1e9' }]],
    ['pane=wip~1&old=60&very_old=60', [{ board: null, what: 'order' }]],
    [`pane=wip~1&name=${'n'.repeat(101)}`, [{ board: null, what: 'name' }]],
    ['seconds=9&board=pane%3Dwip~1', [{ board: null, what: 'seconds', value: '9' }]],
    ['board=pane%3Dwip~1&board=pane%3Dwip', [{ board: 2, what: 'pane', value: 'wip' }]],
    ['board=board%3Dpane%253Dwip~1', [{ board: 1, what: 'nested' }]],
    ['board=pane%3Dwip~1&pane=wip~1', [{ board: null, what: 'both' }]],
    [Array.from({ length: 21 }, () => 'board=pane%3Dwip~1').join('&'), [{ board: null, what: 'boards', found: 21 }]],
  ])('says what is wrong with it: %s', (query, problems) => {
    expect(read(query).problems).toEqual(problems);
  });
});
