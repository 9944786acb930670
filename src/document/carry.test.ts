// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  broughtBackInto,
  carriedInto,
  type CarryPlace,
  type CarryPlaces,
  type CarrySource,
  findPlaces,
  sharedInto,
} from './carry.ts';
import type { Pair } from '#common/document/regions/values.ts';

const placedValues = (placed: readonly { id: string; value: string }[]): Pair[] =>
  placed.map(({ id, value }) => [id, value]);

const place = (id: string, own: Partial<CarryPlace> = {}): CarryPlace => ({
  id,
  kind: 'text',
  attributes: new Map(),
  options: [],
  isLeft: false,
  isShared: false,
  ...own,
});
const attributes = (own: Record<string, string>): ReadonlyMap<string, string> => new Map(Object.entries(own));
const into = (places: CarryPlace[], rows: CarryPlaces['rows'] = 'taken'): CarryPlaces => ({ places, rows });
const source = (regions: Pair[], ticked: string[] = [], newAttributes: unknown[] = []): CarrySource => ({
  regions,
  ticked,
  newAttributes,
});

describe('a document that gets back what was submitted', () => {
  const now = (regions: Pair[], newAttributes: unknown[] = []) => ({ regions, newAttributes, groups: [] });
  const back = (given: CarrySource, newAttributes: unknown[] = [], rows: CarryPlaces['rows'] = 'taken') =>
    broughtBackInto(
      into([place('name'), place('period', { isLeft: true })], rows),
      now(
        [
          ['name', 'Ridge'],
          ['period', 'Day 3'],
        ],
        newAttributes,
      ),
      given,
    );

  it('takes also what a new one begins without, and what was empty, and names what it no longer has', () => {
    const given = source([
      ['name', ''],
      ['period', 'Day 2'],
      ['gone', 'Wind W 25'],
    ]);
    expect(back(given)).toMatchObject({
      placed: [
        { id: 'name', was: 'Ridge', value: '' },
        { id: 'period', was: 'Day 3', value: 'Day 2' },
      ],
      misfits: [['gone', 'Wind W 25']],
      left: [],
      rowsAre: 'none',
    });
  });

  it.each<[string, unknown[], unknown[], CarryPlaces['rows'], unknown[], string]>([
    ['other rows', [{ id: 'r1' }], [{ id: 'r2' }], 'taken', [{ id: 'r1' }], 'taken'],
    ['rows with which a new one does not begin', [{ id: 'r1' }], [], 'left', [{ id: 'r1' }], 'taken'],
    ['the same rows', [{ id: 'r1' }], [{ id: 'r1' }], 'taken', [], 'none'],
    ['no rows', [], [{ id: 'r2' }], 'taken', [], 'kept'],
    ['rows that nothing makes', [{ id: 'r1' }], [], 'unknown', [], 'unknown'],
  ])('takes %s', (_, were, are, rule, rows, rowsAre) => {
    expect(back(source([], [], were), are, rule)).toMatchObject({ rows, rowsAre });
  });
});

