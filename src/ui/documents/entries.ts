import { paths } from '#common/config/paths.ts';
import { folded } from '#common/document/text/folded.ts';
import type { RecentDocument } from '#ui/documents/use-quick-open.ts';
import type { CommandEntry } from '#ui/primitives/overlays/command-dialog.tsx';
import { nameOf } from '../shared/names.ts';

type Named = { readonly uuid: string; readonly name: string | null };

/** Data of quick open about the host and the open document. */
export type Known = {
  readonly templates: readonly Named[];
  readonly wips: readonly (Named & { readonly template: string })[];
  readonly boards: readonly Named[];
  /** Documents that the user opened last, the newest first. */
  readonly recent: readonly RecentDocument[];
  /** The address of the current page, which is not offered. */
  readonly here: string;
  readonly regions: readonly { readonly id: string; readonly name: string }[];
  /** The screens of this user's navigation. */
  readonly screens: readonly { readonly name: string; readonly to: string }[];
  /** The templates that the Command Docs card shows. */
  readonly command: readonly [left: string, right: string];
  /** True if the user may save nothing. */
  readonly isReader: boolean;
};

export type EntryKind = 'screen' | 'template' | 'live' | 'wip' | 'board' | 'region';

/** Headings of the results. */
const HEADINGS: Readonly<Record<EntryKind, string>> = {
  region: 'Fields of this document',
  wip: 'Documents',
  template: 'Templates',
  screen: 'Pages',
  live: 'Pages',
  board: 'Pages',
};

/** A target: an address, or a region of the open document. */
export type Entry = CommandEntry & {
  readonly kind: EntryKind;
  readonly to: string;
  /** The id of a WIP. */
  readonly wip?: string;
  /** Its words for searching, each after a blank: those of its act and name, and those beside it. */
  readonly words: readonly [name: string, hint: string];
};

/** Maximum number of results in the page: users read no further, and each costs time at each key. */
export const MOST_SHOWN = 30;

const MOST_KNOWN = 20_000;
const wordsByText = new Map<string, string>();

/**
 * Words alone, each after one blank: `New: Activity Log` is found by 'new activity', with any characters between. An emoji is a word. Cached, since
 * the lists arrive one after the other.
 */
function wordsOf(text: string): string {
  const before = wordsByText.get(text);
  if (before !== undefined) return before;
  const words = ` ${folded(text)
    .replace(/[^\p{L}\p{M}\p{N}\p{So}]+/gu, ' ')
    .trim()}`;
  if (wordsByText.size >= MOST_KNOWN) wordsByText.clear();
  wordsByText.set(text, words);
  return words;
}

type Facts = Pick<Entry, 'kind' | 'to' | 'label' | 'hint'> & Partial<Pick<Entry, 'line' | 'act' | 'wip'>>;

function entry(facts: Facts): Entry {
  const { kind, to, label, hint, act = '' } = facts;
  const key = `${kind} ${to}`;
  const heading = HEADINGS[kind];
  return { key, line: key, heading, ...facts, words: [wordsOf(`${act} ${label}`), wordsOf(`${hint} ${heading}`)] };
}

/** All targets, in the order in which they are offered without a search text. */
export function entriesOf(all: Known): Entry[] {
  const { templates, wips, boards, recent, here, regions, screens, command, isReader } = all;
  const names = new Map(templates.map((template) => [template.uuid, nameOf(template)]));
  const opened = recent
    .map(({ template, wip, name, templateName }) =>
      entry({
        kind: 'wip',
        to: paths.wip(template, wip),
        label: nameOf({ name }),
        hint: `${templateName} · opened last`,
        wip,
      }),
    )
    .filter(({ to }) => to !== here);
  const known = new Set([here, ...opened.map(({ to }) => to)]);
  const acts: readonly [act: string, to: (uuid: string) => string][] = [
    [isReader ? 'View' : 'New', paths.form],
    ['View Live', paths.templateDashboard],
    ['WIPs', paths.openWip],
  ];
  const commandDocs = paths.multipleDashboard(...command);
  return [
    ...opened,
    ...screens.map(({ name, to }) => entry({ kind: 'screen', to, label: name, hint: '' })),
    entry({ kind: 'live', to: commandDocs, label: 'View Live: Command Docs', hint: '' }),
    ...boards.map((board) =>
      entry({ kind: 'board', to: paths.keptBoard(board.uuid), label: nameOf(board), hint: 'Board' }),
    ),
    ...templates.flatMap((template) =>
      acts.map(([act, to]) =>
        entry({
          kind: 'template',
          to: to(template.uuid),
          label: nameOf(template),
          hint: '',
          line: template.uuid,
          act,
        }),
      ),
    ),
    ...regions.map(({ id, name }) => entry({ kind: 'region', to: id, label: name, hint: '' })),
    ...wips
      .map((wip) =>
        entry({
          kind: 'wip',
          to: paths.wip(wip.template, wip.uuid),
          label: nameOf(wip),
          hint: names.get(wip.template) ?? 'WIP',
          wip: wip.uuid,
        }),
      )
      .filter(({ to }) => !known.has(to)),
  ];
}

/** Rank of one word's match: best at the beginning of the name, then of a word in it, then anywhere; 0 without a match. */
function fitOf([name, hint]: Entry['words'], word: string): number {
  if (name.startsWith(` ${word}`)) return 5;
  if (name.includes(` ${word}`)) return 4;
  if (name.includes(word)) return 3;
  if (hint.includes(` ${word}`)) return 2;
  return hint.includes(word) ? 1 : 0;
}

/** The entries that contain all words of a text, the best first. */
function withWords(entries: readonly Entry[], phrase: string): Entry[] {
  const words = phrase.split(' ').filter(Boolean);
  const found: { one: Entry; fit: number }[] = [];
  for (const one of entries) {
    let fit = 0;
    for (const word of words) {
      const own = fitOf(one.words, word);
      fit = own === 0 ? -Infinity : fit + own;
    }
    if (fit < 0) continue;
    // The words in sequence, as typed, and nothing else.
    if (one.words[0].includes(phrase)) fit += 1;
    if (one.words[0] === phrase) fit += words.length;
    found.push({ one, fit });
  }
  return found.sort((a, b) => b.fit - a.fit).map(({ one }) => one);
}

/** The entries with all signs of a text in their name. */
function withSigns(entries: readonly Entry[], text: string): readonly Entry[] {
  const signs = folded(text).split(/\s+/).filter(Boolean);
  return signs.length === 0
    ? entries
    : entries.filter(({ label }) => signs.every((sign) => folded(label).includes(sign)));
}

/** The best ones, under their headings and in their lines, each where its best entry is. The last line is not cut. */
function inGroups(entries: readonly Entry[]): Entry[] {
  const groups = new Map<string, Map<string, Entry[]>>();
  for (const [at, one] of entries.entries()) {
    if (at >= MOST_SHOWN && one.line !== entries[at - 1]?.line) break;
    const lines = groups.get(one.heading) ?? new Map<string, Entry[]>();
    groups.set(one.heading, lines);
    lines.set(one.line, [...(lines.get(one.line) ?? []), one]);
  }
  return [...groups.values()].flatMap((lines) => [...lines.values()].flat());
}

/**
 * The entries for a text: those that contain all its words, as in every list of the application, the best first, under their headings. Signs between
 * words are not sought, signs alone are.
 * @returns about `MOST_SHOWN` at most
 */
export function entriesFor(entries: readonly Entry[], text: string): Entry[] {
  const phrase = wordsOf(text);
  return inGroups(phrase === ' ' ? withSigns(entries, text) : withWords(entries, phrase));
}
