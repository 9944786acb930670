import type { LoadedDocument } from '#machines/editor/edits.ts';
import type { RegionValue } from '#machines/shared/region-values.ts';
import type { SaveContent } from '#machines/editor/save-basis.ts';
import { saveMachine, type SaveInput } from '#machines/editor/save.machine.ts';
import type { SaveBody } from '#common/calls/wips.ts';
import { defineModel, type Effect, sends } from 'chart-walks';
import { newTemplate, savedWip } from './editor-samples.ts';
import { failures } from '../samples.ts';

const LOADED: LoadedDocument = {
  detail: {
    content: '<p class="editable" id="what">wind 4</p>',
    line_breaks: 'marked',
    base_name: 'Daily Brief',
    wip_name: 'Monday',
    wip_uuid: 'w-1',
    description: null,
    name: 'Daily Brief',
    created_from: 't-1',
    uuid: 'w-1',
    revision: null,
    updated_on: null,
    updated_by: null,
  },
  regions: [['what', 'wind 4']],
  newAttributes: [],
  required: [],
  filledHtml: null,
};

/**
 * A document in which the user has typed. `host`: a plain host's content at the last read; null at one that compares.
 */
const typed = (host: string | null): SaveContent => ({
  loaded: LOADED,
  baseline: [['what', 'wind 4']],
  edits: [['what', 'wind 5']],
  snapshot: { values: [['what', 'wind 5']], newAttributes: [['calm']] },
  madeOf: [],
  restoredOf: [],
  rowsMadeOf: [],
  rowsComing: null,
  rowsTaken: null,
  conflict: null,
  hostContent: host === null ? null : { regions: [['what', host]], newAttributes: [] },
});

const read = (value: string, also: Partial<LoadedDocument> = {}) => ({
  output: { ...LOADED, regions: [['what', value]] as RegionValue[], ...also },
});
const existing: SaveInput = { ...savedWip, kind: 'existing', name: 'Monday', content: null };
const text = typed('wind 4');

/** The document was read long ago, at a host that compares nothing. */
type World = { isOld: boolean };

const requestsOf = (effects: readonly Effect[], src: string) =>
  effects.flatMap((effect) => (effect.kind === 'request' && effect.src === src ? [effect] : []));
const bodyOf = (effects: readonly Effect[], src: string): SaveBody | undefined =>
  (requestsOf(effects, src)[0]?.input as { body: SaveBody } | undefined)?.body;
const calls = (effects: readonly Effect[]): boolean => effects.some(({ kind }) => kind === 'request');

