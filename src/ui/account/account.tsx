import { screens } from '#common/config/paths.ts';
import { type AccountMachine, useAccount } from '#ui/account/use-account.ts';
import { hasCapability, mayOpen, useAuth } from '#ui/session/use-auth.ts';
import { type PasswordChangeMachine, usePasswordChange } from '#ui/account/use-password-change.ts';
import type { SecondFactorMachine } from '#ui/account/use-second-factor.ts';
import { Page, Panel } from '#ui/primitives/layout/app-frame.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Card, CardList, Section } from '#ui/primitives/layout/card.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { shortText } from '../shared/moment.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { agentText } from './agent-text.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';

const PASSWORD_HEADING = 'password';
const SESSIONS_HEADING = 'sessions';

type AccountProps = { machine: AccountMachine; password: PasswordChangeMachine; factor: SecondFactorMachine };
type Session = ReturnType<typeof useAccount>['sessions'][number];

/** The user's own password, second factor and sessions. On a host without these it requests nothing. */
export function AccountScreen(machines: AccountProps) {
  const { user } = useAuth();
  return (
    <Page width="reading">
      <PageTitle>Account</PageTitle>
      {mayOpen(user, screens.account) ? (
        <Account {...machines} />
      ) : (
        <Failure level={1} title="Account" message="This host keeps passwords and sessions by itself." />
      )}
    </Page>
  );
}

function Account({ machine, password: passwordMachine, factor }: AccountProps) {
  const { user } = useAuth();
  const account = useAccount(machine);
  const password = usePasswordChange(passwordMachine, account.readAgain);
  const { sessions, listMessage, message, loading, ending, end } = account;
  const provider = user?.identity_provider;
  const username = user?.username ?? '';
  const facts = [`You are signed in as ${username}`, user?.organization].filter(Boolean);
  return (
    <>
      <PageHeader title="Account" subtitle={facts.join(' · ')} />
      {provider?.has_password === false ? (
        <Section title="Password and second step" id={PASSWORD_HEADING}>
          <p>{`You sign in by ${provider.name}. Your password, and whether a code is asked for, are changed there.`}</p>
        </Section>
      ) : (
        <>
          <Section
            title="Change your password"
            {...(provider && { hint: `The one of this site. That of ${provider.name} is changed there.` })}
            id={PASSWORD_HEADING}
          >
            <Panel>
              <PasswordForm password={password} current="Current password" username={username} />
            </Panel>
          </Section>
          {hasCapability(user, 'second-factor') && <SecondFactor machine={factor} onSet={account.readAgain} />}
        </>
      )}
      <Section
        title={`Sessions (${sessions.length})`}
        hint="Where you are signed in. A session that you do not know: end it, and change your password."
        id={SESSIONS_HEADING}
      >
        {listMessage !== null && <Failure message={listMessage} onRetry={account.retry} />}
        {sessions.length > 0 ? (
          <CardList labelledBy={SESSIONS_HEADING}>
            {sessions.map((session) => (
              <Card
                key={session.uuid}
                title={agentText(session.agent)}
                description={factsOf(session)}
                actions={
                  session.is_this ? (
                    <span>This session</span>
                  ) : (
                    <EndButton session={session} busy={ending === session.uuid} end={end} />
                  )
                }
              />
            ))}
          </CardList>
        ) : (
          loading && <Skeleton label="Loading your sessions" shape="lines" count={3} />
        )}
        <OutcomeSlot message={message} />
      </Section>
    </>
  );
}

type EndButtonProps = {
  session: Session;
  busy: boolean;
  end: (session: string) => void;
};

function EndButton({ session, busy, end }: EndButtonProps) {
  return (
    <Button
      variant="quiet"
      busy={busy}
      busyLabel="Ending the session"
      aria-label={`End session: ${agentText(session.agent)}, ${factsOf(session)}`}
      onClick={() => end(session.uuid)}
    >
      End
    </Button>
  );
}

/** Facts that distinguish sessions. */
function factsOf({ opened_on, used_on, address }: Session): string {
  return [
    opened_on !== null && `Signed in ${shortText(opened_on)}`,
    used_on !== null && `used ${shortText(used_on)}`,
    address !== null && `from ${address}`,
  ]
    .filter(Boolean)
    .join(', ');
}
