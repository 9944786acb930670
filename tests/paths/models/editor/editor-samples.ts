import type { SnapshotFrom } from 'xstate';
import type { LoadedDocument } from '#machines/editor/edits.ts';
import type { editorMachine } from '#machines/editor/editor.machine.ts';
import type { EditorInput } from '#machines/editor/context.ts';

export type Snapshot = SnapshotFrom<typeof editorMachine>;

export const newTemplate: EditorInput = {
  template: 't-1',
  wip: null,
  success: null,
  firstView: 'document',
  isReader: false,
  looksAtWall: false,
  isGuarded: false,
  place: 'p',
};
export const savedWip: EditorInput = { ...newTemplate, wip: 'w-1' };

export const LINK = 'https://example.org/map';

/** A pasted table with one cell that has no place. */
export const GRID = { cells: 4, fits: 3, replaced: 1, left: ['Crew 7'] };

/** One region represents all: it only matters if its value is the host's, the saved one or neither. */
export const regionOf = (values: readonly (readonly [string, string])[]): string =>
  values.find(([id]) => id === 'what')?.[1] ?? '';
export const valueNow = ({ context }: Snapshot): string => regionOf(context.edits) || regionOf(context.baseline);

export function documentOf({ context }: Snapshot, value: string, layout = 'what'): LoadedDocument {
  const { template, wip } = context;
  return {
    detail: {
      content: `<p class="editable" id="${layout}">${value}</p><a href="${LINK}"></a>`,
      line_breaks: 'marked',
      base_name: 'Daily Brief',
      wip_name: wip === null ? null : 'Monday',
      wip_uuid: wip,
      description: null,
      name: 'Daily Brief',
      created_from: template,
      uuid: wip ?? template,
      revision: null,
      updated_on: null,
      updated_by: null,
    },
    regions: [[layout, value]],
    newAttributes: [],
    required: [],
    filledHtml: null,
  };
}

/** A new document with values of another one: a value, and a row. */
export const filledDocument = (snapshot: Snapshot): LoadedDocument => ({
  ...documentOf(snapshot, 'wind 4'),
  filledHtml: '<p>rows',
  filling: {
    name: 'Night log',
    at: null,
    placed: [{ id: 'what', was: 'wind 4', value: 'wind 9' }],
    fit: ['what'],
    misfits: [],
    left: [],
    others: [],
    rows: [['gust']],
    rowsAre: 'taken',
  },
});

/** Facts beside the chart. `opening`: the document's frame is opening it, and has not reported that it is ready. */
export type World = {
  opening: boolean;
  journal?: boolean;
  /** The user is slow: whenever nothing is running, the last read of the document is old by the next save. */
  slow?: boolean;
  /** Another user has removed a row that was being loaded: the walk ends. */
  ends?: boolean;
  old?: boolean;
};
