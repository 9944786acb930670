import { required, table, type Command } from './command.ts';
import { accountsOf, departuresOf } from './people-commands.ts';

/** Commands `role`. */
export const roleCommands: readonly Command[] = [
  {
    name: 'role add',
    words: ['name'],
    also: '--file <file name>',
    summary: 'add a role: from then on only its holders change documents of that template file',
    options: { file: '<file name> of the template that it opens' },
    async run(call, installation) {
      const file = required(call, 'file', '--file <file name>');
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
  {
    name: 'role unassign',
    words: ['role', 'username'],
    summary: 'take a role from a user, by its name or uuid',
    async run(call, installation) {
      const [role = '', username = ''] = call.words;
      await departuresOf(call, installation).unassignRole(role, username);
      return { text: `${username} does not hold ${role} any more.`, json: { role, username } };
    },
  },
  {
    name: 'role remove',
    words: ['role'],
    summary: 'remove a role from all who hold it, by its name or uuid',
    async run(call, installation) {
      const { isGuarded, ...role } = await departuresOf(call, installation).removeRole(call.words[0] ?? '');
      const now = isGuarded
        ? `Other roles still open ${role.file_name}.`
        : `No role opens ${role.file_name} any more: everybody of level 2 may change its documents.`;
      const text = `Removed role ${role.name}, which ${role.holders} held. ${now}`;
      return { text, json: { ...role, everybody: !isGuarded } };
    },
  },
];
