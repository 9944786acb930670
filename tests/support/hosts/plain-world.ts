import { applyAttributes } from '#common/document/plan/apply-values.ts';
import { type Answer, json, refused, type Seen } from './fake-answers.ts';

/** Data of a plain host. Tests change it freely before and while the application runs. */
export type World = {
  user: Record<string, unknown>;
  password: string;
  templates: { uuid: string; name: string; description?: string; file_name: string; content: string }[];
  wips: { uuid: string; template: string; name: string; description?: string; content: string }[];
  archives: {
    uuid: string;
    wip: string;
    template: string;
    name: string;
    format: string;
    submitted_on: string | number;
    content: string;
  }[];
  roles: Record<string, unknown>[];
  users: Record<string, unknown>[];
};

/** The two regions that the world's documents have. */
export const boardHtml = (title = 'Harbor', note = ''): string =>
  `<!doctype html><html><body><h1 class="editable" id="title">${title}</h1><p class="editable" id="note">${note}</p></body></html>`;

/** Two templates, one WIP of the first, one archive of it, two people, one role. */
export function plainWorld(): World {
  return {
    user: { username: 'dana', uuid: 'u-dana', organization: 'Ready', permission: 2 },
    password: 'secret',
    templates: [
      {
        uuid: 't-board',
        name: 'Status Board',
        description: 'For the wall.',
        file_name: 'board.html',
        content: boardHtml(),
      },
      { uuid: 't-brief', name: 'Daily Brief', file_name: 'brief.html', content: boardHtml('Brief') },
    ],
    wips: [
      {
        uuid: 'w-harbor',
        template: 't-board',
        name: 'Harbor watch',
        description: 'The night shift.',
        content: boardHtml('Harbor', 'Calm.'),
      },
    ],
    archives: [
      {
        uuid: 'a-1',
        wip: 'w-harbor',
        template: 't-board',
        name: 'Harbor watch',
        format: 'html',
        submitted_on: '2026-03-01T10:00:00Z',
        content: boardHtml('Harbor', 'First.'),
      },
    ],
    roles: [{ uuid: 'r-board', name: 'Board keeper', file_name: 'board.html' }],
    users: [
      { uuid: 'u-ann', email: 'ann@example.org', name: 'Ann', organization_id: 7, permission: 2 },
      { uuid: 'u-bob', email: 'bob@example.org', name: 'Bob', organization_id: 7, permission: 3 },
    ],
  };
}

type Values = { id: string; value: string }[];
type Save = { save_name: string; edited_attributes: Values };

const NOT_FOUND = refused(404, 'Not here.');
const byUuid = <T extends { uuid: string }>(list: readonly T[], uuid: string): T | undefined =>
  list.find((entry) => entry.uuid === uuid);

/** Answer of a host that supports section 7 and nothing else. @param id the address's identifier, if it has one */
export function plainAnswer(world: World, route: string, id: string, seen: Seen): Answer {
  const template = byUuid(world.templates, id);
  const wip = byUuid(world.wips, id);
  switch (route) {
    case 'GET /auth/verify':
      return json(world.user);
    case 'GET /v1/templates':
      return json({ templates: world.templates.map(({ content: _content, ...rest }) => rest) });
    case 'GET /v1/templates/:id':
      return template ? json({ result: { ...template, base_name: template.name } }) : NOT_FOUND;
    case 'GET /v1/templates/:id/wips':
      return json({ templates: world.wips.filter((entry) => entry.template === id) });
    case 'POST /v1/templates/:id/wips/save': {
      if (!template) return NOT_FOUND;
      const { save_name: name, edited_attributes } = seen.body as Save;
      const uuid = `w-${world.wips.length + 1}`;
      world.wips.push({ uuid, template: id, name, content: applyAttributes(template.content, edited_attributes).html });
      return json({ result: { uuid, created_from: id, name } }, 201);
    }
    case 'GET /v1/wips/:id': {
      if (!wip) return NOT_FOUND;
      const base = byUuid(world.templates, wip.template);
      const names = { wip_uuid: id, wip_name: wip.name, base_name: base?.name, created_from: wip.template };
      return json({ result: { ...wip, ...names } });
    }
    case 'POST /v1/wips/:id/update': {
      if (!wip) return NOT_FOUND;
      wip.content = applyAttributes(wip.content, (seen.body as Save).edited_attributes).html;
      return json({});
    }
    case 'POST /v1/wips/:id/submit': {
      if (!wip) return NOT_FOUND;
      const no = world.archives.length + 1;
      world.archives.push({
        uuid: `a-${no}`,
        wip: id,
        template: wip.template,
        name: wip.name,
        format: 'html',
        content: wip.content,
        submitted_on: `2026-03-01T10:00:${String(no).padStart(2, '0')}Z`,
      });
      return json({});
    }
    case 'GET /v1/wips/:id/delete':
      world.wips = world.wips.filter((entry) => entry.uuid !== id);
      return json({});
    case 'GET /v1/wips/:id/archives':
      return json({
        archives: world.archives
          .filter((entry) => entry.wip === id)
          .map(({ content: _content, uuid, ...rest }) => ({ ...rest, archive_uuid: uuid })),
      });
    case 'GET /v1/templates/:id/archives/recent': {
      const newest = world.archives.filter((entry) => entry.template === id).at(-1);
      if (!newest) return json({ success: true });
      const { uuid, name, format: archive_format, submitted_on } = newest;
      return json({ success: true, archives: { uuid, name, metadata: { archive_format, submitted_on } } });
    }
    case 'GET /v1/archives/:id': {
      const archive = byUuid(world.archives, id);
      return archive ? json({ result: archive }) : NOT_FOUND;
    }
    case 'GET /v1/roles':
      return json({ success: true, roles: world.roles });
    case 'GET /v1/users':
      return json({ success: true, users: world.users });
    case 'POST /v1/users/roles/create':
    case 'POST /v1/users/:id/update':
      return json({ success: true, message: 'Done, says the host.' });
    default:
      return NOT_FOUND;
  }
}
