import type { ManagedTemplate } from '#common/calls/template-admin.ts';
import type { TemplateAct } from '#machines/templates/template-acts.ts';
import { templateAdminMachine } from '#machines/templates/template-admin.machine.ts';
import { defineModel } from '../../engine/model.ts';
import { failures } from '../samples.ts';

const log: ManagedTemplate = {
  uuid: 't-1',
  name: 'Night log',
  description: null,
  file_name: 'night-log.html',
  version: 1,
  regions: 2,
  changed_on: null,
  changed_by: null,
  organization: null,
  changeable: true,
  can_put_back: true,
  has_role: false,
  on_wall: false,
  removed_on: null,
};
const brief: ManagedTemplate = { ...log, uuid: 't-2', name: 'Daily brief', file_name: 'daily-brief.html' };
const reply = (...templates: ManagedTemplate[]) => ({
  output: { templates, may_offer_to_all: false, command_docs: { left: 't-1', right: null } },
});
const wants = (act: TemplateAct) => ({ type: 'act.requested', act }) as const;

export const templateAdminModel = defineModel(templateAdminMachine)({
  starts: { 'the page': { input: { place: 'p' } } },
  outcomes: {
    listTemplates: {
      'the templates': reply(log),
      'an empty host': reply(),
      'not reached': { error: failures.network },
    },
    doAct: {
      done: reply(log, brief),
      'refused (403)': { error: failures.forbidden },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({
    'tries again': { type: 'retry.requested' },
    'takes the shipped templates': wants({ kind: 'takeShipped' }),
    'removes a template': wants({ kind: 'remove', template: 't-1' }),
    'restores a template': wants({ kind: 'restore', template: 't-1' }),
    'puts a template back': wants({ kind: 'putBack', template: 't-1' }),
    'moves a template': wants({ kind: 'move', template: 't-1', before: null }),
    'puts a template on the left of Command Docs': wants({ kind: 'command', template: 't-1', pane: 'left' }),
    'confirms it': { type: 'act.confirmed' },
    'cancels the dialog': { type: 'dialog.cancelled' },
    'the upload publishes': { type: 'templates.published', templates: [log, brief], text: 'It is published.' },
  }),
  key: ({ snapshot: { context } }) => ({
    templates: context.templates.map(({ uuid }) => uuid),
    act: context.act?.kind ?? null,
    listMessage: context.listMessage,
    message: context.message,
    success: context.success,
  }),
  restarts: { templateBanner: ['the upload publishes'] },
  never: {
    'a template removed or put back without being asked': ({ before, effects, snapshot }) =>
      ['remove', 'putBack'].includes(snapshot.context.act?.kind ?? '') &&
      before.context.templates.some(({ uuid }) => uuid === 't-1') &&
      !before.hasTag('asking') &&
      effects.some((effect) => effect.kind === 'request' && effect.src === 'doAct'),
    'a call that nobody sees at work': ({ snapshot, effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'request' &&
          ((effect.src === 'doAct' && !snapshot.hasTag('working')) ||
            (effect.src === 'listTemplates' && !snapshot.hasTag('loading'))),
      ),
    'a deed that is answered with nothing': {
      after: ['doAct:'],
      breaks: ({ snapshot }) => snapshot.context.message === null && snapshot.context.success === null,
    },
    'a published template that is not shown': {
      after: ['the upload publishes'],
      breaks: ({ snapshot }) => !snapshot.context.templates.some(({ uuid }) => uuid === 't-2'),
    },
    'two answers at once': ({ snapshot: { context } }) => context.message !== null && context.success !== null,
  },
});
