import { createAccounts, type Accounts } from '#server/domain/accounts.ts';
import { createPasswords } from '#server/domain/passwords.ts';
import { Refusal } from '#server/domain/refusal.ts';
import { table, type Call, type Command, type Installation } from './command.ts';

const accountsOf = ({ now }: Call, { storage }: Installation): Accounts =>
  createAccounts(storage, createPasswords(), now);
const stdin = { 'password-stdin': 'read the password from the first line of standard input instead of making one' };
const levels = 'levels: 0-1 reads, 2 writes and submits, 3 administers an organization, 4 administers all of them';

async function givenPassword({ flag, readLine }: Call): Promise<string | null> {
  return flag('password-stdin') ? readLine() : null;
}
function levelOf(text: string): number {
  if (!/^\d$/.test(text)) throw new Refusal('invalid', `The level must be a number; ${levels}.`);
  return Number(text);
}
const shownOnce = (password: string | null): string =>
  password === null ? '' : `\nPassword, shown this once: ${password}`;
const once = (password: string | null): object => (password === null ? {} : { password });
const streamsEnd = ' Sessions are ended, and their live views with them.';

/** user, org and role. */
export const peopleCommands: readonly Command[] = [
  {
    name: 'org add',
    words: ['name'],
    summary: 'add an organization',
    async run(call, installation) {
      const organisation = await accountsOf(call, installation).addOrganisation(call.words[0] ?? '');
      return { text: `Added organization ${organisation.organization_id}, ${organisation.name}.`, json: organisation };
    },
  },
  {
    name: 'org list',
    summary: 'list organizations',
    async run(_call, { storage }) {
      const all = await storage.organisations.list();
      const rows = all.map((one) => [String(one.organization_id), one.name, one.uuid]);
      return { text: table([['NUMBER', 'NAME', 'UUID'], ...rows]), json: { organizations: all } };
    },
  },
  {
    name: 'user add',
    words: ['username'],
    also: '--org <number or name>',
    summary: 'add a user; makes a password and shows it once',
    options: {
      org: '<number or name> the organization',
      level: `<number> 2 when it is left out; ${levels}`,
      name: '<text> the person’s name; the username when it is left out',
      email: '<address>',
      ...stdin,
    },
    async run(call, installation) {
      const username = call.words[0] ?? '';
      const organisation = call.text('org');
      if (organisation === undefined) throw new Refusal('invalid', 'Say which organization: --org <number or name>.');
      const { uuid, password } = await accountsOf(call, installation).add({
        username,
        organisation,
        name: call.text('name') ?? username,
        email: call.text('email') ?? '',
        permission: levelOf(call.text('level') ?? '2'),
        password: await givenPassword(call),
      });
      return { text: `Added user ${username}.${shownOnce(password)}`, json: { uuid, username, ...once(password) } };
    },
  },
  {
    name: 'user passwd',
    words: ['username'],
    summary: 'give a user a new password, shown once; ends their sessions',
    options: stdin,
    async run(call, installation) {
      const username = call.words[0] ?? '';
      const password = await accountsOf(call, installation).setPassword(username, await givenPassword(call));
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
    options: { force: 'also the last administrator of an organization' },
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
    name: 'role add',
    words: ['name'],
    also: '--file <file name>',
    summary: 'add a role: from then on only its holders change documents of that template file',
    options: { file: '<file name> of the template that it opens' },
    async run(call, installation) {
      const file = call.text('file');
      if (file === undefined)
        throw new Refusal('invalid', 'Say which template file the role opens: --file <file name>.');
      const role = await accountsOf(call, installation).addRole(call.words[0] ?? '', file);
      return { text: `Added role ${role.name} (${role.uuid}).`, json: role };
    },
  },
  {
    name: 'role list',
    summary: 'list roles',
    async run(_call, { storage }) {
      const roles = await storage.roles.list();
      const rows = roles.map((role) => [role.name, role.file_name, role.uuid]);
      return { text: table([['NAME', 'FILE', 'UUID'], ...rows]), json: { roles } };
    },
  },
  {
    name: 'role assign',
    words: ['role', 'username'],
    summary: 'give a user a role, by its name or uuid',
    async run(call, installation) {
      const [role = '', username = ''] = call.words;
      await accountsOf(call, installation).assignRole(role, username);
      return { text: `${username} holds ${role}.`, json: { role, username } };
    },
  },
];