describe('a new document', () => {
  const empty = (...ids: string[]): Pair[] => ids.map((id) => [id, '']);

  it('takes what has a place in it, and names what has none', () => {
    const carried = carriedInto(
      into([place('name'), place('period', { isLeft: true })]),
      empty('name', 'period'),
      [],
      source([
        ['name', 'Corvane Ridge'],
        ['period', 'Day 2'],
        ['gone', 'Wind W 25'],
        ['also-gone', ' '],
      ]),
    );
    expect(carried).toMatchObject({
      placed: [{ id: 'name', was: '', value: 'Corvane Ridge' }],
      fit: ['name'],
      misfits: [['gone', 'Wind W 25']],
      left: ['period'],
    });
  });

  it('takes over that an authored text was emptied', () => {
    const { placed } = carriedInto(into([place('note')]), [['note', 'Write here']], [], source([['note', '']]));
    expect(placed).toEqual([{ id: 'note', was: 'Write here', value: '' }]);
  });

  it.each<[string, Partial<CarryPlace>, string, boolean]>([
    ['a choice that is offered', { kind: 'select', options: ['', 'Yes', 'No'] }, 'Yes', true],
    ['a choice that is not offered', { kind: 'select', options: ['Yes', 'No'] }, 'Maybe', false],
    [
      'several choices',
      { kind: 'select', attributes: attributes({ multiple: '' }), options: ['Map', 'Log'] },
      'Map\nLog',
      true,
    ],
    ['a date in a field of dates', { kind: 'input', attributes: attributes({ type: 'date' }) }, '2026-11-26', true],
    ['words in a field of dates', { kind: 'input', attributes: attributes({ type: 'date' }) }, 'tomorrow', false],
    ['words in a field of numbers', { kind: 'input', attributes: attributes({ type: 'number' }) }, 'five', false],
    ['a number in a field of numbers', { kind: 'input', attributes: attributes({ type: 'number' }) }, '-5.5', true],
    ['a day that no month has', { kind: 'input', attributes: attributes({ type: 'date' }) }, '2026-02-30', false],
    ['a day of a leap year only', { kind: 'input', attributes: attributes({ type: 'date' }) }, '2027-02-29', false],
    ['a year before the first', { kind: 'input', attributes: attributes({ type: 'date' }) }, '0000-01-01', false],
    ['a week that its year lacks', { kind: 'input', attributes: attributes({ type: 'week' }) }, '2025-W53', false],
    [
      'more than the end of a range',
      { kind: 'input', attributes: attributes({ type: 'range', max: '10' }) },
      '500',
      false,
    ],
    ['an address with blanks around it', { kind: 'input', attributes: attributes({ type: 'email' }) }, ' a@b ', false],
    ['a month as a date', { kind: 'input', attributes: attributes({ type: 'month' }) }, '2026-02-01', false],
    [
      'the own words of a field of dates',
      { kind: 'input', attributes: attributes({ type: 'date', value: 'soon' }) },
      'soon',
      true,
    ],
    ['two choices where one is made', { kind: 'select', options: ['Red', 'Blue'] }, 'Red\nBlue', false],
    ['lines in a field of one line', { kind: 'input', attributes: attributes({ type: 'text' }) }, 'one\ntwo', false],
    ['lines in an area', { kind: 'textarea' }, 'one\ntwo', true],
    ['words in a box', { kind: 'checkbox' }, 'yes', false],
  ])('%s', (_, own, value, fits) => {
    const { fit, misfits } = carriedInto(into([place('r', own)]), [['r', '']], [], source([['r', value]]));
    expect(fit.length + misfits.length).toBe(1);
    expect(fit.length === 1).toBe(fits);
  });

  it('ticks a box, and no word stands for one', () => {
    const boxes = carriedInto(
      into([place('box', { kind: 'checkbox' }), place('words')]),
      [
        ['box', 'false'],
        ['words', ''],
      ],
      [],
      source(
        [
          ['box', 'true'],
          ['words', 'true'],
        ],
        ['box', 'words'],
      ),
    );
    expect(placedValues(boxes.placed)).toEqual([['box', 'true']]);
    expect(boxes.misfits).toEqual([['words', 'true']]);
  });

  it('has one of a group chosen, as one value', () => {
    const carried = carriedInto(
      into(['a', 'b'].map((id) => place(id, { kind: 'radio' }))),
      [
        ['a', 'true'],
        ['b', 'false'],
      ],
      [['a', 'b']],
      source(
        [
          ['a', 'false'],
          ['b', 'true'],
        ],
        ['a', 'b'],
      ),
    );
    expect(placedValues(carried.placed)).toEqual([
      ['a', 'false'],
      ['b', 'true'],
    ]);
    expect(carried.fit).toEqual(['b']);
  });

  it.each(['taken', 'left', 'unknown'] as const)('says of rows that they are %s', (rows) => {
    const { rows: carried, rowsAre } = carriedInto(into([], rows), [], [], source([], [], [{ id: 'log-21' }]));
    expect(rowsAre).toBe(rows);
    expect(carried).toHaveLength(rows === 'taken' ? 1 : 0);
    expect(carriedInto(into([], rows), [], [], source([])).rowsAre).toBe('none');
  });
});

describe('shared regions', () => {
  const places = into([place('name', { isShared: true }), place('from', { isShared: true }), place('note')]);

  it('are filled where they are empty; what holds something else stays', () => {
    const filled = sharedInto(
      places,
      [
        ['name', 'Harbor'],
        ['from', ' '],
        ['note', ''],
      ],
      source([
        ['name', 'Corvane Ridge'],
        ['from', 'Day 2'],
        ['note', 'not shared'],
      ]),
    );
    expect(filled).toMatchObject({
      placed: [{ id: 'from', was: ' ', value: 'Day 2' }],
      others: [{ id: 'name', was: 'Harbor', value: 'Corvane Ridge' }],
      misfits: [],
    });
  });

  it('count a box as filled when it is ticked', () => {
    const boxes = into([place('box', { kind: 'checkbox', isShared: true })]);
    const { placed } = sharedInto(boxes, [['box', 'false']], source([['box', 'true']], ['box']));
    expect(placedValues(placed)).toEqual([['box', 'true']]);
  });

  it('are not emptied', () => {
    const { placed, others } = sharedInto(places, [['name', 'Harbor']], source([['name', '']]));
    expect([...placed, ...others]).toEqual([]);
  });
});

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__');
const value = fc.oneof(fc.constantFrom('', ' ', 'true', 'false', 'Yes', '7', 'one\ntwo'), fc.string());
const values = fc.uniqueArray(fc.tuple(id, value), { selector: ([one]) => one });
const anyPlace = fc.record({
  kind: fc.constantFrom<CarryPlace['kind']>('text', 'input', 'checkbox', 'select', 'textarea'),
  attributes: fc.constantFrom('text', 'date', 'number').map((type) => attributes({ type })),
  options: fc.constantFrom<string[]>([], ['Yes', 'No']),
  isLeft: fc.boolean(),
  isShared: fc.boolean(),
});
const documents = fc
  .record({ now: values, from: values, ticked: fc.subarray(['a', 'b']), own: fc.array(anyPlace) })
  .map(({ now, from, ticked, own }) => ({
    now,
    places: into(now.map(([one], at) => place(one, own[at] ?? {}))),
    from: source(
      from.map(([one, text]): Pair => [one, ticked.includes(one) ? String(text === 'true') : text]),
      ticked,
    ),
  }));
