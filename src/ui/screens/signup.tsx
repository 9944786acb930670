import { type FormEvent, useEffect } from 'react';
import { paths } from '#config/paths.ts';
import { useAuth } from '#ui/hooks/use-auth.ts';
import { useSignup } from '#ui/hooks/use-signup.ts';
import { Page, Panel } from '#ui/primitives/app-frame.tsx';
import { Banner, BannerSlot } from '#ui/primitives/banner.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Field, FieldRow, FieldStack } from '#ui/primitives/field.tsx';
import { PasswordInput, TextInput } from '#ui/primitives/inputs.tsx';
import { NativeSelect } from '#ui/primitives/native-select.tsx';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { PageTitle } from './shared/page-title.tsx';
import { useProblemFocus } from './shared/use-problem-focus.ts';
import { Link } from './shared/link.tsx';

/** Section 2, sign up. Like the sign-in it does not wait for the check of the session (decision 13). */
export function SignupScreen() {
  return useAuth().status === 'authenticated' ? <AlreadyLoggedIn /> : <SignupForm />;
}

function SignupForm() {
  const { organizations, organization, problem, busy, success, chooseOrganization, register } = useSignup();
  const form = useProblemFocus(problem);
  const errorOf = (field: string): string | null => (problem?.field === field ? problem.text : null);

  useEffect(() => {
    if (success !== null) form.current?.reset();
  }, [form, success]);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const textOf = (name: string): string => String(fields.get(name) ?? '');
    register({
      firstName: textOf('firstName'),
      lastName: textOf('lastName'),
      organization: textOf('organization'),
      orgLogin: textOf('orgLogin'),
      orgPassword: textOf('orgPassword'),
    });
  };

  return (
    <Page width="reading">
      <PageTitle>Sign up</PageTitle>
      <PageHeader title="Sign up" />
      <Panel>
        <form ref={form} onSubmit={submit} noValidate>
          <FieldStack>
            <FieldRow>
              <Field label="First name" error={errorOf('firstName')} required>
                <TextInput name="firstName" autoComplete="given-name" />
              </Field>
              <Field label="Last name" error={errorOf('lastName')} required>
                <TextInput name="lastName" autoComplete="family-name" />
              </Field>
            </FieldRow>
            <Field label="Organization" error={errorOf('organization')} required>
              <NativeSelect
                name="organization"
                value={organization}
                onChange={(event) => chooseOrganization(event.target.value)}
              >
                <option value="">Choose an organization</option>
                {organizations.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </NativeSelect>
            </Field>
            {organization !== '' && (
              <FieldRow>
                <Field label="Organization login" error={errorOf('orgLogin')} required>
                  <TextInput name="orgLogin" autoComplete="off" autoCapitalize="none" spellCheck={false} />
                </Field>
                <Field label="Organization password" error={errorOf('orgPassword')} required>
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
            <BannerSlot placement="inline" status={success !== null && <Banner tone="success">{success}</Banner>} />
          </FieldStack>
        </form>
      </Panel>
      <p>
        Already have an account? <Link to={paths.login()}>Sign in</Link>
      </p>
    </Page>
  );
}

function AlreadyLoggedIn() {
  const { user } = useAuth();
  return (
    <Page width="reading">
      <PageTitle>Sign up</PageTitle>
      <PageHeader title="Already Logged In" subtitle={user && `You are signed in as ${user.username}.`} />
      <div>
        <Link to={paths.selectTemplateHome()} className={buttonClass({ variant: 'primary' })}>
          Go to Home
        </Link>
      </div>
    </Page>
  );
}
