import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { calledOf, type RoleAdmin, type RoleAdminMachine, useRoleAdmin } from '#ui/people/use-role-admin.ts';
import { ConfirmDialog } from '#ui/primitives/overlays/alert-dialog.tsx';
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
import { ListBar } from '../lists/list-bar.tsx';
import { ListCards } from '../lists/list-cards.tsx';
import { useList } from '../lists/use-list.ts';
import { Acts, DetailRow, factClass } from '../lists/detail-row.tsx';
import { Failure } from '../shared/failure.tsx';
import { useForm } from '../shared/use-form.ts';
import { AdminPage } from '../session/admin-page.tsx';
import { PeopleTabs } from './people-tabs.tsx';
import styles from './roles.module.css';

const HEADING = 'all-roles';
/** Maximum length at our host. */
const FIELD_MAX = 200;

/** The roles as an administrator sees them. Requests nothing if the user may not see them, or if the host has none. */
export function RolesScreen({ machine }: { machine: RoleAdminMachine }) {
  return (
    <AdminPage screen="roles" title="Roles" may="can manage roles">
      <Roles machine={machine} />
    </AdminPage>
  );
}

type Role = RoleAdmin['all']['roles'][number];
type Person = RoleAdmin['all']['people'][number];

function Roles({ machine }: { machine: RoleAdminMachine }) {
  const admin = useRoleAdmin(machine);
  const title = useRef<HTMLHeadingElement>(null);
  const { all, listMessage, message, success } = admin;
  return (
    <>
      <PeopleTabs />
      <PageHeader
        title="Roles"
        titleRef={title}
        subtitle="Who holds which role. Where a template has one, only its holders and administrators change its documents."
      />
      <OutcomeSlot placement="toast" message={message} success={success} />
      {admin.loading && <Skeleton label="Loading roles" shape="lines" count={6} />}
      {listMessage !== null && !admin.loading && (
        <Failure title="Error Loading Roles" message={listMessage} onRetry={admin.retry} />
      )}
      {admin.loaded && (
        <>
          {all.changeable ? (
            <Panel>
              <NewRole admin={admin} />
            </Panel>
          ) : (
            <p>Roles are for all organizations: a site administrator (level 4) makes and removes them.</p>
          )}
          <Section title={`Roles (${all.roles.length})`} id={HEADING}>
            {all.roles.length === 0 ? (
              <EmptyState
                message="There is no role yet."
                hint="Without one, everybody who may write changes the documents of every template."
              />
            ) : (
              <List admin={admin} />
            )}
          </Section>
        </>
      )}
      <ConfirmDialog
        open={admin.isAsking}
        message={admin.question ?? ''}
        confirmLabel="Remove"
        onConfirm={admin.confirm}
        onCancel={admin.cancel}
        returnFocus={title}
      />
    </>
  );
}

function NewRole({ admin: { all, added, problem, act, working, request } }: { admin: RoleAdmin }) {
  const { form, errorAt } = useForm(problem, ['name', 'file'], (texts) => request({ kind: 'add', ...texts }));
  // Cleared after the role was added; the keyboard stays.
  useEffect(() => form.ref.current?.reset(), [form.ref, added]);
  return (
    <form {...form} aria-label="New role" noValidate>
      <FieldStack>
        <FieldRow>
          <Field label="Name of the role" error={errorAt('name')}>
            <TextInput name="name" autoComplete="off" maxLength={FIELD_MAX} />
          </Field>
          <Field label="Opens the documents of" error={errorAt('file')}>
            <NativeSelect
              name="file"
              placeholder="Choose a template"
              options={all.files.map(({ file_name, name }) => ({
                value: file_name,
                label: name === null ? file_name : `${name} (${file_name})`,
              }))}
            />
          </Field>
        </FieldRow>
        <div>
          <Button type="submit" variant="primary" {...busyWith(working, act?.kind === 'add', 'Making the role')}>
            Make Role
          </Button>
        </div>
      </FieldStack>
    </form>
  );
}

/** Props of a button whose action is running, or that waits for another: only one runs at a time. */
const busyWith = (working: boolean, isOwn: boolean, busyLabel: string) => ({
  busy: working && isOwn,
  unavailable: working && !isOwn,
  busyLabel,
});

const namesOf = (people: readonly Person[]): string => people.map(calledOf).join(', ');

