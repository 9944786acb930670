import { userOf } from '#server/domain/people/account-names.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { createSecret, rotateSecret } from '#server/domain/credentials/secret.ts';
import { createThrottle } from '#server/domain/credentials/throttle.ts';
import { linkIdentity, removeSecondFactor, unlinkIdentity } from '#server/domain/people/user-changes.ts';
import type { Command } from './command.ts';

/** Commands `secret`. */
export const secretCommands: readonly Command[] = [
  {
    name: 'secret rotate',
    summary:
      'make a new secret for anti-forgery values and sessions, as after a stolen backup; everybody signs in anew',
    async run({ now }, { storage }) {
      const ended = await rotateSecret(storage, now());
      const text = `The installation has a new secret. ${ended} sessions were ended: everybody signs in anew.`;
      return { text, json: { ended } };
    },
  },
];

/** Commands for sign-ins: failed ones, second factors, the identity provider. */
export const signInCommands: readonly Command[] = [
  {
    name: 'user unlock',
    words: ['username'],
    summary: 'forget a user’s failed sign-ins, so that they may try again at once',
    async run({ words: [wanted = ''], settings, now }, { storage }) {
      const user = await storage.users.byUsername(wanted);
      if (!user) throw new Refusal('missing', `There is no user '${wanted}'.`);
      const { username } = user;
      const throttle = createThrottle({
        storage,
        secret: createSecret(storage),
        now,
        addressMax: settings.signInAddressMax,
      });
      const unlock = await throttle.unlocking();
      const by = { actor: null, at: now() };
      const { tries, networks } = await storage.transaction((stores) => unlock(stores, by, user));
      const [tried, places] = [tries === 1 ? 'failed try' : 'failed tries', networks === 1 ? 'network' : 'networks'];
      const text =
        tries === 0
          ? `No failed sign-in of ${username} counts just now. If they are still asked to wait, too many names failed from their network.`
          : `${username} may sign in: ${tries} ${tried} from ${networks} ${places} ${tries === 1 ? 'is' : 'are'} forgotten.`;
      const disabled = user.disabled_at === null ? '' : ` The user is disabled, though: user enable ${username}.`;
      return { text: `${text}${disabled}`, json: { username, tries, networks } };
    },
  },
  {
    name: 'user remove-second-factor',
    words: ['username'],
    summary: 'ask a user for no code any more, as when their telephone is lost',
    async run({ words: [wanted = ''], now }, { storage }) {
      const user = await userOf(storage, wanted);
      await storage.transaction((stores) => removeSecondFactor(stores, { actor: null, at: now() }, user));
      return { text: `${user.username} is asked for no code.`, json: { username: user.username } };
    },
  },
  {
    name: 'user link-provider',
    words: ['username', 'subject'],
    summary:
      'have somebody of the identity provider sign in as a user; subject: the claim sub that the provider has for them',
    async run({ words: [wanted = '', subject = ''], settings, now }, { storage }) {
      const provider = settings.identityProvider;
      if (!provider) throw new Refusal('invalid', 'No identity provider is set up: READY_OIDC_ISSUER.');
      const user = await userOf(storage, wanted);
      const identity = { issuer: provider.issuer.href, subject };
      await storage.transaction((stores) => linkIdentity(stores, { actor: null, at: now() }, user, identity));
      const text = `${user.username} can sign in by ${provider.name} now. Their level and organization follow the groups there, unless they have level 4.`;
      return { text, json: { username: user.username, ...identity } };
    },
  },
  {
    name: 'user unlink-provider',
    words: ['username'],
    summary: 'let a user in by the identity provider no more; sessions go on',
    async run({ words: [wanted = ''], now }, { storage }) {
      const user = await userOf(storage, wanted);
      const was = await storage.transaction((stores) => unlinkIdentity(stores, { actor: null, at: now() }, user));
      const text = was
        ? `${user.username} is nobody of an identity provider any more. Whoever they are there is made anew at the next sign-in.`
        : `${user.username} was nobody of an identity provider.`;
      return { text, json: { username: user.username, unlinked: was } };
    },
  },
];
