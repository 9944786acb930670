import { type SecondFactorMachine, type SecondFactorView, useSecondFactor } from '#ui/account/use-second-factor.ts';
import { Panel } from '#ui/primitives/layout/app-frame.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { Field, FieldActions, FieldStack } from '#ui/primitives/forms/field.tsx';
import { PasswordInput, TextInput } from '#ui/primitives/forms/inputs.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { shortText } from '../shared/moment.tsx';
import { ShownOnce } from '../shared/shown-once.tsx';
import { useForm } from '../shared/use-form.ts';
import styles from './account.module.css';

const HEADING = 'second-step';

type SecondFactorProps = {
  readonly machine: SecondFactorMachine;
  /** Called when it is on, and the user's other sessions have ended. */
  readonly onSet?: () => void;
  /** Button for continuing after a required setup. */
  readonly required?: { readonly goOn: () => void; readonly busy: boolean; readonly message: string | null };
};

/** State of the code at each sign-in, and the forms that change it. */
export function SecondFactor({ machine, onSet, required }: SecondFactorProps) {
  const factor = useSecondFactor(machine, onSet);
  const { phase, message, busy } = factor;
  return (
    <Section
      title="Second step at sign-in"
      hint="A code of an authenticator on your telephone, asked for after the password: the password alone is then not enough."
      id={HEADING}
    >
      {phase === 'loading' && <Skeleton label="Loading your second step" shape="lines" count={1} />}
      {phase === 'failed' && <Failure message={message ?? ''} onRetry={factor.retry} />}
      {phase === 'off' && (
        <Panel>
          <FieldStack>
            {!required && <p>It is off: your password alone signs you in.</p>}
            <div>
              <Button
                variant={required ? 'primary' : 'secondary'}
                busy={busy}
                busyLabel="Making a secret"
                onClick={factor.begin}
              >
                Set Up
              </Button>
            </div>
            <OutcomeSlot message={message} />
          </FieldStack>
        </Panel>
      )}
      {phase === 'pairing' && <Pairing factor={factor} />}
      {required && phase === 'on' && (
        <Panel>
          <FieldStack>
            <p>A code is asked for from now on.</p>
            <div>
              <Button variant="primary" busy={required.busy} busyLabel="Going on" onClick={required.goOn}>
                Go On
              </Button>
            </div>
            <OutcomeSlot message={required.message} />
          </FieldStack>
        </Panel>
      )}
      {!required && (phase === 'on' || phase === 'removing') && <On factor={factor} />}
      {phase === 'handing' && <Codes factor={factor} />}
    </Section>
  );
}

/** Groups are read and typed more easily. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

function Pairing({ factor }: { factor: SecondFactorView }) {
  const { secret, problem, message, busy, give, cancel } = factor;
  const { form, errorAt } = useForm(problem, ['code', 'current'], give);
  if (secret === null) return null;
  const { size, path } = secret.picture;
  return (
    <Panel>
      <form {...form} method="post" aria-label="Set up a second step" noValidate>
        <FieldStack>
          <p>
            Let an authenticator read this picture, or <a href={secret.uri}>open it in one on this device</a>. By hand:{' '}
            <code className={styles.secret}>{grouped(secret.secret)}</code>
          </p>
          <svg
            role="img"
            aria-label="The secret as a picture for a camera"
            className={styles.picture}
            viewBox={`-4 -4 ${size + 8} ${size + 8}`}
          >
            <path d={path} />
          </svg>
          <Field label="Code" hint="The six digits that it shows now." error={errorAt('code')}>
            <TextInput name="code" inputMode="numeric" autoComplete="one-time-code" spellCheck={false} />
          </Field>
          <Field label="Your password" error={errorAt('current')}>
            <PasswordInput name="current" autoComplete="current-password" />
          </Field>
          <FieldActions>
            <Button type="submit" variant="primary" busy={busy} busyLabel="Turning it on">
              Turn On
            </Button>
            <Button unavailable={busy} onClick={cancel}>
              Cancel
            </Button>
          </FieldActions>
          <OutcomeSlot message={message} />
        </FieldStack>
      </form>
    </Panel>
  );
}

function On({ factor }: { factor: SecondFactorView }) {
  const { phase, factor: own, problem, message, busy, askToRemove, keep, remove } = factor;
  const left = own.recovery_codes_left;
  const { form, errorAt } = useForm(problem, ['code', 'current'], remove);
  return (
    <Panel>
      <FieldStack>
        <p>
          A code is asked for since {own.since === null ? 'a while' : shortText(own.since)}. {left} recovery{' '}
          {left === 1 ? 'code is' : 'codes are'} left
          {left < 3 ? ': turn it off and set it up again to get new ones.' : '.'}
        </p>
        {phase === 'on' ? (
          <div>
            <Button onClick={askToRemove}>Turn Off</Button>
          </div>
        ) : (
          <form {...form} method="post" aria-label="Turn off the second step" noValidate>
            <FieldStack>
              <Field
                label="Code"
                hint="The six digits that the authenticator shows now, or a recovery code. Without either, an administrator can have you asked for no code."
                error={errorAt('code')}
              >
                <TextInput name="code" autoComplete="one-time-code" spellCheck={false} />
              </Field>
              <Field label="Your password" error={errorAt('current')}>
                <PasswordInput name="current" autoComplete="current-password" />
              </Field>
              <FieldActions>
                <Button type="submit" variant="danger" busy={busy} busyLabel="Turning it off">
                  Turn Off
                </Button>
                <Button unavailable={busy} onClick={keep}>
                  Cancel
                </Button>
              </FieldActions>
            </FieldStack>
          </form>
        )}
        <OutcomeSlot message={message} />
      </FieldStack>
    </Panel>
  );
}

function Codes({ factor: { codes, copied, copy, putAway } }: { factor: SecondFactorView }) {
  return (
    <ShownOnce
      title="Recovery codes"
      description="The second step is on, and your other sessions have ended. Each of these lets you in once where your authenticator is not at hand. Keep them where you find them: they are not shown again."
      copied={copied}
      onCopy={copy}
      onDone={putAway}
    >
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </ShownOnce>
  );
}
