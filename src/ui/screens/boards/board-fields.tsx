import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { BOARD_LIMITS } from '#config/boards.ts';
import type { BoardForm } from '#ui/hooks/use-board-form.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Field, FieldRow } from '#ui/primitives/field.tsx';
import { TextInput } from '#ui/primitives/inputs.tsx';
import { NativeSelect } from '#ui/primitives/native-select.tsx';
import { errorOf } from './error-of.ts';
import styles from './boards.module.css';

type Choice = BoardForm['choices']['templates'][number];
type Pane = BoardForm['draft']['panes'][number];

const KINDS = [
  { value: 'template', label: 'Newest of a template' },
  { value: 'wip', label: 'One WIP' },
];
const SHARES = Array.from({ length: BOARD_LIMITS.share }, (_, at) => ({
  value: String(at + 1),
  label: `${at + 1} of ${BOARD_LIMITS.share}`,
}));

/** Choices for a select. What was chosen once and is not among them any more stays chosen, and says so. */
function optionsOf(choices: readonly Choice[], id: string) {
  const options = choices.map((choice) => ({ value: choice.id, label: choice.name }));
  const isThere = id === '' || choices.some((choice) => choice.id === id);
  return isThere ? options : [...options, { value: id, label: 'No longer there' }];
}

/** What stands at a place of a list, without the others. */
const without = <T,>(list: readonly T[], place: number): T[] => list.filter((_, at) => at !== place);
const withAt = <T,>(list: readonly T[], place: number, value: T): T[] =>
  list.map((one, at) => (at === place ? value : one));

/** The panes of a board, a sketch of them, and from which ages their documents are old. */
export function PaneFields({ form }: { form: BoardForm }) {
  const { draft, problem, change, addPane } = form;
  const { panes } = draft;
  return (
    <>
      {[...panes.entries()].map(([place, pane]) => (
        <PaneFieldset key={place} form={form} place={place} pane={pane} />
      ))}
      {panes.length < BOARD_LIMITS.panes && (
        <div>
          <Button icon={<Plus />} onClick={addPane}>
            Add Pane
          </Button>
        </div>
      )}
      {panes.length > 1 && <Sketch form={form} />}
      <FieldRow>
        <Field label="Old after (minutes)" error={errorOf(problem, 'old')} required>
          <TextInput
            name="old"
            inputMode="numeric"
            autoComplete="off"
            value={draft.old}
            onChange={({ target }) => change({ old: target.value })}
          />
        </Field>
        <Field label="Very old after (minutes)" error={errorOf(problem, 'veryOld')} required>
          <TextInput
            name="veryOld"
            inputMode="numeric"
            autoComplete="off"
            value={draft.veryOld}
            onChange={({ target }) => change({ veryOld: target.value })}
          />
        </Field>
      </FieldRow>
    </>
  );
}

function PaneFieldset({ form, place, pane }: { form: BoardForm; place: number; pane: Pane }) {
  const { choices, draft, problem, change } = form;
  const { panes } = draft;
  const set = (patch: Partial<Pane>): void => change({ panes: withAt(panes, place, { ...pane, ...patch }) });
  const name = `pane ${place + 1}`;
  return (
    <fieldset className={styles.part}>
      <legend>{`Pane ${place + 1}`}</legend>
      <FieldRow>
        <Field label="Shows">
          <NativeSelect
            options={KINDS}
            value={pane.kind}
            onChange={({ target }) => set({ kind: target.value === 'wip' ? 'wip' : 'template', id: '' })}
          />
        </Field>
        <Field label={pane.kind === 'wip' ? 'WIP' : 'Template'} error={errorOf(problem, name)} required>
          <NativeSelect
            name={name}
            options={optionsOf(pane.kind === 'wip' ? choices.wips : choices.templates, pane.id)}
            placeholder={pane.kind === 'wip' ? 'Choose a WIP' : 'Choose a template'}
            value={pane.id}
            onChange={({ target }) => set({ id: target.value })}
          />
        </Field>
        <Field label="Width">
          <NativeSelect
            options={SHARES}
            value={String(pane.share)}
            onChange={({ target }) => set({ share: Number(target.value) })}
          />
        </Field>
      </FieldRow>
      {panes.length > 1 && (
        <div>
          <Button
            size="small"
            variant="quiet"
            icon={<Trash2 />}
            aria-label={`Remove pane ${place + 1}`}
            onClick={() => change({ panes: without(panes, place) })}
          >
            Remove
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** How wide the panes are beside each other. */
function Sketch({ form: { choices, draft } }: { form: BoardForm }) {
  const names = [...choices.templates, ...choices.wips];
  return (
    <div
      className={styles.sketch}
      role="img"
      aria-label={`Widths: ${draft.panes.map(({ share }) => share).join(' to ')}`}
    >
      {[...draft.panes.entries()].map(([place, { id, share }]) => (
        <span key={place} style={{ flexGrow: share }}>
          {names.find((one) => one.id === id)?.name ?? `Pane ${place + 1}`}
        </span>
      ))}
    </div>
  );
}

/** The boards of a playlist in their order, and for how long each one is shown. */
export function PlaylistFields({ form }: { form: BoardForm }) {
  const { choices, draft, problem, change } = form;
  const { boards } = draft;
  const swap = (place: number): string[] =>
    boards.map((one, at) => boards[at === place ? place - 1 : at === place - 1 ? place : at] ?? one);
  return (
    <>
      {[...boards.entries()].map(([place, board]) => (
        <div key={place} className={styles.entry}>
          <Field label={`Board ${place + 1}`} error={errorOf(problem, `board ${place + 1}`)} required>
            <NativeSelect
              name={`board ${place + 1}`}
              options={optionsOf(choices.boards, board)}
              placeholder="Choose a board"
              value={board}
              onChange={({ target }) => change({ boards: withAt(boards, place, target.value) })}
            />
          </Field>
          <div className={styles.ways}>
            {place > 0 && (
              <Button
                size="small"
                variant="quiet"
                icon={<ArrowUp />}
                aria-label={`Move board ${place + 1} up`}
                onClick={() => change({ boards: swap(place) })}
              >
                Move Up
              </Button>
            )}
            {boards.length > 1 && (
              <Button
                size="small"
                variant="quiet"
                icon={<Trash2 />}
                aria-label={`Remove board ${place + 1}`}
                onClick={() => change({ boards: without(boards, place) })}
              >
                Remove
              </Button>
            )}
          </div>
        </div>
      ))}
      {boards.length < BOARD_LIMITS.boards && (
        <div>
          <Button icon={<Plus />} onClick={() => change({ boards: [...boards, ''] })}>
            Add Board
          </Button>
        </div>
      )}
      <Field label="Seconds for each board" error={errorOf(problem, 'seconds')} required>
        <TextInput
          name="seconds"
          inputMode="numeric"
          autoComplete="off"
          value={draft.seconds}
          onChange={({ target }) => change({ seconds: target.value })}
        />
      </Field>
    </>
  );
}
