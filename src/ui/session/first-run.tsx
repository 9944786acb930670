import { useLocation } from 'react-router-dom';
import { paths } from '#common/config/paths.ts';
import { useApp } from '#ui/shared/app-context.ts';
import { useAuth } from '#ui/session/use-auth.ts';
import { type FirstRunMachine, useFirstRun } from '#ui/session/use-first-run.ts';
import { Page, Panel, TYPED_FIRST } from '#ui/primitives/layout/app-frame.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Field, FieldStack } from '#ui/primitives/forms/field.tsx';
import { PasswordInput, TextInput } from '#ui/primitives/forms/inputs.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { AlreadyLoggedIn } from './already-logged-in.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { useForm } from '../shared/use-form.ts';

/** The longest that our host keeps. */
const FIELD_MAX = 200;
const FIELDS = ['code', 'organization', 'username', 'password', 'again'] as const;

/**
 * Creates the first administrator. If the host does not wait for one it requests nothing, unless the address contains a code: only such a host
 * prints one.
 */
export function FirstRunScreen({ machine }: { machine: FirstRunMachine }) {
  const { status } = useAuth();
  const { env, firstRun } = useApp();
  const run = useFirstRun(machine);
  const code = useLocation().hash.slice(1);
  if (status === 'authenticated' && !run.busy) {
    return (
      <AlreadyLoggedIn page="Set up" to={paths.dashboard()}>
        Go to Dashboard
      </AlreadyLoggedIn>
    );
  }
  const isOver = run.isOver || (!firstRun.isDue && code === '' && !run.busy);
  return (
    <Page width="narrow">
      <PageTitle>Set up</PageTitle>
      <PageHeader
        title={`Set up ${env.productName}`}
        subtitle={
          isOver
            ? run.isOver
              ? `${env.productName} has its first administrator already.`
              : 'This page was not told that an administrator is missing. Open the address that the server printed, or sign in.'
            : 'Make your organization and its first administrator: you.'
        }
      />
      {isOver ? (
        <div>
          <ButtonLink to={paths.login()} variant="primary">
            Sign In
          </ButtonLink>
        </div>
      ) : (
        <Panel>
          <Form run={run} code={code} />
        </Panel>
      )}
    </Page>
  );
}

function Form({ run, code }: { readonly run: ReturnType<typeof useFirstRun>; readonly code: string }) {
  const { problem, message, busy, begin } = run;
  const { form, errorAt } = useForm(problem, FIELDS, begin);
  return (
    <form {...form} method="post" aria-label="First administrator" noValidate>
      <FieldStack>
        <Field label="Code" hint="The server printed it when it started. It is good once." error={errorAt('code')}>
          <TextInput
            {...(code === '' && TYPED_FIRST)}
            name="code"
            defaultValue={code}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field label="Organization" error={errorAt('organization')}>
          <TextInput
            {...(code !== '' && TYPED_FIRST)}
            name="organization"
            autoComplete="organization"
            maxLength={FIELD_MAX}
          />
        </Field>
        <Field label="Username" error={errorAt('username')}>
          <TextInput
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={FIELD_MAX}
          />
        </Field>
        <Field
          label="Password"
          hint="12 characters or more. A few words in a row are good."
          error={errorAt('password')}
        >
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <Field label="Password again" error={errorAt('again')}>
          <PasswordInput name="again" autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="primary" wide busy={busy} busyLabel="Setting up">
          Set Up
        </Button>
        <OutcomeSlot message={message} />
      </FieldStack>
    </form>
  );
}
