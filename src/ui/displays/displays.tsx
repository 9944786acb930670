import { LayoutPanelLeft, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { DISPLAY_NAME_MAX } from '#common/config/boards.ts';
import { paths } from '#common/config/paths.ts';
import { type DisplayAdmin, type DisplayAdminMachine, useDisplayAdmin } from '#ui/displays/use-display-admin.ts';
import { ConfirmDialog } from '#ui/primitives/overlays/alert-dialog.tsx';
import { Panel } from '#ui/primitives/layout/app-frame.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Field, FieldActions, FieldRow, FieldStack } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { DetailRow, factClass, rowsClass } from '../lists/detail-row.tsx';
import { agoText } from '../shared/age-text.ts';
import { Failure } from '../shared/failure.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { nameOf, optionsOf } from '../shared/names.ts';
import { useForm } from '../shared/use-form.ts';
import { AdminPage } from '../session/admin-page.tsx';

const PAIR_HEADING = 'pair-a-display';
const LIST_HEADING = 'paired-displays';

type Display = DisplayAdmin['displays'][number];

/** The screens without a user. Requests nothing if the user may not administer them, or if the host has none. */
export function DisplaysScreen({ machine }: { machine: DisplayAdminMachine }) {
  return (
    <AdminPage screen="displays" title="Displays" may="can manage displays">
      <Displays machine={machine} />
    </AdminPage>
  );
}

function Displays({ machine }: { machine: DisplayAdminMachine }) {
  const admin = useDisplayAdmin(machine);
  const title = useRef<HTMLHeadingElement>(null);
  const { displays, boards, listMessage, loading, message, success } = admin;
  const hasNoBoard = !loading && listMessage === null && boards.length === 0;
  return (
    <>
      <PageHeader
        title="Displays"
        titleRef={title}
        subtitle={
          <>
            Screens that show a board by themselves. Open {location.host}
            <wbr />
            {paths.display()} on a screen to get a code.
          </>
        }
      />
      <Section title="Pair a Display" id={PAIR_HEADING}>
        {hasNoBoard ? (
          <EmptyState
            message="No boards yet. Make one first."
            actions={
              <ButtonLink to={paths.newBoard()} icon={LayoutPanelLeft} variant="primary">
                New Board
              </ButtonLink>
            }
          />
        ) : (
          <Panel>
            <PairingFields key={admin.added} admin={admin} />
          </Panel>
        )}
      </Section>
      <OutcomeSlot message={message} success={success} />
      <Section title={`Displays (${displays.length})`} id={LIST_HEADING}>
        {listMessage !== null && <Failure message={listMessage} onRetry={admin.retry} />}
        {displays.length > 0 ? (
          <ul role="list" className={rowsClass} aria-labelledby={LIST_HEADING}>
            {displays.map((display) => (
              <DisplayRow key={display.uuid} display={display} admin={admin} />
            ))}
          </ul>
        ) : loading ? (
          <Skeleton label="Loading displays" shape="lines" count={4} />
        ) : (
          listMessage === null && <EmptyState message="No displays yet." />
        )}
      </Section>
      <ConfirmDialog
        open={admin.asksToEnd}
        message={`Are you sure you want to remove "${admin.endedName}"? It shows nothing until it is paired again.`}
        confirmLabel="Remove Display"
        tone="danger"
        busy={admin.ending}
        onConfirm={admin.confirm}
        onCancel={admin.cancel}
        returnFocus={title}
      />
    </>
  );
}

function PairingFields({ admin: { boards, problem, pairing, pair } }: { admin: DisplayAdmin }) {
  const { form, errorAt } = useForm(problem, ['code', 'name', 'board'], pair);
  return (
    <form {...form} aria-labelledby={PAIR_HEADING} noValidate>
      <FieldStack>
        <FieldRow>
          <Field label="Code" error={errorAt('code')} required>
            <TextInput name="code" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
          </Field>
          <Field label="Name" error={errorAt('name')} required>
            <TextInput name="name" autoComplete="off" maxLength={DISPLAY_NAME_MAX} />
          </Field>
          <Field label="Board" error={errorAt('board')} required>
            <NativeSelect name="board" options={optionsOf(boards)} placeholder="Choose a board" />
          </Field>
        </FieldRow>
        <div>
          <Button type="submit" variant="primary" busy={pairing} busyLabel="Pairing the display">
            Pair Display
          </Button>
        </div>
      </FieldStack>
    </form>
  );
}

const MINUTE = 60_000;

/** Text on the last sign of life: a display sends one each minute, so under two minutes it is online. */
function seenText({ last_seen: lastSeen }: Display): string {
  if (lastSeen === null) return 'Not seen yet';
  const minutes = Math.floor((Date.now() - lastSeen) / MINUTE);
  return minutes < 2 ? 'Online now' : `Last seen ${agoText(minutes)}`;
}

/** One line, with the actions behind it. */
function DisplayRow({ display, admin }: { display: Display; admin: DisplayAdmin }) {
  const { boards, asked, updating, update, askToEnd } = admin;
  const name = nameOf(display);
  const { form } = useForm(null, ['name', 'board'], (texts) => update(display.uuid, texts));
  const board = boards.find(({ uuid }) => uuid === display.board);
  const facts = [
    display.address === null ? '' : `Seen at ${display.address}`,
    display.paired_by ? `Paired by ${display.paired_by}` : '',
  ].filter((fact) => fact !== '');
  return (
    <DetailRow
      name={name}
      beside={<span dir="auto">{board ? nameOf(board) : 'No board: its board was removed'}</span>}
      facts={<span className={factClass}>{seenText(display)}</span>}
    >
      <form {...form} aria-label={`Change ${name}`} noValidate>
        <FieldStack>
          {facts.length > 0 && <p className={factClass}>{facts.join(' · ')}</p>}
          <FieldRow key={`${display.name} ${display.board}`}>
            <Field label="Name">
              <TextInput
                name="name"
                defaultValue={display.name ?? ''}
                autoComplete="off"
                maxLength={DISPLAY_NAME_MAX}
              />
            </Field>
            <Field label="Board">
              <NativeSelect
                name="board"
                options={optionsOf(boards)}
                {...(!board && { placeholder: 'No board' })}
                defaultValue={board?.uuid ?? ''}
              />
            </Field>
          </FieldRow>
          <FieldActions>
            <Button
              type="submit"
              busy={updating && asked === display.uuid}
              busyLabel="Changing the display"
              aria-label={`Save ${name}`}
            >
              Save
            </Button>
            <Button
              variant="quiet"
              icon={<Trash2 />}
              aria-label={`Remove display ${name}`}
              onClick={() => askToEnd(display.uuid, name)}
            >
              Remove display
            </Button>
          </FieldActions>
        </FieldStack>
      </form>
    </DetailRow>
  );
}
