// @vitest-environment jsdom
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { prepareJsdom } from '#tests/support/jsdom/jsdom-setup.ts';
import { LiveBadge } from '#ui/primitives/feedback/live-badge.tsx';
import { WhoIsHere } from '../editor/changes/who-is-here.tsx';
import { UpdateAnnouncement } from './update-announcement.tsx';
import { NameAndChanges } from './changes.tsx';
import { CutNotice } from './cut-notice.tsx';
import { DocumentAge } from './document-age.tsx';
import { Pager } from './wall/pager.tsx';

prepareJsdom();

/** Puts each text into elements of its own, as a page translator does. */
function translate(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    font.firstElementChild?.append(`«${text.data}»`);
    text.replaceWith(font);
  }
}

const aged = (minutes: number, submittedBy: string | null, isOld: boolean): ReactNode => (
  <DocumentAge
    isPast={false}
    age={{ minutes, staleness: isOld ? 'old' : null }}
    submittedOn={minutes * 60_000}
    submittedBy={submittedBy}
  />
);
const pager = (at: number, count: number): ReactNode => (
  <Pager pages={{ count, at, showNext: () => undefined, showPrevious: () => undefined }} />
);
const announced = (archive: string, name: string): ReactNode => (
  <UpdateAnnouncement archive={{ archive, name, submittedOn: null }} />
);
type Here = { name: string; region: string | null };
const here = (people: Here[], newcomer: string | null): ReactNode => (
  <WhoIsHere
    editor={{ presence: { people, newcomer }, regions: [], running: { names: [], added: [], removed: [] } } as never}
  />
);
const changed = (isAnother: boolean, count: number): ReactNode => (
  <NameAndChanges
    name="Fire"
    changes={{ isAnother, changed: count, gone: 0, names: [], more: 0, at: null, isMixed: false }}
  />
);
const badge = (state: 'live' | 'waiting', words: string): ReactNode => <LiveBadge state={state}>{words}</LiveBadge>;
const notice = (cut: 'disconnected' | 'outdated' | null, since: number | null): ReactNode => (
  <CutNotice cut={cut} since={since} isEmpty={false} />
);
const ann = { name: 'Ann', region: null };

it.each<[string, ReactNode[]]>([
  ['age', [aged(0, null, false), aged(2, 'Ann', false), aged(90, 'Ann', true), aged(1, null, false)]],
  ['badge', [badge('live', 'Live'), badge('waiting', 'Reconnecting…')]],
  ['pages', [pager(0, 3), pager(1, 3), pager(0, 1)]],
  [
    'notice',
    [
      notice(null, null),
      notice('disconnected', null),
      notice('disconnected', 1),
      notice('outdated', null),
      notice(null, null),
    ],
  ],
  ['announcement', [announced('1', 'A'), announced('2', 'B'), announced('3', 'C')]],
  ['changes', [changed(false, 0), changed(false, 2), changed(true, 0), changed(false, 1)]],
  [
    'people',
    [
      here([], null),
      here([ann], 'Ann'),
      here([ann, { name: 'Bo', region: null }], 'Bo'),
      here([ann], null),
      here([], null),
    ],
  ],
])('the words of the %s are right after something else has rewritten those before them', (_name, states) => {
  const [one, other] = [render(states[0]), render(states[0])];
  const wordsOf = ({ container }: typeof one): string => container.textContent.replace(/[«»]/g, '');
  for (const state of states.slice(1)) {
    translate(one.container);
    for (const { rerender } of [one, other]) rerender(state);
    expect(wordsOf(one)).toBe(wordsOf(other));
  }
});
