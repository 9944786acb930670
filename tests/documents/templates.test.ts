import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes, ParserError } from 'parse5';
import { describe, expect, it } from 'vitest';
import { COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT } from '#common/config/constants.ts';
import { NEW_ATTRIBUTES_ELEMENT_ID } from '#common/document/plan/document-plan.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

interface CatalogueEntry {
  uuid: string;
  name: string;
  description: string;
  file_name: string;
}
interface SeedWip {
  uuid: string;
  template: string;
  organisation: string;
  author: string;
  createdMinutesBeforeNow: number;
  updatedMinutesBeforeNow: number;
  values: Record<string, string>;
  new_attributes: unknown[];
  submissions: {
    archive_uuid: string;
    minutesBeforeNow: number;
    author: string;
    values: Record<string, string>;
    new_attributes?: unknown[];
  }[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const templates = new URL('../../templates/', import.meta.url);
const seed = new URL('../../server/seed-data/', import.meta.url);

function json(base: URL, name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, base), 'utf8'));
}

const catalogue = json(templates, 'catalogue.json') as CatalogueEntry[];
const people = json(seed, 'people.json') as {
  passwords: Record<string, string>;
  organisations: { uuid: string }[];
  users: { uuid: string; username: string; organisation: string; permission: number }[];
};
const roles = json(seed, 'roles.json') as { uuid: string; file_name: string; holders: string[] }[];
const wips = readdirSync(new URL('wips/', seed)).map((name) => ({
  name,
  wip: json(new URL('wips/', seed), name) as SeedWip,
}));

function elementsOf(root: Node): Element[] {
  const found: Element[] = [];
  const walk = (node: Node): void => {
    if ('tagName' in node) found.push(node);
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(root);
  return found;
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value;
}

function isRegion(element: Element): boolean {
  return (attribute(element, 'class') ?? '').split(/\s+/).includes('editable');
}

function ancestorsOf(element: Element): Element[] {
  const above: Element[] = [];
  for (let node = element.parentNode; node && 'tagName' in node; node = node.parentNode) above.push(node);
  return above;
}

function textOf(node: Node): string {
  if ('value' in node && node.nodeName === '#text') return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

function the(tagName: string, elements: readonly Element[]): Element {
  const found = elements.find((element) => element.tagName === tagName);
  if (!found) throw new Error(`no ${tagName} element`);
  return found;
}

function templateOf(wip: SeedWip): CatalogueEntry {
  const found = catalogue.find((each) => each.uuid === wip.template);
  if (!found) throw new Error(`no template ${wip.template}`);
  return found;
}

function load(fileName: string) {
  const html = readFileSync(new URL(fileName, templates), 'utf8');
  const errors: string[] = [];
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: (error: ParserError) => errors.push(`${error.code} at line ${error.startLine}`),
  });
  const elements = elementsOf(document);
  return { html, errors, elements, regions: elements.filter(isRegion) };
}

/** Names that other documents must not give to what the shared ids already name (carry-forward goes by id). */
const NEAR_SHARED =
  /^(incident|incident-title|name-of-incident|period-(from|to)|op-(from|to)|operational-period.*|prepared|preparer|author)$/;

describe('the catalogue', () => {
  it('lists every document of the folder once, the command pair first', () => {
    const files = readdirSync(templates).filter((name) => name.endsWith('.html'));
    expect(catalogue.map((entry) => entry.file_name).toSorted()).toEqual(files.toSorted());
    expect(catalogue.slice(0, 2).map((entry) => entry.uuid)).toEqual([COMMAND_TEMPLATE_LEFT, COMMAND_TEMPLATE_RIGHT]);
    expect(new Set(catalogue.map((entry) => entry.uuid)).size).toBe(catalogue.length);
    for (const entry of catalogue) {
      expect(entry.uuid).toMatch(UUID);
      expect(entry.name.trim()).not.toBe('');
      expect(entry.description.trim()).not.toBe('');
    }
  });
});

