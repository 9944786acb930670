import type { SnapshotFrom } from 'xstate';
import { templatePickerMachine } from '#machines/documents/template-picker.machine.ts';
import { messages } from '#machines/shared/messages.ts';
import { defineModel } from 'chart-walks';
import { failures, template, wip } from '../samples.ts';

type Snapshot = SnapshotFrom<typeof templatePickerMachine>;
type Event = Parameters<Snapshot['can']>[0];

const isListed = ({ context }: Snapshot): boolean => context.templates.some(({ uuid }) => uuid === context.chosen);
const again: Record<string, Event> = { 'tries again': { type: 'retry.requested' } };
const goesOn: Record<string, Event> = { 'goes on': { type: 'selection.submitted' } };

export const templatePickerModel = defineModel(templatePickerMachine)({
  outcomes: {
    listTemplates: {
      'two templates': { output: [template('t-1', 'Daily Brief'), template('t-2', 'Activity Log')] },
      'no template': { output: [] },
      'server error that says why (500)': { error: failures.serverSays },
      'not reached': { error: failures.network },
    },
    listWips: ({ snapshot }) => ({
      'a saved document': { output: [wip('w-1', 'Monday')] },
      'server error (500)': { error: failures.server },
      ...(!snapshot.hasTag('busy') && {
        'nothing saved yet': { output: [] },
        'server error that says why (500)': { error: failures.serverSays },
      }),
    }),
  },
  events: ({ snapshot }) => eventsOf(snapshot),
  key: ({ snapshot: { context } }) => ({
    templates: context.templates.length,
    chosen: context.chosen,
    wips: context.wips.length,
    message: context.message,
    problem: context.problem,
  }),
  accepts: { tries: 'templatePicker.failed | wips.failed', goes: 'selection.open' },
  tags: {
    loading: 'templatePicker.loading',
    loaded: 'templatePicker.loaded',
    failed: 'templatePicker.failed',
    'wips.loading': 'wips.loading',
    'wips.loaded': 'wips.loaded',
    'wips.failed': 'wips.failed',
  },
  leads: {
    loading: 'starts',
    'wips.unasked': 'listTemplates: | chooses nothing | chooses what is not',
    'selection.open': 'chooses',
    'wips.loading': 'chooses',
    'templatePicker.failed': 'listTemplates: server | listTemplates: not',
    'wips.loaded': 'listWips:',
    'wips.failed': 'listWips: server',
    'selection.made': { by: 'goes on', when: ({ before }) => isListed(before) },
  },
  does: {
    listTemplates: { by: 'starts | tries again', when: ({ before }) => !before.matches('loaded') },
    listWips: {
      by: 'chooses another | chooses the | tries again',
      when: ({ before, label }) => label !== 'tries again' || before.matches('loaded'),
    },
    'navigation.requested': { by: 'goes on', when: ({ before }) => isListed(before) },
  },
  keeps: { templates: 'listTemplates: two | listTemplates: no template', wips: 'listWips: a | listWips: nothing' },
  changes: {
    templates: 'listTemplates: two',
    chosen: 'chooses what | chooses the | chooses nothing | chooses another',
    wips: 'chooses the | listWips: a | chooses another',
    message:
      'listTemplates: server | listTemplates: not | chooses the | tries again | listWips: server | chooses another',
    problem: 'goes on | chooses what | chooses the | chooses nothing',
  },
  says: {
    message: 'listTemplates: server | listTemplates: not | listWips: server',
    problem: { by: 'goes on', when: ({ before }) => !isListed(before) },
  },
  never: {
    'another problem than there is': ({ snapshot: { context } }) =>
      context.problem !== null &&
      context.problem !== messages.lists[context.chosen === '' ? 'selectTemplate' : 'selectedNotFound'],
    'the WIPs of another template under a choice': ({ before, snapshot }) =>
      before.context.chosen !== snapshot.context.chosen && snapshot.context.wips.length > 0,
  },
});

/**
 * Returns the events of a moment. A list does not report the same choice twice, and without templates there is no form. A choice that is not in the
 * list comes from outside of the page: it is offered once, before any other.
 */
function eventsOf(snapshot: Snapshot): Record<string, Event> {
  const { chosen, templates } = snapshot.context;
  if (snapshot.matches('failed')) return again;
  if (templates.length === 0) return {};
  if (snapshot.hasTag('busy'))
    return chosen === 't-1' ? { 'chooses another one yet': { type: 'template.chosen', template: 't-2' } } : {};
  if (chosen === 'gone') {
    return {
      ...goesOn,
      'chooses the Daily Brief': { type: 'template.chosen', template: 't-1' },
      'chooses nothing': { type: 'template.chosen', template: '' },
    };
  }
  return {
    ...again,
    ...goesOn,
    ...(chosen === '' && { 'chooses what is not in the list': { type: 'template.chosen', template: 'gone' } }),
    ...(chosen !== 't-1' && { 'chooses the Daily Brief': { type: 'template.chosen', template: 't-1' } }),
    ...(chosen !== 't-2' && { 'chooses the Activity Log': { type: 'template.chosen', template: 't-2' } }),
  };
}
