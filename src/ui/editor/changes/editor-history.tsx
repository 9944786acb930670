import { useEffect, useRef } from 'react';
import type { Editor } from '#ui/editor/use-editor.ts';
import { listRegions, useRegionControls } from '#ui/editor/attributes/use-region-list.ts';
import { type FieldHistoryMachine, useFieldHistory } from '#ui/records/use-records.ts';
import { FieldHistory } from '../../records/field-history.tsx';
import { useScreenActor } from '../../shared/use-screen-actor.ts';
import { insertText, type TextField } from '../attributes/insert-text.ts';

type EditorHistoryProps = { readonly editor: Editor; readonly machine: FieldHistoryMachine };

/** The earlier values of a region of the open document, each of which can be written into it. */
export function EditorHistory({ editor, machine }: EditorHistoryProps) {
  const { wip, template, groups, ticked, isGone } = editor;
  const { region: id } = editor.history;
  // Radio buttons of one group are one value, with the id of the first. It is the chosen answer in words, which is no value of a button.
  const group = groups?.find((one) => one.includes(id));
  const history = useFieldHistory(useScreenActor(machine, { template, wip, region: group?.[0] ?? id }));
  const isHeld = useRegionControls(editor.openedHtml).get(id)?.isHeld === true;
  const now = listRegions(editor).find((one) => one.id === id)?.value;
  const canUse = now !== undefined && !group && !isGone && !isHeld;
  const isBox = !group && ticked?.includes(id) === true;

  const chosen = useRef<string | null>(null);
  const latest = useRef({ editor, id });
  useEffect(() => {
    latest.current = { editor, id };
  });
  // The dialog keeps the keyboard to itself as long as it is in the page.
  useEffect(
    () => () => {
      const value = chosen.current;
      chosen.current = null;
      if (value !== null) queueMicrotask(() => write(latest.current.editor, latest.current.id, value));
    },
    [],
  );
  return (
    <FieldHistory
      history={history}
      onClose={editor.closeHistory}
      {...(isBox && { textOf: (value: string) => (value === 'true' ? 'Ticked' : 'Not ticked') })}
      takeOf={(value) =>
        canUse && value !== now
          ? () => {
              chosen.current = value;
              editor.closeHistory();
            }
          : null
      }
    />
  );
}

/** Writes a value into a region, as if it were typed there, and gives the region the keyboard. */
function write(editor: Editor, id: string, value: string): void {
  const field = editor.view === 'attributes' ? fieldOf(id) : null;
  if (field === null) {
    editor.editAttribute(id, value);
    return editor.goToRegion(id);
  }
  field.focus();
  field.select();
  insertText(field, value);
}

/** The field of text of a region in the list of all regions. */
function fieldOf(id: string): TextField | null {
  const row = document.querySelector(`li:is([data-region="${CSS.escape(id)}"], [data-key="${CSS.escape(id)}"])`);
  return row?.querySelector<TextField>('textarea, input:is([type=text], [type=search])') ?? null;
}
