import { paths } from '#config/paths.ts';
import { folded } from '#document/text/folded.ts';
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

export type EntryKind = 'screen' | 'new' | 'live' | 'list' | 'wip' | 'board' | 'region';

/** A target: an address, or a region of the open document. */
export type Entry = CommandEntry & {
  readonly kind: EntryKind;
  readonly to: string;
  /** The id of a WIP. */
  readonly wip?: string;
  /** Its words for searching, each after a blank: those of its name, and those of its hint. */
  readonly words: readonly [name: string, hint: string];
};

/** Maximum number of results in the page: users read no further, and each costs time at each key. */
export const MOST_SHOWN = 30;

const MOST_KNOWN = 20_000;
const wordsByText = new Map<string, string>();

/**
 * Words alone, each after one blank: `New: Activity Log` is found by 'new activity', with any characters between. Cached, since the lists arrive
 * one after the other.
 */
function wordsOf(text: string): string {
  const before = wordsByText.get(text);
  if (before !== undefined) return before;
  const words = ` ${folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`;
  if (wordsByText.size >= MOST_KNOWN) wordsByText.clear();
  wordsByText.set(text, words);
  return words;
}

const entry = (kind: EntryKind, to: string, label: string, hint: string, wip?: string): Entry => ({
  key: `${kind} ${to}`,
  kind,
  to,
  label,
  hint,
  words: [wordsOf(label), wordsOf(hint)],
  ...(wip !== undefined && { wip }),
});

/** All targets, in the order in which they are offered without a search text. */
export function entriesOf(all: Known): Entry[] {
  const { templates, wips, boards, recent, here, regions, screens, command, isReader } = all;
  const names = new Map(templates.map((template) => [template.uuid, nameOf(template)]));
  const opened = recent
    .map(({ template, wip, name, templateName }) =>
      entry('wip', paths.wip(template, wip), nameOf({ name }), `${templateName} · opened last`, wip),
    )
    .filter(({ to }) => to !== here);
  const known = new Set([here, ...opened.map(({ to }) => to)]);
  const of = (kind: EntryKind, to: (uuid: string) => string, word: string, hint: string): Entry[] =>
    templates.map((template) => entry(kind, to(template.uuid), `${word}: ${nameOf(template)}`, hint));
  return [
    ...opened,
    ...screens.map(({ name, to }) => entry('screen', to, name, 'Page')),
    ...of('new', paths.form, isReader ? 'View' : 'New', 'Template'),
    entry('live', paths.multipleDashboard(...command), 'View Live: Command Docs', 'Live'),
    ...of('live', paths.templateDashboard, 'View Live', 'Live'),
    ...boards.map((board) => entry('board', paths.keptBoard(board.uuid), nameOf(board), 'Board')),
    ...of('list', paths.openWip, 'WIPs', 'List'),
    ...regions.map(({ id, name }) => entry('region', id, name, 'Region of this document')),
    ...wips
      .map((wip) =>
        entry('wip', paths.wip(wip.template, wip.uuid), nameOf(wip), names.get(wip.template) ?? 'WIP', wip.uuid),
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

/**
 * The entries that contain all words of a text, as in every list of the application, the best first.
 * @returns at most `MOST_SHOWN`
 */
export function entriesFor(entries: readonly Entry[], text: string): Entry[] {
  const phrase = wordsOf(text);
  const words = phrase.split(' ').filter(Boolean);
  if (words.length === 0) return entries.slice(0, MOST_SHOWN);
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
  return found
    .sort((a, b) => b.fit - a.fit)
    .slice(0, MOST_SHOWN)
    .map(({ one }) => one);
}
