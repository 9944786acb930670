import { Download } from 'lucide-react';
import {
  actionOptions,
  actionText,
  type AuditFileMachine,
  type AuditLogMachine,
  type ServerUsageMachine,
  useAuditLog,
  useServerUsage,
} from '#ui/audit/use-audit.ts';
import { hasCapability, useAuth } from '#ui/session/use-auth.ts';
import { Panel } from '#ui/primitives/layout/app-frame.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Field, FieldRow, FieldStack } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { factClass, rowClass, rowsClass, ShowMore } from '../lists/detail-row.tsx';
import { Failure } from '../shared/failure.tsx';
import { momentText } from '../shared/moment.tsx';
import { nameOf } from '../shared/names.ts';
import { useForm } from '../shared/use-form.ts';
import { AdminPage } from '../session/admin-page.tsx';

const HEADING = 'audit-entries';
const SERVER_HEADING = 'server';
const FIELDS = ['person', 'action', 'from', 'to'] as const;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type LogMachines = { readonly machine: AuditLogMachine; readonly file: AuditFileMachine };

/** The log: each action with its user, time and address. Requests nothing if the user may not see it, or if the host has none. */
export function AuditScreen({ server, ...log }: LogMachines & { readonly server: ServerUsageMachine }) {
  const { user } = useAuth();
  return (
    <AdminPage screen="audit" title="Audit" may="can read the audit log">
      <Log {...log} />
      {hasCapability(user, 'usage.read') && <ServerSection machine={server} />}
    </AdminPage>
  );
}

function Log({ machine, file }: LogMachines) {
  const log = useAuditLog(machine, file);
  const { entries, loading, failed, message, fileMessage, written } = log;
  return (
    <>
      <PageHeader
        title="Audit"
        subtitle="Who did what, when and from where, with the names that people and things have now."
        actions={
          <Button icon={<Download />} busy={log.writing} busyLabel="Making the file" onClick={log.download}>
            Download CSV
          </Button>
        }
      />
      <OutcomeSlot message={fileMessage} success={written} />
      <Panel>
        <Filter find={log.find} busy={loading} />
      </Panel>
      {loading && <Skeleton label="Loading the log" shape="lines" count={8} />}
      {failed && <Failure title="Error Loading the Log" message={message} onRetry={log.retry} />}
      {!loading && !failed && (
        <Section title="Entries" id={HEADING}>
          {entries.length === 0 ? (
            <EmptyState message="Nothing was noted of that." hint="A person is found by their username as it is now." />
          ) : (
            <ul role="list" className={rowsClass} aria-labelledby={HEADING}>
              {entries.map((entry) => (
                <Row key={entry.number} entry={entry} />
              ))}
            </ul>
          )}
          {message !== null && <Failure message={message} />}
          <ShowMore next={log.hasMore} adding={log.adding} more={log.more} />
        </Section>
      )}
    </>
  );
}

type FilterProps = Pick<ReturnType<typeof useAuditLog>, 'find'> & { readonly busy: boolean };

function Filter({ find, busy }: FilterProps) {
  const { form } = useForm(null, FIELDS, find);
  return (
    <form {...form} aria-label="Find entries" noValidate>
      <FieldStack>
        <FieldRow>
          <Field label="Person" hint="A username: what they did, and what was done to them.">
            <TextInput name="person" autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={200} />
          </Field>
          <Field label="What">
            <NativeSelect name="action" options={[{ value: '', label: 'Anything' }, ...actionOptions]} />
          </Field>
        </FieldRow>
        <FieldRow>
          <Field label="From day">
            <TextInput name="from" type="date" />
          </Field>
          <Field label="To day">
            <TextInput name="to" type="date" />
          </Field>
        </FieldRow>
        <div>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Finding">
            Find
          </Button>
        </div>
      </FieldStack>
    </form>
  );
}

type Entry = ReturnType<typeof useAuditLog>['entries'][number];

/** A uuid without a name, after a removal or for an object that never had one, means nothing to users. */
const nameIn = (value: string | null): string | null => (value === null || UUID.test(value) ? null : value);

/** A failed sign-in has no user; all other actions without a user were done on the server. */
function whoIn(actor: string | null, action: string): string {
  if (actor === null) return action.startsWith('sign_in_') ? 'Somebody' : 'The server';
  return nameIn(actor) ?? 'A person who was removed';
}

function Row({ entry: { at, actor, action, subject, address, detail } }: { entry: Entry }) {
  const what = nameIn(subject);
  const facts = [
    at === null ? null : momentText(at),
    address === null ? null : `from ${address}`,
    detail === null ? null : detail.replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '…'),
  ].filter((fact) => fact !== null);
  return (
    <li className={rowClass}>
      <p>
        <strong>
          <bdi>{whoIn(actor, action)}</bdi>
        </strong>{' '}
        {actionText(action)}
        {what !== null && (
          <>
            : <bdi>{what}</bdi>
          </>
        )}
      </p>
      <p className={factClass}>{facts.join(' · ')}</p>
    </li>
  );
}

/** Bytes as people read them. */
const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 })} MB`;
const of = (used: string, most: string | null): string => (most === null ? used : `${used} of ${most}`);

/** The used share of the storage limits, for administrators. */
function ServerSection({ machine }: { machine: ServerUsageMachine }) {
  const { usage, message, loading, retry } = useServerUsage(machine);
  return (
    <Section title="Server" id={SERVER_HEADING}>
      {loading && <Skeleton label="Loading what is used" shape="lines" count={1} />}
      {message !== null && <Failure message={message} onRetry={retry} />}
      {usage && (
        <ul role="list" className={rowsClass} aria-labelledby={SERVER_HEADING}>
          {usage.organizations.map(({ name, stored, stored_most: storedMost, wips, wips_most: wipsMost }) => (
            <li key={name} className={rowClass}>
              <p>
                <strong dir="auto">{nameOf({ name })}</strong>
              </p>
              <p className={factClass}>
                {`Stored today: ${of(megabytes(stored), storedMost === null ? null : megabytes(storedMost))}`}
                {` · Documents: ${of(wips.toLocaleString(), wipsMost?.toLocaleString() ?? null)}`}
              </p>
            </li>
          ))}
          {usage.server && (
            <li className={rowClass}>
              <p>
                <strong>All of it</strong>
              </p>
              <p className={factClass}>
                {`Database: ${megabytes(usage.server.database)}`}
                {usage.server.free !== null && ` · Free on the disk: ${megabytes(usage.server.free)}`}
                {` · Last backup: ${usage.server.last_backup === null ? 'none yet' : momentText(usage.server.last_backup)}`}
                {usage.server.version && ` · Ready ${usage.server.version}`}
              </p>
            </li>
          )}
        </ul>
      )}
    </Section>
  );
}
