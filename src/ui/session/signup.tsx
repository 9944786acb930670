import { useEffect } from 'react';
import { paths } from '#common/config/paths.ts';
import { useAuth } from '#ui/session/use-auth.ts';
import { useSignup, type SignupMachine } from '#ui/session/use-signup.ts';
import { Page, Panel } from '#ui/primitives/layout/app-frame.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Field, FieldRow, FieldStack } from '#ui/primitives/forms/field.tsx';
import { PasswordInput, TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { AlreadyLoggedIn } from './already-logged-in.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { Link } from '../shared/link.tsx';
import { useForm } from '../shared/use-form.ts';

const FIELDS = ['firstName', 'lastName', 'organization', 'orgLogin', 'orgPassword'] as const;

/** The sign-up (`s2.signup.*`). Like the sign-in it does not wait for the check of the session (`d13.no-wait`). */
export function SignupScreen(props: { machine: SignupMachine }) {
  return useAuth().status === 'authenticated' ? (
    <AlreadyLoggedIn page="Sign up" to={paths.selectTemplateHome()}>
      Go to Home
    </AlreadyLoggedIn>
  ) : (
    <SignupForm {...props} />
  );
}

function SignupForm({ machine }: { machine: SignupMachine }) {
  const { organizations, organization, problem, busy, success, chooseOrganization, register } = useSignup(machine);
  const { form, errorAt } = useForm(problem, FIELDS, register);

  useEffect(() => {
    if (success !== null) form.ref.current?.reset();
  }, [form.ref, success]);

  return (
    <Page width="narrow">
      <PageTitle>Sign up</PageTitle>
      <PageHeader title="Sign up" subtitle="An administrator still has to add you." />
      <Panel>
        <form {...form} noValidate>
          <FieldStack>
            <FieldRow>
              <Field label="First name" error={errorAt('firstName')} required>
                <TextInput name="firstName" autoComplete="given-name" />
              </Field>
              <Field label="Last name" error={errorAt('lastName')} required>
                <TextInput name="lastName" autoComplete="family-name" />
              </Field>
            </FieldRow>
            <Field label="Organization" error={errorAt('organization')} required>
              <NativeSelect
                name="organization"
                options={organizations.map((name) => ({ value: name, label: name }))}
                value={organization}
                onChange={(event) => chooseOrganization(event.target.value)}
                placeholder="Choose an organization"
              />
            </Field>
            {organization !== '' && (
              <FieldRow>
                <Field label="Organization login" error={errorAt('orgLogin')} required>
                  <TextInput name="orgLogin" autoComplete="off" autoCapitalize="none" spellCheck={false} />
                </Field>
                <Field label="Organization password" error={errorAt('orgPassword')} required>
                  <PasswordInput name="orgPassword" autoComplete="off" />
                </Field>
              </FieldRow>
            )}
            <Button
              type="submit"
              variant="primary"
              wide
              busy={busy}
              busyLabel="Creating the account"
              unavailable={success !== null}
            >
              Sign Up
            </Button>
            <OutcomeSlot success={success} />
          </FieldStack>
        </form>
      </Panel>
      <p>
        Already have an account? <Link to={paths.login()}>Sign in</Link>
      </p>
    </Page>
  );
}
