import type { SnapshotFrom } from 'xstate';
import { templatePickerMachine } from '#machines/documents/template-picker.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures, template, wip } from '../samples.ts';

type Snapshot = SnapshotFrom<typeof templatePickerMachine>;
type Event = Parameters<Snapshot['can']>[0];

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
  never: {
    'the WIPs of another template under a choice': ({ before, snapshot }) =>
      before.context.chosen !== snapshot.context.chosen && snapshot.context.wips.length > 0,
    'busy with a choice that was given up': {
      after: ['chooses another one yet'],
      breaks: ({ snapshot }) => snapshot.hasTag('busy'),
    },
    'the editor for what is not in the list': ({ snapshot, effects }) =>
      effects.some(({ kind }) => kind === 'emitted') &&
      !snapshot.context.templates.some(({ uuid }) => uuid === snapshot.context.chosen),
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