const says = (ticked: readonly string[], [one, text]: Pair): boolean =>
  ticked.includes(one) ? text === 'true' : text.trim() !== '';

describe('whatever is carried', () => {
  it('is nothing that the other document does not say, and nothing of that is lost unsaid or said twice', () => {
    fc.assert(
      fc.property(documents, ({ now, places, from }) => {
        const { placed, fit, misfits, left } = carriedInto(places, now, [], from);
        const [given, held] = [new Map<string, string>(from.regions), new Map<string, string>(now)];
        for (const { id: one, was, value: text } of placed) {
          expect(text).toBe(given.get(one));
          expect(was).toBe(held.get(one));
        }
        const ids = [...fit, ...misfits.map(([one]) => one), ...left];
        expect(new Set(ids).size).toBe(ids.length);
        for (const pair of from.regions)
          if (says(from.ticked, pair) && held.get(pair[0]) !== pair[1]) expect(ids).toContain(pair[0]);
        for (const { id: one, isLeft } of places.places) if (isLeft) expect(fit).not.toContain(one);
      }),
    );
  });

  it('is there afterwards: nothing is left to carry', () => {
    fc.assert(
      fc.property(documents, ({ now, places, from }) => {
        const { placed } = carriedInto(places, now, [], from);
        const then = [...new Map([...now, ...placedValues(placed)])];
        expect(carriedInto(places, then, [], from).placed).toEqual([]);
      }),
    );
  });

  it('fills no shared region that holds something, and no other one', () => {
    fc.assert(
      fc.property(documents, ({ now, places, from }) => {
        const { placed, others, misfits } = sharedInto(places, now, from);
        const given = new Map(from.regions);
        const shared = new Map<string, string>(
          places.places.flatMap((one) => (one.isShared ? [[one.id, one.kind] as const] : [])),
        );
        const isEmpty = ({ id: one, was }: { id: string; was: string }): boolean =>
          shared.get(one) === 'checkbox' ? was !== 'true' : was.trim() === '';
        for (const one of [...placed, ...others]) {
          expect(shared.has(one.id)).toBe(true);
          expect(one.value).toBe(given.get(one.id));
        }
        expect([placed.every(isEmpty), others.some(isEmpty)]).toEqual([true, false]);
        const ids = [...placed, ...others].map((one) => one.id).concat(misfits.map(([one]) => one));
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});

describe('a document says by itself', () => {
  it('what is left out, what is shared, and what its fields hold', async () => {
    const { places, rows } = await findPlaces(
      `<div data-ready-carry="no"><p class="editable" id="when"></p></div><p class="editable" id="name" data-ready-shared></p>
       <select class="editable" id="kind"><option>Yes<option value="n">No</select><input class="editable" id="day" type="DATE">
       <script>window.getNewAttributes = () => []</script>`,
      'getNewAttributes',
    );
    expect(places).toEqual([
      place('when', { isLeft: true }),
      place('name', { isShared: true }),
      place('kind', {
        kind: 'select',
        attributes: attributes({ class: 'editable', id: 'kind' }),
        options: ['Yes', 'n'],
      }),
      place('day', { kind: 'input', attributes: attributes({ class: 'editable', id: 'day', type: 'DATE' }) }),
    ]);
    expect(rows).toBe('taken');
  });

  it('whether its rows come along', async () => {
    const table = (hint: string): string =>
      `<table><tbody id="rows" ${hint}></tbody></table><button data-ready-add-row="rows"></button><script>getNewAttributes</script>`;
    expect((await findPlaces(table(''), 'getNewAttributes')).rows).toBe('taken');
    expect((await findPlaces(table('data-ready-carry="no"'), 'getNewAttributes')).rows).toBe('left');
    expect((await findPlaces('<p class="editable" id="a">', 'getNewAttributes')).rows).toBe('unknown');
  });
});
