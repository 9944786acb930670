import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { Fragment, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { BOARD_LIMITS } from '#common/config/boards.ts';
import type { BoardForm } from '#ui/boards/use-board-form.ts';
import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Field, FieldActions, FieldRow } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { BoardNeed, PlaylistNeed } from './board-need.tsx';
import { errorOf } from '../shared/use-form.ts';
import styles from './boards.module.css';

type Choice = BoardForm['choices']['templates'][number];
type FieldsProps = {
  form: BoardForm;
  /** Machine of a live pane: it measures the time that a board needs. */
  pane: LiveArchiveMachine;
};
type Pane = BoardForm['draft']['panes'][number];

const KINDS = [
  { value: 'template', label: 'Latest from a template' },
  { value: 'wip', label: 'One WIP' },
];
/** Choices for a select. A selected id that is no longer among them stays selected, with a label for that. */
function optionsOf(choices: readonly Choice[], id: string) {
  const options = choices.map((choice) => ({ value: choice.id, label: choice.name }));
  const isOffered = id === '' || choices.some((choice) => choice.id === id);
  return isOffered ? options : [...options, { value: id, label: 'No longer there' }];
}

/** Removes the item at a place of a list. */
const without = <T,>(list: readonly T[], place: number): T[] => list.filter((_, at) => at !== place);
const withAt = <T,>(list: readonly T[], place: number, value: T): T[] =>
  list.map((one, at) => (at === place ? value : one));

type NumberFieldProps = { form: BoardForm; name: 'old' | 'veryOld' | 'seconds'; label: string };

const NumberField = ({ form: { draft, problem, change }, name, label }: NumberFieldProps) => (
  <Field label={label} error={errorOf(problem, name)} required>
    <TextInput
      name={name}
      inputMode="numeric"
      autoComplete="off"
      value={draft[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  </Field>
);

const RemoveButton = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <Button size="small" variant="quiet" icon={<Trash2 />} aria-label={`Remove ${name}`} onClick={onRemove}>
    Remove
  </Button>
);

/** A sketch of a board, its panes, and the ages from which their documents are old. */
export function PaneFields({ form, pane: machine }: FieldsProps) {
  const { draft, addPane } = form;
  const { panes } = draft;
  return (
    <>
      <div className={styles.entry}>
        <Sketch form={form} />
        <BoardNeed machine={machine} panes={panes} />
      </div>
      {[...panes.entries()].map(([place, pane]) => (
        <PaneFieldset key={place} form={form} place={place} pane={pane} />
      ))}
      {panes.length < BOARD_LIMITS.panes && (
        <div>
          <Button icon={<Plus />} onClick={addPane}>
            Add a document
          </Button>
        </div>
      )}
      <FieldRow>
        <NumberField form={form} name="old" label="Warn after (minutes)" />
        <NumberField form={form} name="veryOld" label="Alert after (minutes)" />
      </FieldRow>
    </>
  );
}

function PaneFieldset({ form, place, pane }: { form: BoardForm; place: number; pane: Pane }) {
  const { choices, draft, problem, change, removePane } = form;
  const { panes } = draft;
  const set = (patch: Partial<Pane>): void => change({ panes: withAt(panes, place, { ...pane, ...patch }) });
  const name = `pane ${place + 1}`;
  return (
    <fieldset className={styles.part}>
      <legend>{`Document ${place + 1}`}</legend>
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
      </FieldRow>
      {panes.length > 1 && (
        <div>
          <RemoveButton name={`document ${place + 1}`} onRemove={() => removePane(place)} />
        </div>
      )}
    </fieldset>
  );
}

/** The boards of a playlist in order, and the time for which each one is shown. */
export function PlaylistFields({ form, pane: machine }: FieldsProps) {
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
          <FieldActions>
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
              <RemoveButton name={`board ${place + 1}`} onRemove={() => change({ boards: without(boards, place) })} />
            )}
          </FieldActions>
        </div>
      ))}
      {choices.boards.length === 0 && <p>No boards yet. Make one first: documents side by side.</p>}
      {boards.length < BOARD_LIMITS.boards && (
        <div>
          <Button icon={<Plus />} onClick={() => change({ boards: [...boards, ''] })}>
            Add Board
          </Button>
        </div>
      )}
      <NumberField form={form} name="seconds" label="Seconds per board" />
      <PlaylistNeed
        machine={machine}
        boards={choices.boards.filter(({ id }) => boards.includes(id))}
        seconds={Number(draft.seconds)}
      />
    </>
  );
}

/** A board as it will lie on a wall: boxes with their documents' names, and borders that a hand or the keys move. */
function Sketch({ form }: { form: BoardForm }) {
  const { choices, draft, borderAfter, moveBorder } = form;
  const board = useRef<HTMLDivElement>(null);
  const names = [...choices.templates, ...choices.wips];
  const titles = draft.panes.map(({ id }, at) => names.find((one) => one.id === id)?.name ?? `Document ${at + 1}`);
  const drag = (place: number, { clientX, currentTarget, pointerId }: PointerEvent<HTMLDivElement>): void => {
    const box = board.current?.getBoundingClientRect();
    if (!box || box.width === 0 || !currentTarget.hasPointerCapture(pointerId)) return;
    moveBorder(place, Math.round(((clientX - box.left) / box.width) * BOARD_LIMITS.share));
  };
  const press = (place: number, event: KeyboardEvent): void => {
    const { at, least, most } = borderAfter(place);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: least, End: most }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    moveBorder(place, to);
  };
  return (
    <div ref={board} className={styles.sketch} role="group" aria-label="The board">
      {draft.panes.map(({ share }, place) => {
        const title = titles[place] ?? '';
        const before = titles[place - 1] ?? '';
        const border = place === 0 ? null : borderAfter(place - 1);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
          <Fragment key={place}>
            {border && (
              <div
                className={styles.border}
                role="separator"
                tabIndex={0}
                aria-orientation="vertical"
                aria-label={`Border between ${before} and ${title}`}
                aria-valuemin={border.least}
                aria-valuemax={border.most}
                aria-valuenow={border.at}
                aria-valuetext={draft.panes.map((pane) => pane.share).join(' to ')}
                onKeyDown={(event) => press(place - 1, event)}
                onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
                onPointerMove={(event) => drag(place - 1, event)}
              />
            )}
            <div className={styles.pane} style={{ flexGrow: share }}>
              <span dir="auto">{title}</span>
            </div>
          </Fragment>
        );
      })}
    </div>
  );
}
