import { createAccounts, type Accounts } from '#server/domain/people/accounts.ts';
import { createPasswords } from '#server/domain/credentials/passwords.ts';
import { createDepartures, type Departures } from '#server/domain/people/departures.ts';
import { Misuse, required, table, yes, type Call, type Command, type Installation } from './command.ts';

/** Operations on users. */
export const accountsOf = ({ now }: Call, { storage }: Installation): Accounts =>
  createAccounts(storage, createPasswords(), now);
/** Operations that move or remove users and their belongings. */
export const departuresOf = ({ now }: Call, { storage }: Installation): Departures => createDepartures(storage, now);

const force = 'also the last administrator of an organization';
const oneTime = { 'one-time': 'has to be changed at the first sign-in, within 72 hours' };
const stdin = { 'password-stdin': 'read the password from the first line of standard input instead of making one' };
const levels = 'levels: 0-1 reads, 2 writes and submits, 3 administers an organization, 4 administers all of them';

async function givenPassword({ flag, readLine }: Call): Promise<string | null> {
  return flag('password-stdin') ? readLine() : null;
}
function levelOf(text: string): number {
  if (!/^\d$/.test(text)) throw new Misuse(`The level must be a number; ${levels}.`);
  return Number(text);
}
const shownOnce = (password: string | null): string =>
  password === null ? '' : `\nPassword, shown this once: ${password}`;
const once = (password: string | null): object => (password === null ? {} : { password });
const streamsEnd = ' Sessions are ended, and their live views with them.';

/** user. */
export const peopleCommands: readonly Command[] = [
  {
    name: 'user add',
    words: ['username'],
    also: '--org <number or name>',
    makes: true,
    summary: 'add a user; makes a password and shows it once',
    options: {
      org: '<number or name> the organization',
      level: `<number> 2 when it is left out; ${levels}`,
      name: '<text> the person’s name; the username when it is left out',
      email: '<address>',
      ...oneTime,
      ...stdin,
    },
    async run(call, installation) {
      const username = call.words[0] ?? '';
      const organisation = required(call, 'org', '--org <number or name>');
      const { uuid, password } = await accountsOf(call, installation).add({
        username,
        organisation,
        name: call.text('name') ?? username,
        email: call.text('email') ?? '',
        permission: levelOf(call.text('level') ?? '2'),
        password: await givenPassword(call),
        isOneTime: call.flag('one-time'),
      });
      return { text: `Added user ${username}.${shownOnce(password)}`, json: { uuid, username, ...once(password) } };
    },
  },
  {
    name: 'user passwd',
    words: ['username'],
    summary: 'give a user a new password, shown once; ends their sessions',
    options: { ...oneTime, ...stdin },
    async run(call, installation) {
      const username = call.words[0] ?? '';
      const password = await accountsOf(call, installation).setPassword(
        username,
        await givenPassword(call),
        call.flag('one-time'),
      );
      const text = `${username} has a new password.${streamsEnd}${shownOnce(password)}`;
      return { text, json: { username, ...once(password) } };
    },
  },
  {
    name: 'user level',
    words: ['username', 'level'],
    summary: `change a user’s level; ${levels}`,
    async run(call, installation) {
      const [username = '', level = ''] = call.words;
      await accountsOf(call, installation).setLevel(username, levelOf(level));
      return { text: `${username} has level ${level}.`, json: { username, level: Number(level) } };
    },
  },
  {
    name: 'user disable',
    words: ['username'],
    summary: 'let a user sign in no more; ends their sessions',
    options: { force },
    async run(call, installation) {
      const username = call.words[0] ?? '';
      await accountsOf(call, installation).disable(username, call.flag('force'));
      return { text: `${username} is disabled.${streamsEnd}`, json: { username, disabled: true } };
    },
  },
  {
    name: 'user enable',
    words: ['username'],
    summary: 'let a disabled user sign in again',
    async run(call, installation) {
      const username = call.words[0] ?? '';
      await accountsOf(call, installation).enable(username);
      return { text: `${username} is enabled.`, json: { username, disabled: false } };
    },
  },
  {
    name: 'user list',
    summary: 'list users',
    async run(_call, { storage }) {
      const users = (await storage.users.list(null)).map(({ password_hash: _hash, ...user }) => user);
      const rows = users.map((user) => [
        user.username,
        user.name,
        String(user.permission),
        user.organization_name,
        user.disabled_at === null ? '' : 'disabled',
      ]);
      return { text: table([['USERNAME', 'NAME', 'LEVEL', 'ORGANIZATION', ''], ...rows]), json: { users } };
    },
  },
  {
    name: 'user rename',
    words: ['username', 'new username'],
    summary: 'give a user another name to sign in with; sessions go on',
    async run(call, installation) {
      const [username = '', wanted = ''] = call.words;
      await departuresOf(call, installation).renameUser(username, wanted);
      return { text: `${username} signs in as ${wanted} now.`, json: { username: wanted, before: username } };
    },
  },
  {
    name: 'user move',
    words: ['username'],
    also: '--org <number or name>',
    summary: 'move a user to another organization; ends their sessions; documents stay where they are',
    options: { org: '<number or name> where to', force },
    async run(call, installation) {
      const username = call.words[0] ?? '';
      const wanted = required(call, 'org', '--org <number or name>');
      const target = await departuresOf(call, installation).moveUser(username, wanted, call.flag('force'));
      const text = `${username} is in ${target.name} now.${streamsEnd} What was written before stays with the organization of before; roles are kept.`;
      return { text, json: { username, organization: target } };
    },
  },
  {
    name: 'user remove',
    words: ['username'],
    summary: 'forget a user for good: name, address and password go, documents stay; ends their sessions',
    options: { force, ...yes('username') },
    async run(call, installation) {
      const username = call.words[0] ?? '';
      const departures = departuresOf(call, installation);
      const user = await departures.leaving(username, call.flag('force'));
      const consequence =
        `${user.username} (${user.name}, ${user.organization_name}) is forgotten: name, e-mail address, password and roles. ` +
        'Documents and archives stay as they are, with whatever names are written in them; the audit log keeps a number in place of the name. ' +
        'To keep somebody out for a while, use user disable.';
      await call.confirm(user.username, consequence);
      await departures.removeUser(username, call.flag('force'));
      const text = `${user.username} is removed.${streamsEnd} Backups and exports that were made before still hold the name.`;
      return { text, json: { uuid: user.uuid, removed: true } };
    },
  },
];