export const saveModel = defineModel(saveMachine)<World>({
  starts: {
    'the first save': { input: { ...newTemplate, kind: 'new', name: 'Monday', content: null } },
    'at a host that compares': { input: { ...existing, isGuarded: true } },
    'at a plain host': { input: existing },
    'at a plain host, long after the document was read': { input: existing, world: { isOld: true } },
    'a new WIP of a document that is gone': { input: { ...existing, kind: 'copy' } },
    'a new WIP of text that was never saved': {
      input: {
        ...existing,
        kind: 'unsaved text',
        content: { ...text, loaded: null, snapshot: { values: [['what', 'wind 5']], newAttributes: [] } },
      },
    },
    'a new WIP of text that was never saved, with rows': {
      input: { ...existing, kind: 'unsaved text', content: { ...text, loaded: null } },
    },
    'a new WIP of text for which the template has no place': {
      input: {
        ...existing,
        kind: 'unsaved text',
        content: { ...text, loaded: null, snapshot: { values: [['left', 'wind 5']], newAttributes: [] } },
      },
    },
  },
  world: { start: { isOld: false } },
  outcomes: {
    readFirst: {
      'as it was': read('wind 4'),
      'under another name': read('wind 4', { detail: { ...LOADED.detail, wip_name: 'Tuesday' } }),
      'changed by somebody else': read('wind 6'),
      'with rows of somebody else': read('wind 4', { newAttributes: [['gust']] }),
      'deleted by somebody (404)': { error: failures.notFound },
      'denied (403)': { error: failures.forbidden },
      'not reached': { error: failures.network },
    },
    updateWip: ({ snapshot }) => ({
      saved: { output: null },
      ...(snapshot.context.isGuarded && {
        'changed by somebody else': {
          output: {
            revision: 2,
            updated_on: null,
            updated_by: 'Ann',
            conflicts: [{ id: 'what', value: 'wind 6' }],
            new_attributes: null,
          },
        },
      }),
      'deleted by somebody (404)': { error: failures.notFound },
      'denied (403)': { error: failures.forbidden },
      'not reached': { error: failures.network },
    }),
    readTemplate: {
      'its template': read('wind 3', { newAttributes: [['light']] }),
      'not reached': { error: failures.network },
    },
    saveNewWip: {
      saved: { output: { uuid: 'w-3' } },
      'not understood': { error: failures.malformed },
      'denied (403)': { error: failures.forbidden },
      'not reached': { error: failures.network },
    },
  },
  events: ({ snapshot: { context }, world }) => ({
    'the editor says what the document holds': {
      type: 'content.given',
      content: typed(context.isGuarded ? null : 'wind 4'),
      isReadNeeded: world.isOld,
    },
    ...(context.kind === 'existing' &&
      !context.isGuarded && {
        'the editor says what it holds, and that somebody else has changed the same': {
          type: 'content.given',
          content: typed('wind 6'),
          isReadNeeded: world.isOld,
        } as const,
      }),
  }),
  key: ({ snapshot: { context } }) => ({
    kind: context.kind,
    guarded: context.isGuarded,
    name: context.name,
    end: context.end,
    hostContent: context.content?.hostContent ?? null,
    rows: context.content?.snapshot?.newAttributes ?? null,
    values: context.content?.snapshot?.values ?? null,
    conflict: context.conflict?.conflicts.length ?? null,
    failure: context.failure.kind,
    template: context.ofTemplate.length,
  }),
  accepts: { 'the editor says': 'collecting' },
  changes: {
    name: 'readFirst: under',
    content: 'the editor | readFirst: as | readFirst: under | readFirst: changed | readFirst: with | readTemplate: its',
    end: [
      'saveNewWip: | updateWip: saved | updateWip: changed | updateWip: deleted | updateWip: not | the editor says what it | readFirst: changed',
      'readFirst: with | readFirst: deleted | readFirst: denied | readFirst: not | readTemplate: not',
    ],
    uuid: 'saveNewWip: saved',
    conflict: 'updateWip: changed | the editor says what it | readFirst: changed | readFirst: with | readFirst: denied',
    failure: [
      'saveNewWip: denied | saveNewWip: not reached | updateWip: deleted | updateWip: denied | updateWip: not | readFirst: deleted | readFirst: not',
      'readTemplate: not',
    ],
    ofTemplate: 'readTemplate: its',
  },
  never: {
    'a call before it is known what the document holds': ({ snapshot, effects }) =>
      snapshot.context.content === null && calls(effects),
    'a save at a plain host, long after the last look, compared with nothing': ({ world, effects, label }) =>
      world.isOld && requestsOf(effects, 'updateWip').length > 0 && !/^readFirst: (?!not|deleted)/.test(label),
    'a look that the specification does not have, within 15 s or at a host that compares': ({
      snapshot,
      world,
      effects,
    }) =>
      requestsOf(effects, 'loadDocument').some(({ id }) => id === 'readFirst') &&
      (snapshot.context.isGuarded || !world.isOld),
    'text of somebody else that is overwritten unasked': {
      after: [
        'readFirst: changed by somebody else',
        'readFirst: with rows of somebody else',
        'the editor says what it holds, and that somebody else',
      ],
      breaks: ({ effects }) => bodyOf(effects, 'updateWip') !== undefined,
    },
    'somebody else asked about nothing': ({ snapshot }) =>
      snapshot.output?.end === 'conflict' && snapshot.output.conflict === null,
    'a read of the host that the editor does not get': ({ effects, label }) =>
      /^readFirst: (as it was|under|changed|with)/.test(label) && !sends(effects, 'host.read', '#_parent'),
    'the name that somebody else has given, undone': {
      after: ['readFirst: under another name'],
      breaks: ({ effects }) => bodyOf(effects, 'updateWip')?.save_name !== 'Tuesday',
    },
    'saved before the host said so': ({ snapshot, label }) =>
      (snapshot.output?.end === 'saved' && label !== 'updateWip: saved') ||
      (snapshot.output?.end === 'created' && label !== 'saveNewWip: saved'),
    'a new WIP without its address': ({ snapshot }) =>
      snapshot.output?.end === 'created' && snapshot.output.uuid !== 'w-3',
    'another text than the document holds': ({ before, effects }) =>
      [bodyOf(effects, 'updateWip'), bodyOf(effects, 'saveNewWip')].some(
        (body) =>
          body !== undefined &&
          body.edited_attributes[0]?.value !== 'wind 5' &&
          before.context.content?.snapshot?.values[0]?.[0] === 'what',
      ),
    'rows of a new WIP that are neither those of the text nor those of its template': {
      after: ['readTemplate: its template'],
      breaks: ({ before, effects }) => {
        const own = before.context.content?.snapshot?.newAttributes ?? [];
        const wanted = own.length > 0 ? own : [['light']];
        return JSON.stringify(bodyOf(effects, 'saveNewWip')?.new_attributes) !== JSON.stringify(wanted);
      },
    },
    'a new WIP that is said to have all of the text, and has not': ({ snapshot }) =>
      snapshot.output?.end === 'created' &&
      snapshot.context.kind === 'unsaved text' &&
      snapshot.output.isWhole === (snapshot.context.content?.snapshot?.values[0]?.[0] === 'left'),
    'a failure without its reason': ({ snapshot, label }) =>
      /denied|not reached|404/.test(label) &&
      snapshot.output !== undefined &&
      snapshot.output.end !== 'conflict' &&
      snapshot.output.failure.kind === 'malformed',
    'a first save that is sent again though it may have arrived': ({ snapshot, label }) =>
      label === 'saveNewWip: not reached' && snapshot.output?.end !== 'unsure',
    'a document that is gone taken for one that is not reached, or the other way round': ({ snapshot, label }) =>
      (label.includes('(404)') && snapshot.output?.end !== 'gone') ||
      (/^(readFirst|updateWip): not reached/.test(label) && snapshot.output?.end !== 'unreached') ||
      (label.startsWith('updateWip: denied') && snapshot.output?.end !== 'failed'),
  },
});
