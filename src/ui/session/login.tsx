import { type FormEvent, useEffect, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { isWall, paths, SHOWN } from '#common/config/paths.ts';
import { useApp } from '#ui/shared/app-context.ts';
import { useAuth } from '#ui/session/use-auth.ts';
import { useLogin, type LoginMachine } from '#ui/session/use-login.ts';
import { Page, Panel, TYPED_FIRST } from '#ui/primitives/layout/app-frame.tsx';
import { Banner, BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { Field, FieldStack } from '#ui/primitives/forms/field.tsx';
import { PasswordInput, TextInput } from '#ui/primitives/forms/inputs.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { AlreadyLoggedIn } from './already-logged-in.tsx';
import { PageTitle } from '../shared/page-title.tsx';
import { redirectedFrom } from './redirected.ts';
import { Link } from '../shared/link.tsx';
import { fieldTexts } from '../shared/field-texts.ts';
import styles from './login.module.css';

const DEMO_HEADING = 'try-the-demo';

/** Moves the keyboard to the second step. */
const focus = (field: HTMLElement | null): void => field?.focus();

/** The sign-in (`s2.login.*`), with the second step for users who need a code. */
export function LoginScreen({ machine }: { machine: LoginMachine }) {
  const { status, stillSignedInAt } = useAuth();
  const location = useLocation();
  const from = redirectedFrom(location.state);
  const answer = location.pathname.startsWith(paths.loginReturn()) ? location.search : null;
  const isForWall = from !== null && isWall(new URL(from, window.location.origin));
  const { message, busy, isAtProvider, isReturning, isCodeAsked, success, type, signIn, signInAtProvider } = useLogin(
    machine,
    isForWall,
    answer,
  );
  const { env, unsaved, firstRun } = useApp();
  // The page that the build made has neither what the server says nor what that would move: React takes it over first, then shows the rest.
  const isServed = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const provider = isServed ? env.provider : null;
  useEffect(() => void window.dispatchEvent(new Event(SHOWN)), []);
  const kept = unsaved.size;

  if (isReturning) {
    return (
      <Page width="narrow">
        <PageTitle>Sign in</PageTitle>
        <PageHeader title="Sign in" />
        <BannerSlot placement="inline" status={<Banner tone="info">Signing you in…</Banner>} />
      </Page>
    );
  }
  if (status === 'authenticated' && success === null) {
    // The first check answered late, or the session of a wall was restored, and nothing but the redirect to this page has happened since
    // (`d10.back-to-page`).
    if (from !== null) return <Navigate to={from} replace />;
    return (
      <AlreadyLoggedIn page="Sign in" to={paths.dashboard()}>
        Go to Dashboard
      </AlreadyLoggedIn>
    );
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { code, ...credentials } = fieldTexts(event.currentTarget, ['username', 'password', 'code']);
    signIn(code === '' ? credentials : { ...credentials, code: code.trim() });
  };

  return (
    <Page width="narrow">
      <PageTitle>Sign in</PageTitle>
      <PageHeader
        title="Sign in"
        subtitle={
          kept === 0
            ? 'Fill in documents, and show them live on the wall.'
            : `Your session ended. ${kept} unsaved ${kept === 1 ? 'document is' : 'documents are'} kept.`
        }
      />
      {isServed && firstRun.isDue && (
        <Banner tone="info">
          Nobody can sign in yet. <Link to={paths.firstRun()}>Make the first administrator</Link>
        </Banner>
      )}
      {stillSignedInAt !== null && (
        <Banner tone="info">
          {`You are signed out here. Your browser may still be signed in at ${stillSignedInAt}: sign out there too, if others use it.`}
        </Banner>
      )}
      <Panel>
        <form method="post" onSubmit={submit} onInput={type}>
          <FieldStack>
            <Field label="Username">
              <TextInput
                {...TYPED_FIRST}
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                required
              />
            </Field>
            <Field label="Password">
              <PasswordInput name="password" autoComplete="current-password" required />
            </Field>
            {isCodeAsked && (
              <Field label="Code" hint="The one that your authenticator shows, or a recovery code.">
                <TextInput
                  ref={focus}
                  name="code"
                  autoComplete="one-time-code"
                  autoCapitalize="none"
                  spellCheck={false}
                />
              </Field>
            )}
            <Button
              type="submit"
              variant="primary"
              wide
              busy={busy && !isAtProvider}
              busyLabel="Signing in"
              unavailable={success !== null || isAtProvider}
            >
              Sign In
            </Button>
            <BannerSlot
              placement="inline"
              alert={message !== null && <Banner tone="error">{message}</Banner>}
              status={success !== null && <Banner tone="success">{success}</Banner>}
            />
          </FieldStack>
        </form>
      </Panel>
      {provider !== null && !isCodeAsked && (
        <Button
          wide
          busy={isAtProvider}
          busyLabel={`Opening ${provider}`}
          unavailable={busy || success !== null}
          onClick={() => signInAtProvider(from)}
        >
          {`Sign in with ${provider}`}
        </Button>
      )}
      {isServed && env.demo.length > 0 && (
        <Section title="Try the demo" id={DEMO_HEADING}>
          <div className={styles.demo}>
            {env.demo.map(({ does, ...person }) => (
              <Button key={person.username} wide unavailable={busy || success !== null} onClick={() => signIn(person)}>
                {`As ${person.username}, who ${does}`}
              </Button>
            ))}
          </div>
        </Section>
      )}
      {isServed && (
        <>
          <p>
            No account yet? <Link to={paths.signup()}>Sign up</Link>
          </p>
          <p>
            Forgot your password? An administrator can give you another one.
            {provider !== null && ` That of ${provider} is changed there.`}
          </p>
        </>
      )}
    </Page>
  );
}
