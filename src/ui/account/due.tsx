import { useAuth } from '#ui/session/use-auth.ts';
import { type PasswordChangeMachine, usePasswordChange } from '#ui/account/use-password-change.ts';
import type { SecondFactorMachine } from '#ui/account/use-second-factor.ts';
import { Page, Panel } from '#ui/primitives/layout/app-frame.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';

type DueProps = { readonly machine: PasswordChangeMachine; readonly factor: SecondFactorMachine };

/** The action required of a user before anything else, in place of the requested page: a password of their own, then a second step. */
export function DueScreen({ machine, factor }: DueProps) {
  const { user } = useAuth();
  return (
    <Page width="narrow">
      {user?.must_change_password === true ? (
        <ChoosePassword machine={machine} username={user.username} />
      ) : (
        <SetUpFactor machine={factor} />
      )}
    </Page>
  );
}

/** Form for a user with a one-time password to choose one of their own. */
function ChoosePassword({ machine, username }: { machine: PasswordChangeMachine; username: string }) {
  const password = usePasswordChange(machine);
  return (
    <>
      <PageTitle>Choose a password</PageTitle>
      <PageHeader
        title="Choose a password"
        subtitle="You signed in with a one-time password. Choose your own, which nobody else knows."
      />
      <Panel>
        <PasswordForm password={password} current="One-time password" username={username} />
      </Panel>
    </>
  );
}

function SetUpFactor({ machine }: { machine: SecondFactorMachine }) {
  const { checkAgain, looking, unanswered } = useAuth();
  const message = unanswered ? 'No answer came. Please try again.' : null;
  return (
    <>
      <PageTitle>Set up a second step</PageTitle>
      <PageHeader
        title="Set up a second step"
        subtitle="People with your permission level sign in with a code, too. You need an authenticator app on your telephone."
      />
      <SecondFactor machine={machine} required={{ goOn: checkAgain, busy: looking, message }} />
    </>
  );
}
