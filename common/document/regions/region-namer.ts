import { folded } from '../text/folded.ts';
import { BLOCKS, type TextTree, WITHOUT_TEXT } from './values.ts';

/** Names of regions, for assistive technology and for the list of attributes: one definition for a live document and for its file. */

const MAX_NAME = 120;
const CONTROLS = /^(input|select|textarea)$/;
const CELLS = /^t[dh]$/;
const ROW_GROUPS = /^t(head|body|foot)$/;

/** A short line that is no sentence. */
const QUESTION = /^(?=.*\p{L}).{1,100}$(?<![.!。])/u;

/** Signs at the end of a question. */
const ENDS = /[\s:：*?？؟]+$/u;

/** The radio buttons that share a form and a name. */
type Radios<N> = { first: N; last: N; words: string };

const clean = (text: string | null): string =>
  (text ?? '')
    // Direction marks would make the text look like another name.
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME);

/** Returns the value of a key, made at the first request. */
export function once<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const there = known.get(key);
  if (there !== undefined) return there;
  const made = make();
  known.set(key, made);
  return made;
}

/** The name of an answer with its question. */
export function joinedName(question: string, answer: string): string {
  const asked = question.replace(ENDS, '');
  return (asked === '' || answer === '' || asked === answer ? answer : `${asked}, ${answer}`).slice(0, MAX_NAME);
}

/** Labels with a number where two would be spoken alike. @param used labels that are there already */
export const distinctLabels = (labels: readonly string[], used: readonly string[] = []): string[] =>
  labels.map(labelsApart(used));

/** Makes a function that gives each label a number if it would be spoken like one before it, or a used one. */
export function labelsApart(used: readonly string[] = []): (label: string) => string {
  const spoken = (label: string): string =>
    folded(label)
      .replace(/[^\p{L}\p{M}\p{N}\p{S}]+/gu, ' ')
      .trim();
  const there = new Set(used.map(spoken));
  const next = new Map<string, number>();
  return (label) => {
    const base = spoken(label);
    let number = next.get(base) ?? 1;
    let own = number === 1 ? label : '';
    while (own === '' || there.has(spoken(own))) own = `${label.slice(0, MAX_NAME - 6)} ${(number += 1)}`;
    next.set(base, number);
    there.add(spoken(own));
    return own;
  };
}

/**
 * Makes a function that names a region: the author's hint, its label, its row and column header, its term, its legend, its placeholder, else its
 * id. The words of a radio button follow the question of its group. Labels, questions and the heads of tables are looked up once.
 * @param root the element with all of the document
 * @param naming its elements, of which only labels with a `for` and radio buttons are needed
 * @param byId finds the element with an id
 */
