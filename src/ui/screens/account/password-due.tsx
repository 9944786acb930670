import { useAuth } from '#ui/hooks/use-auth.ts';
import { type PasswordChangeMachine, usePasswordChange } from '#ui/hooks/use-password-change.ts';
import { Page, Panel } from '#ui/primitives/app-frame.tsx';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { PasswordForm } from './password-form.tsx';

/** A person with a one-time password chooses one of their own, in the place of the page that they wanted. */
export function PasswordDueScreen({ machine }: { machine: PasswordChangeMachine }) {
  const password = usePasswordChange(machine);
  const { user } = useAuth();
  return (
    <Page width="narrow">
      <PageTitle>Choose a password</PageTitle>
      <PageHeader
        title="Choose a password"
        subtitle="You signed in with a one-time password. Choose your own, which nobody else knows."
      />
      <Panel>
        <PasswordForm password={password} current="One-time password" username={user?.username ?? ''} />
      </Panel>
    </Page>
  );
}
