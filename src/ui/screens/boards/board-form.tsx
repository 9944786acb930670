import { ExternalLink } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { BASIC_PERMISSION } from '#config/constants.ts';
import { hasCapability, hasPermission, useAuth } from '#ui/hooks/use-auth.ts';
import { type BoardForm, type BoardFormMachine, useBoardForm } from '#ui/hooks/use-board-form.ts';
import { Page, Panel } from '#ui/primitives/app-frame.tsx';
import { Banner, BannerSlot } from '#ui/primitives/banner.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { Field, FieldStack } from '#ui/primitives/field.tsx';
import { TextInput } from '#ui/primitives/inputs.tsx';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { ToggleGroup } from '#ui/primitives/toggle-group.tsx';
import { Failure } from '../shared/failure.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { useProblemFocus } from '../shared/use-problem-focus.ts';
import { PaneFields, PlaylistFields } from './board-fields.tsx';
import { errorOf } from './error-of.ts';

/** Makes or edits a board. For readers of a host that keeps boards there is nothing to do here. */
export function BoardFormScreen({ machine }: { machine: BoardFormMachine }) {
  const { uuid = null } = useParams();
  const { user } = useAuth();
  const isKept = hasCapability(user, 'boards');
  const title = uuid === null ? 'New Board' : 'Edit Board';
  const isAllowed = hasPermission(user, BASIC_PERMISSION) || (!isKept && uuid === null);
  return (
    <Page width="reading">
      <PageTitle>{title}</PageTitle>
      <PageHeader
        title={title}
        subtitle={isKept ? undefined : 'The address that you get carries the whole board: keep it as a bookmark.'}
      />
      {isAllowed && (isKept || uuid === null) ? (
        <FormOf key={uuid} machine={machine} uuid={uuid} isKept={isKept} />
      ) : (
        <Failure title="Access Denied" message="You do not have sufficient permissions to change boards." />
      )}
    </Page>
  );
}

function FormOf({ machine, uuid, isKept }: { machine: BoardFormMachine; uuid: string | null; isKept: boolean }) {
  const form = useBoardForm(machine, uuid, isKept);
  const { phase, message, retry } = form;
  if (phase === 'failed') return <Failure title="Error Loading the Form" message={message} onRetry={retry} />;
  if (phase !== 'loaded') return <Skeleton label="Loading the form" shape="lines" count={6} />;
  return <Fields form={form} />;
}

const KINDS = [
  { value: 'panes', label: 'Documents side by side' },
  { value: 'playlist', label: 'Boards in turn' },
] as const;

function Fields({ form }: { form: BoardForm }) {
  const { choices, draft, problem, message, address, saving, isKept, change, save } = form;
  const element = useProblemFocus(problem);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save();
  };
  return (
    <Panel>
      <form ref={element} onSubmit={submit} noValidate>
        <FieldStack>
          <Field label="Name" error={errorOf(problem, 'name')} required={isKept}>
            <TextInput
              name="name"
              value={draft.name}
              autoComplete="off"
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          {(choices.boards.length > 0 || draft.kind === 'playlist') && (
            <ToggleGroup
              label="What it shows"
              options={KINDS}
              value={draft.kind}
              onChange={(kind) => change({ kind })}
            />
          )}
          {draft.kind === 'panes' ? <PaneFields form={form} /> : <PlaylistFields form={form} />}
          <div>
            <Button type="submit" variant="primary" busy={saving} busyLabel="Saving the board">
              {isKept ? 'Save Board' : 'Make Address'}
            </Button>
          </div>
          <BannerSlot placement="inline" alert={message !== null && <Banner tone="error">{message}</Banner>} />
          {address !== null && <Address address={address} />}
        </FieldStack>
      </form>
    </Panel>
  );
}

/** The result at a host that keeps no boards. */
function Address({ address }: { address: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Field label="The address of this board" hint="Copy it, or open it and keep it as a bookmark.">
        <TextInput
          ref={input}
          readOnly
          value={`${location.origin}${address}`}
          onFocus={() => input.current?.select()}
        />
      </Field>
      <div>
        <ButtonLink to={address} icon={ExternalLink}>
          Open Board
        </ButtonLink>
      </div>
    </>
  );
}