describe.each(catalogue)('$file_name', (entry) => {
  const { html, errors, elements, regions } = load(entry.file_name);
  const ids = elements.flatMap((element) => attribute(element, 'id') ?? []);

  it('is a small, well-formed page with a language and its own title', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
    expect(errors).toEqual([]);
    expect(attribute(the('html', elements), 'lang')).toBe('en');
    expect(textOf(the('title', elements))).toBe(entry.name);
    expect(elements.filter((element) => element.tagName === 'h1')).toHaveLength(1);
  });

  it('has regions with unique ids of one naming rule, empty, and none inside another', () => {
    expect(regions.length).toBeGreaterThan(10);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const region of regions) {
      expect(attribute(region, 'id')).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
      expect(ancestorsOf(region).filter(isRegion)).toEqual([]);
      if (region.tagName !== 'select') expect(textOf(region)).toBe('');
    }
  });

  it('gives every region a name: its own hint, a label, or its row and column headers', () => {
    const labels = new Set(
      elements.flatMap((element) => (element.tagName === 'label' ? (attribute(element, 'for') ?? []) : [])),
    );
    const unnamed = regions.filter((region) => {
      const table = ancestorsOf(region).find((element) => element.tagName === 'table');
      const scopes = table ? elementsOf(table).map((element) => attribute(element, 'scope')) : [];
      return (
        !attribute(region, 'data-ready-label') &&
        !labels.has(attribute(region, 'id') ?? '') &&
        !(scopes.includes('col') && scopes.includes('row'))
      );
    });
    expect(unnamed.map((region) => attribute(region, 'id'))).toEqual([]);
  });

  it('asks nothing of anybody: no address in an attribute, a style or a script', () => {
    const fetching = ['src', 'srcset', 'href', 'poster', 'data', 'action', 'formaction', 'background', 'ping'];
    const found = elements.flatMap((element) =>
      element.attrs.filter((each) => fetching.includes(each.name)).map((each) => `${element.tagName} ${each.name}`),
    );
    expect(found).toEqual([]);
    expect(
      elements.filter((element) => ['link', 'base', 'iframe', 'object', 'embed'].includes(element.tagName)),
    ).toEqual([]);
    expect(html).not.toMatch(/https?:|@import|url\(|fetch\(|XMLHttpRequest|sendBeacon/i);
  });

  it('has styles for paper and for the dark', () => {
    expect(html).toContain('@media print');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain('@page');
  });

  it('uses the shared ids for what they name', () => {
    const own = new Set(regions.map((region) => attribute(region, 'id')));
    expect([...own].filter((id) => NEAR_SHARED.test(id ?? ''))).toEqual([]);
    const expected =
      entry.file_name === 'daily-brief.html'
        ? ['prepared-by']
        : entry.file_name === 'general-message.html'
          ? ['incident-name']
          : ['incident-name', 'op-period-from', 'op-period-to', 'prepared-by'];
    expect(expected.filter((id) => !own.has(id))).toEqual([]);
  });
});

describe('the Activity Log', () => {
  it('is the only document with a script', () => {
    const scripted = catalogue.filter((entry) =>
      load(entry.file_name).elements.some((element) => element.tagName === 'script'),
    );
    expect(scripted.map((entry) => entry.file_name)).toEqual(['activity-log.html']);
  });

  it('reads its rows back from the element that the host writes', () => {
    expect(load('activity-log.html').html).toContain(`getElementById('${NEW_ATTRIBUTES_ELEMENT_ID}')`);
  });
});

