import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { SIGNUP_REDIRECT_DELAY, SIGNUP_SIMULATED_DELAY } from '#config/constants.ts';
import type { FakeHost } from '#tests/support/fake-host.ts';
import { prepareJsdom } from '#tests/support/jsdom-setup.ts';
import { hostWithPerson, showScreen } from '#tests/support/render-screen.tsx';
import { shows } from '#tests/support/shows.ts';
import { SignupScreen } from '#ui/screens/signup.tsx';

prepareJsdom();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const SUCCESS = 'Account created successfully! Please check your email for further instructions.';
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const signUp = () => fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
const field = (name: string) => screen.getByLabelText(new RegExp(`^${name}`));
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const descriptionOf = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
const complaints = () =>
  ['First name', 'Last name', 'Organization', 'Organization login', 'Organization password'].flatMap((name) => {
    const control = screen.queryByLabelText(`${name} *`);
    return control?.getAttribute('aria-invalid') === 'true' ? [`${name}: ${descriptionOf(control)}`] : [];
  });

function fillAll(): void {
  fill('First name', ' Ann ');
  fill('Last name', 'Lee');
  fill('Organization \\*', 'active911');
  fill('Organization login', 'ann');
  fill('Organization password', 'secret');
}

const callsAfterVerify = (host: FakeHost) => host.requests.filter(({ path }) => path !== '/auth/verify');

describe('sign up', () => {
  it(
    shows(
      's2.signup.fields',
      's2.signup.organizations',
      's2.signup.dependent-fields',
      's3.signup-form',
      's9.organizations',
      's1.signup',
    )('offers the two organizations, and their login once one is chosen'),
    async () => {
      hostWithPerson(null);
      await showScreen(<SignupScreen />);
      const options = within(field('Organization')).getAllByRole<HTMLOptionElement>('option');
      expect(options.map(({ value }) => value)).toEqual(['', 'Ready', 'active911']);
      expect(screen.queryByLabelText(/^Organization login/)).toBeNull();
      expect(screen.queryByLabelText(/^Organization password/)).toBeNull();
      fill('Organization', 'Ready');
      expect(field('Organization login')).toBeVisible();
      expect(field('Organization password')).toBeVisible();
      fill('Organization \\*', '');
      expect(screen.queryByLabelText(/^Organization login/)).toBeNull();
    },
  );

  it(
    shows(
      's5.signup.first-name',
      's5.signup.last-name',
      's5.signup.organization',
      's5.signup.login',
      's5.signup.password',
      's5.signup.order',
      's5.signup.trimmed',
    )('asks for one thing after the other, and blanks are nothing'),
    async () => {
      hostWithPerson(null);
      await showScreen(<SignupScreen />);
      const steps: [complaint: string, name: string, value: string][] = [
        ['First name: First name is required.', 'First name', 'Ann'],
        ['Last name: Last name is required.', 'Last name', 'Lee'],
        ['Organization: Please select an organization.', 'Organization', 'Ready'],
        ['Organization login: Organization login is required.', 'Organization login', 'ann'],
        ['Organization password: Organization password is required.', 'Organization password', 'secret'],
      ];
      for (const [complaint, name, value] of steps) {
        signUp();
        expect(complaints()).toEqual([complaint]);
        expect(field(name)).toHaveFocus();
        if (name !== 'Organization') {
          fill(name, ' \t ');
          signUp();
          expect(complaints()).toEqual([complaint]);
        }
        fill(name, value);
      }
      signUp();
      expect(complaints()).toEqual([]);
    },
  );

  it(
    shows(
      's2.signup.wait',
      's2.signup.success',
      's2.signup.clears',
      's2.signup.redirect',
      's2.signup.no-call',
      's7.signup-no-call',
      's9.signup-delay',
      's9.signup-redirect',
    )('says so after 1 s, empties the form, and goes to /login after 2 s more, without a call'),
    async () => {
      const host = hostWithPerson(null);
      const went = await showScreen(<SignupScreen />);
      fillAll();
      signUp();
      signUp();
      expect([SIGNUP_SIMULATED_DELAY, SIGNUP_REDIRECT_DELAY]).toEqual([1_000, 2_000]);
      await pass(999);
      expect(screen.queryByText(SUCCESS)).toBeNull();
      expect(field('First name')).toHaveValue(' Ann ');
      await pass(1);
      expect(screen.getByText(SUCCESS)).toBeVisible();
      expect(field('First name')).toHaveValue('');
      expect(field('Last name')).toHaveValue('');
      expect(field('Organization')).toHaveValue('');
      expect(screen.queryByLabelText(/^Organization password/)).toBeNull();
      signUp();
      await pass(1_999);
      expect(went.to).toEqual([]);
      await pass(1);
      expect(went.to).toEqual(['/login']);
      expect(screen.getByText(SUCCESS)).toBeVisible();
      await pass(60_000);
      expect(went.to).toEqual(['/login']);
      expect(callsAfterVerify(host)).toEqual([]);
    },
  );

  it(shows('s2.signup.already', 's2.signup.go-home')('tells who is signed in already, and offers /home'), async () => {
    hostWithPerson(2);
    await showScreen(<SignupScreen />);
    expect(screen.getByRole('heading', { name: 'Already Logged In' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/home');
    expect(screen.queryByRole('button', { name: 'Sign Up' })).toBeNull();
  });
});
