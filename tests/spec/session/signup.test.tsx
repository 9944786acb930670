import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { SIGNUP_REDIRECT_DELAY, SIGNUP_SIMULATED_DELAY } from '#common/config/constants.ts';
import { hostForEachTest, type MountedApp } from '#tests/support/jsdom/mount.tsx';
import { shows } from '#tests/support/shows.ts';
import { button, field, heading, isGone, opened, press, target, text } from '../editor/person.ts';

const host = hostForEachTest();

const SUCCESS = 'Account created successfully! Please check your email for further instructions.';
const FIELDS = ['First name', 'Last name', 'Organization', 'Organization login', 'Organization password'] as const;

const descriptionOf = (control: HTMLElement): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
const complaints = (): string[] =>
  FIELDS.flatMap((name) => {
    const control = screen.queryByLabelText(`${name} *`);
    return control?.getAttribute('aria-invalid') === 'true' ? [`${name}: ${descriptionOf(control)}`] : [];
  });

async function open(): Promise<MountedApp> {
  const app = await opened(host, '/signup', () => button('Sign Up'), { signedIn: false });
  await app.settled();
  return app;
}

const fill = (app: MountedApp, name: string, value: string): Promise<void> =>
  name === 'Organization' ? app.user.selectOptions(field(name), value) : app.user.type(field(name), value);

describe('sign up', () => {
  it(
    shows(
      's2.signup.fields s2.signup.organizations s2.signup.dependent-fields s3.signup-form s9.organizations',
      's1.signup',
    )('offers the two organizations, and their login once one is chosen'),
    async () => {
      const app = await open();
      const options = within(field('Organization')).getAllByRole<HTMLOptionElement>('option');
      expect(options.map(({ value }) => value)).toEqual(['', 'Ready', 'active911']);
      expect(screen.queryByLabelText(/^Organization (login|password)/)).toBeNull();
      await fill(app, 'Organization', 'Ready');
      expect(field('Organization login')).toBeVisible();
      expect(field('Organization password')).toBeVisible();
      await fill(app, 'Organization', '');
      expect(screen.queryByLabelText(/^Organization (login|password)/)).toBeNull();
    },
  );

  it(
    shows(
      's5.signup.first-name s5.signup.last-name s5.signup.organization s5.signup.login s5.signup.password',
      's5.signup.order s5.signup.trimmed',
    )('asks for one thing after the other, as often as it is sent, and blanks are nothing'),
    async () => {
      const app = await open();
      const steps: [complaint: string, name: string, value: string][] = [
        ['First name: First name is required.', 'First name', 'Ann'],
        ['Last name: Last name is required.', 'Last name', 'Lee'],
        ['Organization: Please select an organization.', 'Organization', 'Ready'],
        ['Organization login: Organization login is required.', 'Organization login', 'ann'],
        ['Organization password: Organization password is required.', 'Organization password', 'secret'],
      ];
      for (const [complaint, name, value] of steps) {
        await press(app, 'Sign Up');
        expect(complaints()).toEqual([complaint]);
        expect(field(name)).toHaveFocus();
        if (name !== 'Organization') await fill(app, name, ' \t ');
        // The press takes the focus away; the second complaint about the same field brings it back.
        await press(app, 'Sign Up');
        expect(complaints()).toEqual([complaint]);
        expect(field(name)).toHaveFocus();
        await fill(app, name, value);
      }
      await press(app, 'Sign Up');
      expect(complaints()).toEqual([]);
    },
  );

  it(
    shows(
      's2.signup.wait s2.signup.success s2.signup.clears s2.signup.redirect s2.signup.no-call s7.signup-no-call',
      's9.signup-delay s9.signup-redirect',
    )('says so after 1 s, empties the form, and goes to /login after 2 s more, without a call'),
    async () => {
      const app = await open();
      const before = host.requests.length;
      await fill(app, 'First name', ' Ann ');
      await fill(app, 'Last name', 'Lee');
      await fill(app, 'Organization', 'active911');
      await fill(app, 'Organization login', 'ann');
      await fill(app, 'Organization password', 'secret');
      await press(app, 'Sign Up');
      await press(app, 'Sign Up');
      expect([SIGNUP_SIMULATED_DELAY, SIGNUP_REDIRECT_DELAY]).toEqual([1_000, 2_000]);
      await app.advance(999);
      expect(isGone(SUCCESS)).toBe(true);
      expect(field('First name')).toHaveValue(' Ann ');
      await app.advance(1);
      expect(text(SUCCESS)).toBeVisible();
      for (const name of ['First name', 'Last name', 'Organization']) expect(field(name)).toHaveValue('');
      expect(screen.queryByLabelText(/^Organization password/)).toBeNull();
      await press(app, 'Sign Up');
      await app.advance(1_999);
      expect(app.address()).toBe('/signup');
      await app.advance(1);
      await app.until(() => button('Sign In'));
      expect(app.address()).toBe('/login');
      await app.advance(60_000);
      expect(app.address()).toBe('/login');
      expect(host.requests).toHaveLength(before);
    },
  );

  it(shows('s2.signup.already s2.signup.go-home')('tells who is signed in already, and offers /home'), async () => {
    await opened(host, '/signup', () => heading('Already Logged In'));
    expect(target('Go to Home')).toBe('/home');
    expect(screen.queryByRole('button', { name: 'Sign Up' })).toBeNull();
  });
});
