import type { Examiner } from './finding.ts';

/** Examines the roles: the files that they open, and their holders. */
export const examineRoles: Examiner = async ({ installation: { storage } }, note) => {
  const templates = (await storage.templates.all()).filter((template) => template.removed_at === null);
  const able = new Set(
    (await storage.users.list(null)).flatMap((user) => (user.disabled_at === null ? [user.uuid] : [])),
  );
  const holders = (await storage.roles.holders()).filter(({ user }) => able.has(user));
  for (const role of await storage.roles.list()) {
    if (!templates.some((template) => template.file_name === role.file_name))
      note('warning', `the role ${role.name} opens ${role.file_name}, which no template has`);
    if (!holders.some((one) => one.role === role.uuid))
      note(
        'warning',
        `nobody holds the role ${role.name}: assign it (role assign), or remove it (role remove), since ${role.file_name} is for holders of its roles and administrators alone`,
      );
  }
};