export function regionNamer<N>(
  root: N,
  naming: Iterable<N>,
  byId: (id: string) => N | null | undefined,
  tree: TextTree<N>,
): (element: N) => string {
  const tag = (node: N): string => tree.tag(node);
  const attribute = (node: N, name: string): string | null => tree.attribute(node, name);
  const parent = (node: N): N | null => tree.parent(node);
  const texts = new Map<N, string>();
  const tables = new Map<N, { headRow: N | null; hasHead: boolean }>();
  const places = new Map<N, Map<N, number>>();

  const isFilled = (node: N): boolean =>
    CONTROLS.test(tag(node)) || /(^|\s)editable(\s|$)/.test(attribute(node, 'class') ?? '');
  const elements = (node: N, name: RegExp): N[] => [...tree.children(node)].filter((child) => name.test(tag(child)));

  function closest(element: N, names: RegExp): N | null {
    let at: N | null = element;
    while (at !== null && !names.test(tag(at))) at = parent(at);
    return at;
  }

  /** An element's text without that of the regions and controls in it, and a flag for the presence of any. */
  function look(element: N): { text: string; isFilled: boolean } {
    let text = '';
    let hasFilled = false;
    // An explicit stack: hostile documents nest deeper than the call stack.
    const stack: N[] = [...tree.children(element)].reverse();
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const own = tree.text(node);
      if (own !== null) text += own;
      else if (tag(node) !== '' && isFilled(node)) hasFilled = true;
      else for (const child of [...tree.children(node)].reverse()) stack.push(child);
    }
    return { text: clean(text), isFilled: hasFilled };
  }

  const ownText = (element: N): string => once(texts, element, () => look(element).text);

  const isHeader = (cell: N): boolean => !isFilled(cell) && !look(cell).isFilled;
  const width = (cell: N): number =>
    Math.min(1_000, Math.max(1, Number.parseInt(attribute(cell, 'colspan') ?? '', 10) || 1));

  const headOf = (table: N) =>
    once(tables, table, () => {
      const head = elements(table, /^thead$/)[0];
      const bodies = [...tree.children(table)].flatMap((child) =>
        tag(child) === 'tr' ? [child] : ROW_GROUPS.test(tag(child)) ? elements(child, /^tr$/).slice(0, 1) : [],
      );
      const headRow = (head === undefined ? undefined : elements(head, /^tr$/).at(-1)) ?? bodies[0] ?? null;
      return { headRow, hasHead: head !== undefined };
    });

  /** Index of a row among its parent's children, counted from 0. */
  function placeOf(row: N): number {
    const group = parent(row);
    if (group === null) return 0;
    // A row that a script has added since.
    if (!places.get(group)?.has(row)) places.set(group, new Map(elements(group, /./).map((child, at) => [child, at])));
    return places.get(group)?.get(row) ?? 0;
  }

  const rows = new Map<N, Map<N, { column: number; before: N | undefined }>>();
  /** The cells of a row with the columns in which they begin and the cells before them. */
  const cellsOf = (row: N) =>
    once(rows, row, () => {
      let end = 0;
      return new Map(
        elements(row, CELLS).map((cell, at, all) => {
          const column = end;
          end += width(cell);
          return [cell, { column, before: all[at - 1] }];
        }),
      );
    });

  /**
   * The row's header and the column's, for a region in a table's cell.
   * @param radios buttons in it, to which the cell before is the question
   */
  function cellName(region: N, radios?: Radios<N>): string {
    const cell = closest(region, CELLS);
    const row = cell === null ? null : parent(cell);
    const table = cell === null ? null : closest(cell, /^table$/);
    if (cell === null || row === null || tag(row) !== 'tr' || table === null) return '';
    const cells = cellsOf(row);
    const { column: at, before } = cells.get(cell) ?? { column: 0, before: undefined };
    const isAsking = radios && before && isHeader(before) && /\p{L}/u.test(ownText(before));
    const [first] = isAsking ? [before] : cells.keys();
    const beside = first !== undefined && first !== cell && isHeader(first) ? ownText(first) : '';
    // The heads above buttons in cells of their own are the answers.
    if (radios && closest(radios.last, CELLS) !== cell) return beside;
    const { headRow, hasHead } = headOf(table);
    let above = '';
    if (headRow !== null && headRow !== row) {
      for (const [head, { column }] of cellsOf(headRow)) {
        const isAbove = at >= column && at < column + width(head);
        if (isAbove && (tag(head) === 'th' || hasHead) && isHeader(head)) above = ownText(head);
      }
    }
    // Without a header cell the row's number distinguishes it from its neighbours.
    const which = beside || (above && String(placeOf(row) + (hasHead ? 1 : 0)));
    return [which, above].filter((part) => part !== '').join(', ');
  }

  const lists = new Map<N, Map<N, N | undefined>>();
  /** The element before an entry of a definition list, if it is its term. */
  function termOf(region: N): string {
    const entry = closest(region, /^dd$/);
    const list = entry === null ? null : parent(entry);
    if (entry === null || list === null) return '';
    const before = once(lists, list, () => new Map(elements(list, /./).map((one, at, all) => [one, all[at - 1]]))).get(
      entry,
    );
    return before !== undefined && tag(before) === 'dt' ? ownText(before) : '';
  }

  const legends = new Map<N, N | undefined>();
  function legendOf(region: N): string {
    const fieldset = closest(region, /^fieldset$/);
    const legend = fieldset === null ? undefined : once(legends, fieldset, () => elements(fieldset, /^legend$/)[0]);
    return legend === undefined ? '' : ownText(legend);
  }

  const named = new Map<string, string>();
  const groups = new Map<N | null, Map<string, Radios<N>>>();
  /** The groups of each fieldset: its legend is the question of a single one. */
  const asked = new Map<N | null, Set<Radios<N>>>();
  /** The words behind radio buttons and boxes to tick in their lines. */
  const answers = new Map<N, string>();
  const isBox = (element: N, type = /^(radio|checkbox)$/i): boolean =>
    tag(element) === 'input' && type.test(attribute(element, 'type') ?? '');
  const isRadio = (element: N): boolean => isBox(element, /^radio$/i);
  function radiosOf(element: N, words = ''): Radios<N> | null {
    const name = attribute(element, 'name') ?? '';
    if (!isRadio(element) || name === '') return null;
    const inForm = once(groups, closest(element, /^form$/), () => new Map<string, Radios<N>>());
    return once(inForm, name, () => ({ first: element, last: element, words }));
  }

  /** Looks up the groups of radio buttons, with the words before each, but not those of its first answer. */
  function lookUpGroups(): void {
    let [words, above] = ['', ''];
    let label = { node: root, words, above };
    let answered: N | null = null;
    const before = (): string => clean(words) || above;
    const stack: [node: N, isEnd: boolean][] = [[root, false]];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const [node, isEnd] = next;
      const name = tag(node);
      if (name === '') {
        const own = tree.text(node) ?? '';
        // Longer lines ask nothing.
        if (answered === null) words = (words + own).slice(-2 * MAX_NAME);
        else answers.set(answered, (answers.get(answered) ?? '') + own);
        for (const child of [...tree.children(node)].reverse()) stack.push([child, false]);
        continue;
      }
      if (name === 'label' && isEnd) {
        // Words that name a field ask nothing.
        const other = byId(attribute(node, 'for') ?? '');
        if (look(node).isFilled) [words, above, answered] = ['', '', null];
        else if (other && isFilled(other)) ({ words, above } = label);
      } else if (name === 'label') label = { node, words, above };
      const isInLabel = name === 'input' && closest(node, /^label$/) === label.node;
      const radios = radiosOf(node, isInLabel ? clean(label.words) || label.above : before());
      if (radios) {
        radios.last = node;
        once(asked, closest(node, /^fieldset$/), () => new Set<Radios<N>>()).add(radios);
      }
      const isField = isFilled(node) && attribute(node, 'type') !== 'hidden';
      if (isField || BLOCKS.has(name) || name === 'br') {
        above = isField || CELLS.test(name) ? '' : before();
        [words, answered] = ['', isBox(node) ? node : null];
      }
      if (isEnd) continue;
      stack.push([node, true]);
      if (!WITHOUT_TEXT.has(name)) for (const child of [...tree.children(node)].reverse()) stack.push([child, false]);
    }
  }
  let hasRadios = false;
  for (const one of naming) {
    const target = tag(one) === 'label' ? attribute(one, 'for') : null;
    if (target !== null && !named.has(target)) named.set(target, ownText(one));
    hasRadios ||= isRadio(one);
  }
  // Reading all of a long document takes long.
  if (hasRadios) lookUpGroups();

  /** The name that the attributes of an element give it. */
  function spokenName(element: N): string {
    const ids = (attribute(element, 'aria-labelledby') ?? '').slice(0, 400).split(/\s+/).slice(0, 4);
    const by = ids.flatMap((id) => byId(id) ?? []).map(ownText);
    return clean(attribute(element, 'aria-label')) || clean(by.join(' '));
  }

  const questions = new Map<Radios<N>, string>();
  const askedTimes = new Map<string, number>();
  /** The question of a group: the name of what is around it, the words before it, those of its cells. */
  const questionOf = (radios: Radios<N>): string =>
    once(questions, radios, () => {
      const question = questionIn(radios).replace(ENDS, '');
      const number = (askedTimes.get(folded(question)) ?? 0) + 1;
      askedTimes.set(folded(question), number);
      return question === '' || number === 1 ? question : `${question} ${number}`;
    });
  function questionIn(radios: Radios<N>): string {
    const { first } = radios;
    const words = QUESTION.test(radios.words) ? radios.words : '';
    for (let at = parent(first); at !== null && tag(at) !== ''; at = parent(at)) {
      const inFieldset = asked.get(at);
      const isSingle = inFieldset?.size === 1 && inFieldset.has(radios);
      const isGroup = isSingle || /^(radio)?group$/i.test(attribute(at, 'role') ?? '');
      const name =
        (isGroup && spokenName(at)) ||
        (isSingle && legendOf(first)) ||
        (CELLS.test(tag(at)) && (words || cellName(first, radios)));
      if (name) return name;
    }
    return words || legendOf(first);
  }
  return (element) => {
    const id = attribute(element, 'id') ?? '';
    const wrapping = closest(element, /^label$/);
    const radios = radiosOf(element);
    const own =
      spokenName(element) ||
      named.get(id) ||
      (wrapping === null ? '' : ownText(wrapping)) ||
      (radios === null ? '' : clean(answers.get(element) ?? ''));
    return (
      clean(attribute(element, 'data-ready-label')) ||
      (radios && own ? joinedName(questionOf(radios), own) : own) ||
      cellName(element) ||
      termOf(element) ||
      legendOf(element) ||
      clean(attribute(element, 'placeholder') ?? attribute(element, 'data-placeholder')) ||
      id
    );
  };
}
