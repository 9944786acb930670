import { ADMIN_PERMISSION, BASIC_PERMISSION } from '#common/config/constants.ts';
import { useAuth } from '#ui/session/use-auth.ts';
import { type PeopleAdmin, levelOptions } from '#ui/people/use-people-admin.ts';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Field, FieldRow, FieldStack } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { nameOf } from '../shared/names.ts';
import { nameOfPerson } from './person-texts.ts';
import { useForm } from '../shared/use-form.ts';

type PersonFormProps = {
  readonly admin: PeopleAdmin;
  /** Null for a new one. */
  readonly person: PeopleAdmin['people'][number] | null;
};

/** The longest that our host keeps. */
const FIELD_MAX = 200;
const FIELDS = ['username', 'name', 'email', 'organization', 'permission'] as const;

/** A user's name, level and organization, for a new or an existing user. */
export function PersonForm({ admin, person }: PersonFormProps) {
  const { organizations, problem, working, act, request } = admin;
  const { user } = useAuth();
  const own = problem?.form === (person?.uuid ?? '') ? problem : null;
  const { form, errorAt } = useForm(own, FIELDS, (fields) =>
    request(person ? { kind: 'change', person: person.uuid, fields } : { kind: 'add', fields }),
  );
  const level = person?.permission ?? BASIC_PERMISSION;
  const isBusy = working && (person ? act?.kind === 'change' && act.person === person.uuid : act?.kind === 'add');
  return (
    <form {...form} aria-label={person ? `Change ${nameOfPerson(person)}` : 'New person'} noValidate>
      <FieldStack>
        <FieldRow>
          <Field label="Name" error={errorAt('name')}>
            <TextInput name="name" defaultValue={person?.name ?? ''} autoComplete="off" maxLength={FIELD_MAX} />
          </Field>
          <Field label="Username" error={errorAt('username')}>
            <TextInput
              name="username"
              defaultValue={person?.username ?? ''}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={FIELD_MAX}
            />
          </Field>
          <Field label="Email (optional)">
            <TextInput name="email" type="email" defaultValue={person?.email ?? ''} autoComplete="off" />
          </Field>
        </FieldRow>
        <FieldRow>
          <Field label="Level">
            <NativeSelect
              name="permission"
              options={levelOptions(level, Math.min(user?.permission ?? 0, ADMIN_PERMISSION))}
              defaultValue={String(level)}
            />
          </Field>
          {organizations.length > 1 && (
            <Field label="Organization">
              <NativeSelect
                name="organization"
                options={organizations.map(({ organization_id, name }) => ({
                  value: String(organization_id),
                  label: nameOf({ name }),
                }))}
                defaultValue={String(person?.organization_id ?? organizationOf(organizations, user?.organization))}
              />
            </Field>
          )}
        </FieldRow>
        <div>
          <Button
            type="submit"
            variant={person ? 'secondary' : 'primary'}
            busy={isBusy}
            busyLabel={person ? 'Saving' : 'Adding the person'}
            {...(person && { 'aria-label': `Save ${nameOfPerson(person)}` })}
          >
            {person ? 'Save' : 'Add Person'}
          </Button>
        </div>
      </FieldStack>
    </form>
  );
}

/** The administrator's own organization, the default for a new user. */
const organizationOf = (organizations: PeopleAdmin['organizations'], name: string | null | undefined): number | '' =>
  organizations.find((one) => one.name === name)?.organization_id ?? '';
