import { table, yes, type Command } from './command.ts';
import { accountsOf, departuresOf } from './people-commands.ts';

/** Commands `org`. */
export const organisationCommands: readonly Command[] = [
  {
    name: 'org add',
    words: ['name'],
    makes: true,
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
    name: 'org rename',
    words: ['number or name', 'new name'],
    summary: 'give an organization another name',
    async run(call, installation) {
      const [organisation = '', wanted = ''] = call.words;
      const name = await departuresOf(call, installation).renameOrganisation(organisation, wanted);
      return { text: `The organization is called ${name} now.`, json: { name } };
    },
  },
  {
    name: 'org remove',
    words: ['number or name'],
    summary: 'remove an organization in which nobody is any more',
    options: {
      'documents-too': 'also one that has documents: they are deleted, its own templates withdrawn; archives stay',
      ...yes('name'),
    },
    async run(call, installation) {
      const wanted = call.words[0] ?? '';
      const withDocuments = call.flag('documents-too');
      const departures = departuresOf(call, installation);
      const { name, ...has } = await departures.closing(wanted, withDocuments);
      const [wips, templates] = [has.wips.length, has.templates.length];
      const archives = `Its ${has.archives} archives are kept, since archives are never deleted; only administrators of level 4 can read them.`;
      await call.confirm(
        name,
        `${name} is removed, with ${wips} documents and ${templates} templates of its own. ${archives}`,
      );
      const gone = await departures.removeOrganisation(wanted, withDocuments);
      const text = `${name} is removed. ${gone.wips.length} documents were deleted and ${gone.templates.length} templates withdrawn. ${archives}`;
      const json = { uuid: gone.uuid, documents: gone.wips.length, templates: gone.templates.length };
      return { text, json: { ...json, archives: gone.archives } };
    },
  },
];
