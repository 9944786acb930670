import type { PasswordChange } from '#ui/account/use-password-change.ts';
import { TYPED_FIRST } from '#ui/primitives/layout/app-frame.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Field, FieldStack } from '#ui/primitives/forms/field.tsx';
import { PasswordInput } from '#ui/primitives/forms/inputs.tsx';
import { useForm } from '../shared/use-form.ts';

type PasswordFormProps = {
  readonly password: PasswordChange;
  /** Label of the present password. */
  readonly current: string;
  readonly username: string;
};

/** The form in which one changes one's own password. */
export function PasswordForm({ password, current, username }: PasswordFormProps) {
  const { problem, message, success, busy, changes, change } = password;
  const { form, errorAt } = useForm(problem, ['current', 'password', 'again'], change);
  return (
    <form {...form} method="post" aria-label="Change your password" noValidate>
      <FieldStack>
        {/* For password managers, which store the new one under it. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <FieldStack key={changes}>
          <Field label={current} error={errorAt('current')}>
            <PasswordInput {...TYPED_FIRST} name="current" autoComplete="current-password" />
          </Field>
          <Field
            label="New password"
            hint="12 characters or more. A few words in a row are good."
            error={errorAt('password')}
          >
            <PasswordInput name="password" autoComplete="new-password" />
          </Field>
          <Field label="New password again" error={errorAt('again')}>
            <PasswordInput name="again" autoComplete="new-password" />
          </Field>
        </FieldStack>
        <div>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Changing the password">
            Change Password
          </Button>
        </div>
        <OutcomeSlot message={message} success={success} />
      </FieldStack>
    </form>
  );
}
