import type { SnapshotFrom } from 'xstate';
import type { editorMachine } from '#machines/editor.machine.ts';
import type { LoadedDocument } from '#machines/editor.setup.ts';

/** An address that is pasted, and that the document leads to. */
export const LINK = 'https://example.org/map';

/** A document of one region, as the host gives it. */
export function documentOf(
  { context }: SnapshotFrom<typeof editorMachine>,
  value: string,
  draft: string | null = null,
  layout = 'what',
): LoadedDocument {
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
    draft: draft === null ? [] : [[layout, draft]],
  };
}
