import { createIdentityProvider, ProviderTrouble } from '#server/domain/session/identity-provider.ts';
import type { Examiner, OutsideExaminer } from './finding.ts';

/**
 * Checks that the identity provider answers. While it does not, users with a password of this site can still sign in.
 */
export const examineProvider: OutsideExaminer = async ({ settings: { identityProvider }, now }, note) => {
  if (identityProvider === null) return;
  const { name, issuer } = identityProvider;
  try {
    await createIdentityProvider(identityProvider, () => now).look();
    note('ok', `${name} answers at ${issuer.href}`);
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error;
    const what = error.kind === 'away' ? 'does not answer' : `gives no description of a provider (${error.reason})`;
    note('warning', `${name} ${what} at ${issuer.href}: nobody can sign in by it just now. Look at READY_OIDC_ISSUER`);
  }
};

/** Checks that the organizations exist to which groups of the provider belong. */
export const examineProvidedOrganizations: Examiner = async (
  { settings: { identityProvider }, installation: { storage } },
  note,
) => {
  if (identityProvider === null) return;
  const { organization, organizations } = identityProvider;
  const all = await storage.organisations.list();
  const known = all.flatMap((one) => [one.name, String(one.organization_id)]);
  const wanted = [...organizations.map((one) => one.organization), ...(organization === null ? [] : [organization])];
  for (const missing of new Set(wanted.filter((one) => !known.includes(one)))) {
    note(
      'problem',
      `people of ${identityProvider.name} belong to the organization '${missing}', which does not exist: org add, or correct READY_OIDC_ORGANIZATION and READY_OIDC_ORGANIZATIONS`,
    );
  }
};
