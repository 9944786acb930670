import type { UserUpdate } from '#common/calls/admin.ts';

/** The fields of the update form, as they were typed. */
export type UserFields = { name: string; email: string; organization_id: string; permission: string };

const WHOLE_NUMBER = /^[+-]?\d+$/;

function wholeNumber(text: string): number | null {
  const number = WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

/**
 * Returns the body of a user update: only fields that are not empty after trimming (`s5.update.non-empty`). Whole numbers are sent as integers
 * (`d24.integers`); an organization that is no number is sent as typed, a permission that is none is not sent.
 */
export function userUpdateOf(fields: UserFields): UserUpdate {
  const name = fields.name.trim();
  const email = fields.email.trim();
  const organization = fields.organization_id.trim();
  const permission = wholeNumber(fields.permission.trim());
  return {
    ...(name !== '' && { name }),
    ...(email !== '' && { email }),
    ...(organization !== '' && { organization_id: wholeNumber(organization) ?? organization }),
    ...(permission !== null && { permission }),
  };
}
