import { useParams } from 'react-router-dom';
import { screens } from '#common/config/paths.ts';
import { mayOpen, useAuth } from '#ui/session/use-auth.ts';
import { type BoardForm, type BoardFormMachine, useBoardForm } from '#ui/boards/use-board-form.ts';
import type { LiveArchiveMachine } from '#ui/live/use-live-archive.ts';
import { Page, Panel } from '#ui/primitives/layout/app-frame.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Field, FieldStack } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { ToggleGroup } from '#ui/primitives/forms/toggle-group.tsx';
import { Failure } from '../shared/failure.tsx';
import { TemplatesComeFrom } from '../lists/templates-come-from.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { PaneFields, PlaylistFields } from './board-fields.tsx';
import { useForm } from '../shared/use-form.ts';

/** Makes or edits a board. */
export function BoardFormScreen({ machine, pane }: { machine: BoardFormMachine; pane: LiveArchiveMachine }) {
  const { uuid = null } = useParams();
  const { user } = useAuth();
  return (
    <Page width="reading">
      {mayOpen(user, screens['board-form']) ? (
        <FormOf key={uuid} machine={machine} pane={pane} uuid={uuid} />
      ) : (
        <>
          <Title title={titleOf('panes', uuid)} />
          <Failure title="Access Denied" message="You do not have sufficient permissions to change boards." />
        </>
      )}
    </Page>
  );
}

const titleOf = (kind: BoardForm['draft']['kind'], uuid: string | null): string =>
  kind === 'panes' ? (uuid === null ? 'New Board' : 'Edit Board') : uuid === null ? 'Rotate Boards' : 'Edit Rotation';

function Title({ title }: { title: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} />
    </>
  );
}

type FormOfProps = { machine: BoardFormMachine; pane: LiveArchiveMachine; uuid: string | null };

function FormOf({ machine, pane, uuid }: FormOfProps) {
  const form = useBoardForm(machine, uuid);
  const { phase, draft, message, retry } = form;
  return (
    <>
      <Title title={titleOf(draft.kind, uuid)} />
      {phase === 'failed' ? (
        <Failure title="Error Loading the Form" message={message} onRetry={retry} />
      ) : phase === 'loaded' && uuid === null && form.choices.templates.length === 0 ? (
        <EmptyState
          message="A board shows documents, and each is made from a template. No templates yet."
          hint={<TemplatesComeFrom />}
        />
      ) : phase === 'loaded' ? (
        <Fields form={form} pane={pane} />
      ) : (
        <Skeleton label="Loading the form" shape="lines" count={6} />
      )}
    </>
  );
}

const KINDS = [
  { value: 'panes', label: 'Documents side by side' },
  { value: 'playlist', label: 'Rotate boards' },
] as const;

function Fields({ form, pane }: { form: BoardForm; pane: LiveArchiveMachine }) {
  const { draft, problem, message, saving, change, save } = form;
  const element = useForm(problem, [], () => save());
  return (
    <Panel>
      <form {...element.form} noValidate>
        <FieldStack>
          <Field label="Name" error={element.errorAt('name')} required>
            <TextInput
              name="name"
              value={draft.name}
              autoComplete="off"
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          <ToggleGroup label="What it shows" options={KINDS} value={draft.kind} onChange={(kind) => change({ kind })} />
          {draft.kind === 'panes' ? <PaneFields form={form} pane={pane} /> : <PlaylistFields form={form} pane={pane} />}
          <div>
            <Button type="submit" variant="primary" busy={saving} busyLabel="Saving the board">
              Save Board
            </Button>
          </div>
          <OutcomeSlot message={message} />
        </FieldStack>
      </form>
    </Panel>
  );
}