function List({ admin }: { admin: RoleAdmin }) {
  const { people, roles } = admin.all;
  const byUuid = new Map(people.map((person) => [person.uuid, person]));
  const holdersOf = (role: Role): Person[] => role.holders.flatMap((uuid) => byUuid.get(uuid) ?? []);
  const list = useList(
    roles,
    (role) => ({ name: calledOf(role), words: `${role.file_name ?? ''} ${namesOf(holdersOf(role))}` }),
    'name',
  );
  return (
    <>
      <ListBar list={list} noun="roles" />
      <ListCards list={list} labelledBy={HEADING}>
        {(role) => <RoleRow key={role.uuid} role={role} holders={holdersOf(role)} admin={admin} />}
      </ListCards>
    </>
  );
}

/** Moves the keyboard to the holder after the removed one, or to the last. @returns the list of them */
function useHeir(holders: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(holders);
  useLayoutEffect(() => {
    const at = before.current.findIndex((one) => !holders.includes(one));
    before.current = holders;
    const buttons = list.current?.querySelectorAll('button');
    if (at < 0 || !buttons || document.activeElement !== document.body) return;
    buttons[Math.min(at, buttons.length - 1)]?.focus();
  }, [holders]);
  return list;
}

type RoleProps = { readonly role: Role; readonly holders: readonly Person[]; readonly admin: RoleAdmin };

/** One line, with its holders behind it. */
function RoleRow({ role, holders, admin }: RoleProps) {
  const { all, act, working, request } = admin;
  const name = calledOf(role);
  const list = useHeir(role.holders);
  const count = holders.length + role.elsewhere;
  return (
    <DetailRow
      name={name}
      beside={
        <span dir="auto" className={factClass}>
          {role.file_name}
        </span>
      }
      facts={
        <span dir="auto" className={factClass}>
          {count === 0 ? 'Nobody' : count > 1 ? `${count} people` : namesOf(holders) || 'One person elsewhere'}
        </span>
      }
    >
      {holders.length === 0 ? (
        <p>Nobody {role.elsewhere > 0 && 'here '}holds it.</p>
      ) : (
        <ul ref={list} className={styles.holders} aria-label={`Holders of ${name}`}>
          {holders.map((person) => (
            <li key={person.uuid}>
              <Button
                icon={<X />}
                aria-label={`Take ${name} from ${calledOf(person)}`}
                {...busyWith(
                  working,
                  act?.kind === 'take' && act.role === role.uuid && act.person === person.uuid,
                  'Removing the role',
                )}
                onClick={() => request({ kind: 'take', role: role.uuid, person: person.uuid })}
              >
                <span dir="auto">{calledOf(person)}</span>
                {person.disabled && ' (disabled)'}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {role.elsewhere > 0 && <p>{`${role.elsewhere} of other organizations hold it, too.`}</p>}
      <Give role={role} holders={holders} admin={admin} />
      {all.changeable && (
        <Acts>
          <Button
            variant="quiet"
            aria-label={`Remove ${name}`}
            {...busyWith(working, act?.kind === 'remove' && act.role === role.uuid, 'Removing')}
            onClick={() => request({ kind: 'remove', role: role.uuid })}
          >
            Remove Role
          </Button>
        </Acts>
      )}
    </DetailRow>
  );
}

function Give({ role, holders, admin: { all, act, working, request } }: RoleProps) {
  const { form } = useForm(null, ['person'], ({ person }) => {
    if (person !== '') request({ kind: 'give', role: role.uuid, person });
  });
  // Cleared after a user has received it; the keyboard stays.
  useEffect(() => form.ref.current?.reset(), [form.ref, holders.length]);
  const held = new Set(role.holders);
  const others = all.people.filter(({ uuid, disabled }) => !held.has(uuid) && !disabled);
  const hasSeveral = new Set(all.people.map(({ organization }) => organization)).size > 1;
  if (others.length === 0) return null;
  return (
    <form {...form} className={styles.give} aria-label={`Give ${calledOf(role)}`}>
      <Field label="Give this role to">
        <NativeSelect
          name="person"
          placeholder="Choose a person"
          options={others.map(({ uuid, name, username, organization }) => ({
            value: uuid,
            label: [`${calledOf({ name })} (${username ?? ''})`, ...(hasSeveral ? [organization ?? ''] : [])].join(
              ' · ',
            ),
          }))}
        />
      </Field>
      <Button type="submit" {...busyWith(working, act?.kind === 'give' && act.role === role.uuid, 'Giving the role')}>
        Give
      </Button>
    </form>
  );
}
