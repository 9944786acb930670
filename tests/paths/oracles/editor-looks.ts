import { FRESH_READ } from '#common/config/constants.ts';
import type { After, Memory, ScreenSpec } from '../drivers/screen-walk.ts';
import { htmlOf, loadOf, notesOf, TEMPLATE } from './editor-drawing.ts';
import type { Hands } from './page.ts';

const AGE = 'age of the last look';
const ageOf = (memory: Memory): number => Number(memory.get(AGE) ?? 0);
const READ = /^(?:loadDocument: the document|reloadDocument: (?!not reached))/;

/** A step, after which the last read of the document is older, or new. */
const aged =
  (label: string, after: After): After =>
  (before, memory, given) => {
    const passed = Number(/^after (\d+) ms$/.exec(label)?.[1] ?? 0);
    // A document with another layout does not replace one that has rows to save.
    const isRead = READ.test(label) && !(label.endsWith('laid out anew') && notesOf(memory).rows === 'new');
    memory.set(AGE, isRead ? '0' : String(ageOf(memory) + passed));
    return after(before, memory, given);
  };

/** Before a save the document is read again if the last read is old; its content is unchanged. */
async function lookIfOld(page: Hands, memory: Memory): Promise<void> {
  const { ask, wip, host } = notesOf(memory);
  if (ageOf(memory) < FRESH_READ || !ask.startsWith(`POST /v1/wips/${wip}/update `)) return;
  const content = htmlOf([['what', host]]);
  await page.reply(loadOf(wip), { result: { content, base_name: 'Daily Brief', wip_name: 'Monday' } });
  memory.set(AGE, '0');
}

/** A new WIP of a deleted document is based on its template. */
async function readTemplate(page: Hands, memory: Memory): Promise<void> {
  const notes = notesOf(memory);
  if (!notes.isDeleted || notes.command !== 'Saving') return lookIfOld(page, memory);
  const content = htmlOf([['what', TEMPLATE]]);
  await page.reply(loadOf(''), { result: { content, base_name: 'Daily Brief', wip_name: null } });
}

/**
 * The screen after each step of the editor, at a host that compares nothing. @param after without the reads before
 * saves
 */
export const withLooks = (after: ScreenSpec['after'], settles: ScreenSpec['settles']) => ({
  after: Object.fromEntries(Object.entries(after).map(([label, one]) => [label, aged(label, one)])),
  settles: {
    ...settles,
    'the document gives its values': readTemplate,
    'the document gives its values, but not its rows': readTemplate,
    'after 3500 ms': readTemplate,
    'after 2000 ms': readTemplate,
  },
});
