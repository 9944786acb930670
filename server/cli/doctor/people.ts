import { ADMIN_PERMISSION } from '#config/constants.ts';
import { isDemo } from '#server/seed.ts';
import type { Examiner } from './finding.ts';

/** Counts the users who can sign in, and the administrators who can change them. */
export const examinePeople: Examiner = async ({ settings, installation: { storage } }, note) => {
  if (await isDemo(storage)) {
    note(
      settings.isProduction ? 'problem' : 'warning',
      'the demo is in here, whose passwords are public: not for real work',
    );
  }
  const users = await storage.users.list(null);
  for (const organisation of await storage.organisations.list()) {
    const own = users.filter((user) => user.organisation === organisation.uuid && user.disabled_at === null);
    const administrators = own.filter((user) => user.permission >= ADMIN_PERMISSION).length;
    const text = `${organisation.name}: ${own.length} users, ${administrators} administrators`;
    note(administrators === 0 ? 'warning' : 'ok', administrators === 0 ? `${text}: nobody can change its users` : text);
  }
  if (users.length === 0) note('warning', 'nobody can sign in yet: org add, then user add --level 4');
};
