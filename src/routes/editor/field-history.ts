import { type ComponentType, createElement } from 'react';
import { EditorHistory } from '#ui/editor/changes/editor-history.tsx';
import type { Editor } from '#ui/editor/use-editor.ts';
import { fieldHistoryWith } from '../records/field-history.ts';
import type { Services } from '../screen-route.ts';

/** The earlier values of a region of the open document, with their call. */
export function fieldHistoryOf({ client }: Services): ComponentType<{ editor: Editor }> {
  const machine = fieldHistoryWith(client);
  return ({ editor }) => createElement(EditorHistory, { editor, machine });
}
