import type { ExaminedDocument } from '#common/calls/template-admin.ts';
import { templateUploadMachine } from '#machines/templates/template-upload.machine.ts';
import { NotSent, templateMessages } from '#machines/templates/template-acts.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

const log: ExaminedDocument = {
  file_name: 'night-log.html',
  name: 'Night log',
  description: '',
  content: '<p class="editable" id="who">x</p>',
  regions: ['who'],
  embedded: [],
  problems: [],
  outside: [],
  notes: [],
  moves: null,
};
const broken: ExaminedDocument = { ...log, file_name: 'plan.html', name: 'Plan', problems: ['It has no fields.'] };
const asking: ExaminedDocument = { ...log, file_name: 'asking.html', name: 'Asking', outside: ['It asks for a.'] };
const publishes = (at: number, allowsOutside = false, name = 'Night log') =>
  ({ type: 'publication.requested', wanted: [{ at, name }], how: { forAll: false, allowsOutside, kept: [] } }) as const;

export const templateUploadModel = defineModel(templateUploadMachine)({
  starts: { 'the page': { input: { place: 'p' } } },
  outcomes: {
    check: {
      'a sound document': { output: [log] },
      'three of which one is broken and one asks elsewhere': { output: [log, broken, asking] },
      'refused (400)': { error: failures.serverSays },
      'not sent': { error: new NotSent(templateMessages.tooLarge) },
      'too slow': { error: failures.timeout },
    },
    publish: {
      published: { output: { templates: [], may_offer_to_all: false } },
      'refused (403)': { error: failures.forbidden },
      'not reached': { error: failures.network },
    },
  },
  events: ({ snapshot }) => ({
    'wants a new template': { type: 'upload.opened', replaces: null },
    'wants to replace one': { type: 'upload.opened', replaces: { uuid: 't-1', name: 'Night log', version: 1 } },
    'gives it up': { type: 'upload.closed' },
    'chooses files': { type: 'files.chosen', files: [{}], named: 'night.zip' },
    'wants other ids': { type: 'renaming.requested' },
    'looks at a document': { type: 'preview.requested', at: 0 },
    'closes it': { type: 'content.closed' },
    'wants to mark what can be filled in': { type: 'workshop.requested', at: 0 },
    'the workshop gives it back': {
      type: 'workshop.finished',
      output: [log],
      files: [{ fileName: 'night-log.html', content: log.content }],
    },
    'leaves the workshop': { type: 'workshop.closed' },
    'publishes the sound one': publishes(0),
    'publishes it without a name': publishes(0, false, ' '),
    ...(snapshot.context.documents.length > 2 && { 'publishes what asks elsewhere all the same': publishes(2, true) }),
  }),
  key: ({ snapshot: { context } }) => ({
    replaces: context.replaces?.uuid ?? null,
    documents: context.documents.length,
    renames: context.renames,
    named: context.named,
    message: context.message,
  }),
  accepts: {
    '': 'reading',
    'wants a new template': 'closed | choosing | checked',
    'wants to replace one': 'closed | choosing | checked',
    'gives it up': 'choosing | checking | checked',
    'chooses files': 'choosing | reading',
    'closes it': 'previewing',
    'the workshop': 'marking',
    'leaves the workshop': 'marking',
  },
  tags: { checking: 'checking', checked: 'checked | publishing', publishing: 'publishing' },
  leads: { closed: 'gives it up', checking: 'chooses | wants other' },
  changes: {
    named: 'wants a | wants to replace | chooses files',
    renames: 'wants a | wants to replace | chooses files | wants other',
    documents: 'wants a | wants to replace | chooses files | check: | the workshop',
    publishing: 'wants a | wants to replace | chooses files | publishes the | publishes it | publishes what',
    message: [
      'wants a | wants to replace | chooses files | check: three | check: refused | check: not | check: too | wants other | publishes the | publishes it',
      'publishes what | publish: refused | publish: not',
    ],
    replaces: 'wants a | wants to replace',
  },
  never: {
    'something published that the check refused': ({ snapshot }) =>
      snapshot.context.documents.length > 2 && (snapshot.can(publishes(1)) || snapshot.can(publishes(2))),
    'several documents in the place of one': ({ snapshot }) =>
      snapshot.hasTag('checked') && snapshot.context.replaces !== null && snapshot.context.documents.length > 1,
    'an upload that does not begin anew': {
      after: ['wants to replace one', 'wants a new template'],
      breaks: ({ snapshot, label }) =>
        !snapshot.hasTag('open') ||
        snapshot.hasTag('checked') ||
        snapshot.context.documents.length > 0 ||
        (snapshot.context.replaces !== null) !== (label === 'wants to replace one'),
    },
    'a failure that is answered with nothing': {
      after: ['check: refused', 'check: not sent', 'check: too slow', 'publish: refused', 'publish: not reached'],
      breaks: ({ snapshot }) => snapshot.context.message === null,
    },
  },
});
