import type { FormEvent } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '#config/paths.ts';
import { useAuth } from '#ui/hooks/use-auth.ts';
import { useLogin } from '#ui/hooks/use-login.ts';
import { Page, Panel } from '#ui/primitives/app-frame.tsx';
import { Banner, BannerSlot } from '#ui/primitives/banner.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Field, FieldStack } from '#ui/primitives/field.tsx';
import { PasswordInput, TextInput } from '#ui/primitives/inputs.tsx';
import { PageHeader } from '#ui/primitives/page-header.tsx';
import { PageTitle } from './shared/page-title.tsx';
import { redirectedFrom } from './shared/redirected.ts';
import { Link } from './shared/link.tsx';

/** Section 2, login. */
export function LoginScreen() {
  const { status } = useAuth();
  const { message, busy, success, signIn } = useLogin();
  const from = redirectedFrom(useLocation().state);

  if (status === 'authenticated' && success === null) {
    // Decision 10: the first check answered late, and the redirect was the only thing that happened since.
    if (from !== null) return <Navigate to={from} replace />;
    return <AlreadyLoggedIn />;
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    signIn({ username: String(fields.get('username') ?? ''), password: String(fields.get('password') ?? '') });
  };

  return (
    <Page width="reading">
      <PageTitle>Sign in</PageTitle>
      <PageHeader title="Sign in" />
      <Panel>
        <form method="post" onSubmit={submit}>
          <FieldStack>
            <Field label="Username" required>
              <TextInput name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} required />
            </Field>
            <Field label="Password" required>
              <PasswordInput name="password" autoComplete="current-password" required />
            </Field>
            <Button
              type="submit"
              variant="primary"
              wide
              busy={busy}
              busyLabel="Signing in"
              unavailable={success !== null}
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
      <p>
        No account yet? <Link to={paths.signup()}>Sign up</Link>
      </p>
    </Page>
  );
}

function AlreadyLoggedIn() {
  const { user } = useAuth();
  return (
    <Page width="reading">
      <PageTitle>Sign in</PageTitle>
      <PageHeader title="Already Logged In" subtitle={user && `You are signed in as ${user.username}.`} />
      <div>
        <Link to={paths.dashboard()} className={buttonClass({ variant: 'primary' })}>
          Go to Dashboard
        </Link>
      </div>
    </Page>
  );
}
