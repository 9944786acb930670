import { useEffect, useRef } from 'react';
import { answersOf } from '#common/document/regions/radio-groups.ts';
import { type Editor, useValues } from '#ui/editor/use-editor.ts';
import { listRegions, useRegionControls } from '#ui/editor/attributes/use-region-list.ts';
import { type FieldHistoryMachine, useFieldHistory } from '#ui/records/use-records.ts';
import { FieldHistory } from '../../records/field-history.tsx';
import { useScreenActor } from '../../shared/use-screen-actor.ts';
import { insertText, type TextField } from '../attributes/insert-text.ts';

type EditorHistoryProps = { readonly editor: Editor; readonly machine: FieldHistoryMachine };

/** The region that gets a value, and that value. */
type Target = readonly [id: string, value: string];

/** The earlier values of a region of the open document, each of which can be written into it. */
export function EditorHistory({ editor, machine }: EditorHistoryProps) {
  const { wip, template, groups, ticked, isGone } = editor;
  const { region: id } = editor.history;
  // Radio buttons of one group are one value, with the id of the first: the chosen answer in words, which is used by choosing its button.
  const group = groups?.find((one) => one.includes(id));
  const history = useFieldHistory(
    useScreenActor(machine, { filter: { template, wip, region: group?.[0] ?? id, isOfAll: wip === null } }),
  );
  const controls = useRegionControls(editor.openedHtml);
  const listed = new Map(listRegions({ ...editor, ...useValues(editor) }).map((one) => [one.id, one]));
  const { answers } = answersOf((group ?? []).map((one) => listed.get(one)?.name ?? one));
  const targetOf = (value: string): Target => (group ? [group[answers.indexOf(value)] ?? '', 'true'] : [id, value]);
  const isBox = !group && ticked?.includes(id) === true;

  const chosen = useRef<Target | null>(null);
  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
  });
  // The dialog keeps the keyboard to itself as long as it is in the page.
  useEffect(
    () => () => {
      const target = chosen.current;
      chosen.current = null;
      if (target !== null) queueMicrotask(() => write(latest.current, ...target));
    },
    [],
  );
  return (
    <FieldHistory
      history={history}
      onClose={editor.closeHistory}
      {...(isBox && { textOf: (value: string) => (value === 'true' ? 'Ticked' : 'Not ticked') })}
      takeOf={(value) => {
        const target = targetOf(value);
        const now = listed.get(target[0])?.value;
        if (now === undefined || now === target[1] || isGone || controls.get(target[0])?.isHeld) return null;
        return () => {
          chosen.current = target;
          editor.closeHistory();
        };
      }}
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
