import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ADMIN_PERMISSION, BASIC_PERMISSION } from '#common/config/constants.ts';
import { paths, screens } from '#common/config/paths.ts';
import { useNavigation } from '#ui/shared/navigation-context.ts';
import { mayOpen, useAuth } from '#ui/session/use-auth.ts';
import { useUserAdmin, type UserAdmin, type UserAdminMachine } from '#ui/people/use-user-admin.ts';
import { Page, Panel } from '#ui/primitives/layout/app-frame.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { Field, FieldRow, FieldStack } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { ErrorState } from '#ui/primitives/feedback/error-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { nameOf, optionsOf } from '../shared/names.ts';
import { PageTitle } from '../shared/page-title.tsx';
import { useAddress } from '../shared/use-address.ts';
import { useForm } from '../shared/use-form.ts';

const ASSIGN_HEADING = 'assign-a-role';
const UPDATE_HEADING = 'update-a-user';
/** The levels that the form offers (`s6.options`). */
const LEVELS = [
  { value: String(BASIC_PERMISSION), label: 'Basic User' },
  { value: String(ADMIN_PERMISSION), label: 'Administrator' },
];

/** User management (`s2.admin.*`). Requests nothing for a user who may not use it. */
export function UserAdminScreen(props: { machine: UserAdminMachine }) {
  return mayOpen(useAuth().user, screens['user-admin']) ? <UserManagement {...props} /> : <AccessDenied />;
}

function AccessDenied() {
  const navigation = useNavigation();
  return (
    <Page width="reading">
      <PageTitle>Access Denied</PageTitle>
      <ErrorState
        level={1}
        title="Access Denied"
        message="You do not have sufficient permissions to create roles. Permission level 3 or higher is required."
        actions={
          <Button variant="primary" icon={<ArrowLeft />} onClick={() => navigation.back(paths.home())}>
            Go Back
          </Button>
        }
      />
    </Page>
  );
}

function UserManagement({ machine }: { machine: UserAdminMachine }) {
  const asked = useAddress().params.get('user') ?? '';
  const admin = useUserAdmin(machine, asked);
  return (
    <Page width="reading">
      <PageTitle>User Management</PageTitle>
      <PageHeader title="User Management" subtitle="Roles and details of your people." />
      <Forms admin={admin} asked={asked} />
    </Page>
  );
}

/** `asked`: the user selected in both forms at first. */
type FormsProps = { readonly admin: UserAdmin; readonly asked: string };

function Forms({ admin, asked }: FormsProps) {
  const { users, roles } = admin;
  if (users.list.length === 0) {
    if (users.loading) return <Skeleton label="Loading users" shape="lines" count={5} />;
    if (users.message !== null) {
      return <Failure title="Error Loading Users" message={users.message} onRetry={users.retry} />;
    }
  }
  return (
    <>
      {users.message !== null && <Failure message={users.message} onRetry={users.retry} />}
      <Section title="Assign a role" id={ASSIGN_HEADING}>
        {roles.message !== null && <Failure message={roles.message} onRetry={roles.retry} />}
        <Panel>
          <AssignmentForm admin={admin} asked={asked} />
        </Panel>
      </Section>
      <Section title="Update a user" id={UPDATE_HEADING}>
        <Panel>
          <UpdateForm admin={admin} />
        </Panel>
      </Section>
    </>
  );
}

function AssignmentForm({ admin: { users, roles, assignment }, asked }: FormsProps) {
  const { problem, message, success, busy, request } = assignment;
  const { form, errorAt } = useForm(problem, ['user', 'role'], ({ user, role }) => request(user, role));
  useEffect(() => {
    if (success !== null) form.ref.current?.reset();
  }, [form.ref, success]);
  return (
    <form {...form} aria-labelledby={ASSIGN_HEADING} noValidate>
      <FieldStack>
        <FieldRow>
          <Field label="User" error={errorAt('user')} required>
            <NativeSelect
              name="user"
              options={userOptions(users.list)}
              defaultValue={asked}
              placeholder="Choose a user"
            />
          </Field>
          <Field label="Role" error={errorAt('role')} required>
            <NativeSelect
              name="role"
              options={optionsOf(roles.list)}
              placeholder={roles.loading ? 'Loading roles…' : 'Choose a role'}
            />
          </Field>
        </FieldRow>
        <div>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Assigning the role">
            Assign Role
          </Button>
        </div>
        <OutcomeSlot message={message} success={success} />
      </FieldStack>
    </form>
  );
}

function UpdateForm({ admin: { users, update } }: { admin: UserAdmin }) {
  const { user, problem, message, success, busy, chooseUser, request } = update;
  const sent = useRef<Record<string, string>>({});
  const { form } = useForm(problem, ['name', 'email', 'organization_id', 'permission'], (fields) => {
    sent.current = fields;
    request(fields);
  });

  useEffect(() => {
    if (success === null) return;
    // Text that was typed while the call ran was not sent, and stays.
    for (const [name, value] of Object.entries(sent.current)) {
      const control = form.ref.current?.elements.namedItem(name);
      const isField = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
      if (isField && control.value === value) control.value = '';
    }
  }, [form.ref, success]);

  return (
    <form {...form} aria-labelledby={UPDATE_HEADING} noValidate>
      <FieldStack>
        <Field label="User" error={problem?.text ?? null} required>
          <NativeSelect
            name="user"
            options={userOptions(users.list)}
            value={user?.uuid ?? ''}
            onChange={(event) => chooseUser(event.target.value)}
            placeholder="Choose a user"
          />
        </Field>
        <p>Change only what you need. An empty field stays as it is: a value can be replaced, not cleared.</p>
        <FieldRow>
          <Field label="Name" {...now(user?.name)}>
            <TextInput name="name" autoComplete="off" />
          </Field>
          <Field label="Email" {...now(user?.email)}>
            <TextInput name="email" type="email" autoComplete="off" />
          </Field>
        </FieldRow>
        <FieldRow>
          <Field label="Organization ID" {...now(user?.organization_id)}>
            <TextInput name="organization_id" inputMode="numeric" autoComplete="off" />
          </Field>
          <Field label="Permission" {...now(user && levelName(user.permission))}>
            <NativeSelect name="permission" options={LEVELS} placeholder="No change" />
          </Field>
        </FieldRow>
        <div>
          <Button type="submit" busy={busy} busyLabel="Updating the user">
            Update User
          </Button>
        </div>
        <OutcomeSlot message={message} success={success} />
      </FieldStack>
    </form>
  );
}

/** A level that the form does not offer is shown as text (`d24.other-levels`). */
function levelName(permission: number | null): string | null {
  if (permission === null) return null;
  return LEVELS.find(({ value }) => value === String(permission))?.label ?? `Level ${permission}`;
}

/** A hint with the chosen user's present value, for the field that would replace it. */
function now(value: string | null | undefined): { hint?: ReactNode } {
  return value ? { hint: `Now: ${value}` } : {};
}

const userOptions = (users: UserAdmin['users']['list']) =>
  users.map((user) => ({ value: user.uuid, label: userLabel(user) }));

function userLabel({ name, email }: { name: string | null; email: string | null }): string {
  if (!name?.trim() && email) return email;
  return email ? `${nameOf({ name })} (${email})` : nameOf({ name });
}
