import { ChevronDown, LayoutPanelLeft, Trash2 } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { DISPLAY_NAME_MAX } from '#config/boards.ts';
import { ADMIN_PERMISSION } from '#config/constants.ts';
import { paths } from '#config/paths.ts';
import { hasCapability, hasPermission, useAuth } from '#ui/session/use-auth.ts';
import { type DisplayAdmin, type DisplayAdminMachine, useDisplayAdmin } from '#ui/displays/use-display-admin.ts';
import { ConfirmDialog } from '#ui/primitives/overlays/alert-dialog.tsx';
import { Page, Panel } from '#ui/primitives/layout/app-frame.tsx';
import { Banner, BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Field, FieldRow, FieldStack } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { agoText } from '../shared/age-text.ts';
import { Failure } from '../shared/failure.tsx';
import { fieldTexts } from '../shared/field-texts.ts';
import { ButtonLink } from '../shared/link.tsx';
import { nameOf, optionsOf } from '../shared/names.ts';
import { PageTitle } from '../shared/page-title.tsx';
import { useProblemFocus } from '../shared/use-problem-focus.ts';
import styles from './displays.module.css';

const PAIR_HEADING = 'pair-a-display';
const LIST_HEADING = 'paired-displays';

type Display = DisplayAdmin['displays'][number];

/** The screens without a user. Requests nothing if the user may not administer them, or if the host has none. */
export function DisplaysScreen({ machine }: { machine: DisplayAdminMachine }) {
  const { user } = useAuth();
  const isAllowed = hasCapability(user, 'displays') && hasPermission(user, ADMIN_PERMISSION);
  return (
    <Page>
      <PageTitle>Displays</PageTitle>
      {isAllowed ? (
        <Displays machine={machine} />
      ) : (
        <Failure level={1} title="Access Denied" message="Only administrators can manage displays." />
      )}
    </Page>
  );
}

function Displays({ machine }: { machine: DisplayAdminMachine }) {
  const admin = useDisplayAdmin(machine);
  const title = useRef<HTMLHeadingElement>(null);
  const { displays, boards, listMessage, loading, asked, message, success } = admin;
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
            <PairingFields key={admin.paired} admin={admin} />
          </Panel>
        )}
      </Section>
      <BannerSlot
        placement="inline"
        alert={message !== null && <Banner tone="error">{message}</Banner>}
        status={success !== null && <Banner tone="success">{success}</Banner>}
      />
      <Section title={`Displays (${displays.length})`} id={LIST_HEADING}>
        {listMessage !== null && <Failure message={listMessage} onRetry={admin.retry} />}
        {displays.length > 0 ? (
          <ul role="list" className={styles.rows} aria-labelledby={LIST_HEADING}>
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
        message={`Are you sure you want to remove "${asked ? nameOf(asked) : ''}"? It shows nothing until it is paired again.`}
        confirmLabel="Remove Display"
        tone="danger"
        busy={admin.ending}
        onConfirm={admin.confirmEnd}
        onCancel={admin.cancelDialog}
        returnFocus={title}
      />
    </>
  );
}

function PairingFields({ admin: { boards, problem, pairing, pair } }: { admin: DisplayAdmin }) {
  const form = useProblemFocus(problem);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    pair(fieldTexts(event.currentTarget, ['code', 'name', 'board']));
  };
  const errorAt = (field: string): string | null => (problem?.field === field ? problem.text : null);
  return (
    <form ref={form} onSubmit={submit} aria-labelledby={PAIR_HEADING} noValidate>
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
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    update(display.uuid, fieldTexts(event.currentTarget, ['name', 'board']));
  };
  const board = boards.find(({ uuid }) => uuid === display.board);
  const facts = [
    display.address === null ? '' : `Seen at ${display.address}`,
    display.paired_by ? `Paired by ${display.paired_by}` : '',
  ].filter((fact) => fact !== '');
  return (
    <li className={styles.row}>
      <details>
        <summary>
          <h3 dir="auto">{name}</h3>
          <span dir="auto">{board ? nameOf(board) : 'No board: its board was removed'}</span>
          <span className={styles.seen}>{seenText(display)}</span>
          <ChevronDown aria-hidden="true" />
        </summary>
        <form onSubmit={submit} aria-label={`Change ${name}`} noValidate>
          <FieldStack>
            {facts.length > 0 && <p className={styles.seen}>{facts.join(' · ')}</p>}
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
            <div className={styles.ways}>
              <Button
                type="submit"
                busy={updating && asked?.uuid === display.uuid}
                busyLabel="Changing the display"
                aria-label={`Save ${name}`}
              >
                Save
              </Button>
              <Button
                variant="quiet"
                icon={<Trash2 />}
                aria-label={`Remove display ${name}`}
                onClick={() => askToEnd(display.uuid)}
              >
                Remove display
              </Button>
            </div>
          </FieldStack>
        </form>
      </details>
    </li>
  );
}