describe('the seed', () => {
  it('has people of each level in both organisations, with a password, and roles that point at documents', () => {
    const organisations = people.organisations.map((each) => each.uuid);
    expect(organisations).toHaveLength(2);
    for (const organisation of organisations) {
      const levels = people.users.filter((user) => user.organisation === organisation).map((user) => user.permission);
      expect(levels).toEqual(expect.arrayContaining([1, 2, 3]));
    }
    for (const user of people.users) expect(people.passwords[user.permission]).toBeTruthy();
    expect(new Set(people.users.map((user) => user.username)).size).toBe(people.users.length);
    const userIds = people.users.map((user) => user.uuid);
    for (const role of roles) {
      expect(catalogue.map((entry) => entry.file_name)).toContain(role.file_name);
      expect(role.holders.filter((holder) => !userIds.includes(holder))).toEqual([]);
    }
  });

  it('uses every uuid once', () => {
    const all = [
      ...catalogue.map((entry) => entry.uuid),
      ...people.organisations.map((each) => each.uuid),
      ...people.users.map((each) => each.uuid),
      ...roles.map((each) => each.uuid),
      ...wips.flatMap(({ wip }) => [wip.uuid, ...wip.submissions.map((each) => each.archive_uuid)]),
    ];
    expect(all.filter((uuid, index) => all.indexOf(uuid) !== index)).toEqual([]);
    for (const uuid of all) expect(uuid).toMatch(UUID);
  });

  it('shows every document at least once', () => {
    const used = new Set(wips.map(({ wip }) => wip.template));
    expect(catalogue.filter((entry) => !used.has(entry.uuid))).toEqual([]);
  });

  describe.each(wips)('$name', ({ name, wip }) => {
    const entry = templateOf(wip);
    const { regions } = load(entry.file_name);
    const byId = new Map(regions.map((region) => [attribute(region, 'id'), region]));

    it('names only regions of its document, in document order, with values that they can hold', () => {
      const order = [...byId.keys()];
      // Reading the file would keep only the last value of an id that it contains twice.
      const written = readFileSync(new URL(`wips/${name}`, seed), 'utf8');
      expect(written.replace(/\s/g, '')).toBe(JSON.stringify(wip).replace(/\s/g, ''));
      for (const values of [wip.values, ...wip.submissions.map((each) => each.values)]) {
        const places = Object.keys(values).map((id) => order.indexOf(id));
        expect(places).not.toContain(-1);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        for (const [id, value] of Object.entries(values)) {
          const region = byId.get(id);
          if (!region) throw new Error(`no region ${id}`);
          if (attribute(region, 'type') === 'checkbox') expect(['true', 'false']).toContain(value);
          if (region.tagName === 'select') {
            const options = elementsOf(region).filter((element) => element.tagName === 'option');
            expect(options.map((option) => attribute(option, 'value') ?? textOf(option))).toContain(value);
          }
          const choices = attribute(region, 'data-ready-options')?.split('|');
          if (choices && value) expect(choices).toContain(value);
        }
      }
    });

    it('is made, submitted in turn and last changed in a believable order, within two days', () => {
      const times = wip.submissions.map((each) => each.minutesBeforeNow);
      const line = [wip.createdMinutesBeforeNow, ...times, 0];
      expect(line).toEqual(line.toSorted((a, b) => b - a));
      expect(wip.createdMinutesBeforeNow).toBeLessThan(2 * 24 * 60);
      expect(wip.updatedMinutesBeforeNow).toBeLessThanOrEqual(times.at(-1) ?? wip.createdMinutesBeforeNow);
      expect(wip.submissions.at(-1)?.values ?? {}).toEqual({});
    });

    it('was written by somebody of its organisation', () => {
      for (const uuid of [wip.author, ...wip.submissions.map((each) => each.author)]) {
        expect(people.users.find((user) => user.uuid === uuid)?.organisation).toBe(wip.organisation);
      }
    });

    it('adds rows in the form of the Activity Log, and only there', () => {
      for (const rows of [wip.new_attributes, ...wip.submissions.map((each) => each.new_attributes ?? [])]) {
        if (entry.file_name !== 'activity-log.html') expect(rows).toEqual([]);
        for (const row of rows) {
          const { id, ...cells } = row as Record<string, unknown>;
          expect(id).toMatch(/^log-\d+$/);
          expect(Object.entries(cells).map(([key, value]) => [key, typeof value])).toEqual([
            ['time', 'string'],
            ['activity', 'string'],
          ]);
          expect(byId.has(`${String(id)}-time`)).toBe(false);
        }
      }
    });
  });
});
