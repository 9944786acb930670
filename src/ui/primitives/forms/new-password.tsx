import { Field } from './field.tsx';
import { PasswordInput } from './inputs.tsx';

type NewPasswordProps = { readonly label: string; readonly errorAt: (field: string) => string | null };

/** The two fields of a new password. */
export const NewPassword = ({ label, errorAt }: NewPasswordProps) => (
  <>
    <Field label={label} hint="12 characters or more. A few words in a row are good." error={errorAt('password')}>
      <PasswordInput name="password" autoComplete="new-password" />
    </Field>
    <Field label={`${label} again`} error={errorAt('again')}>
      <PasswordInput name="again" autoComplete="new-password" />
    </Field>
  </>
);
