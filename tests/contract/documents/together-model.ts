import type { EventObject } from 'xstate';

/** A part of a document that people change: two regions, and the rows. */
export type Part = 'a' | 'b' | 'rows';

/** A document as its host has it. Rows are texts, one a line. */
type HostDocument = Record<Part, string> & { name: string; revision: number; by: string; isDeleted: boolean };

/** Question of a refused save: the part, its text before, theirs, and mine. */
export type Asked = { part: Part; was: string; theirs: string; mine: string };

/** A person at an editor: what is visible of it, and the text that it was made of. */
type Someone = {
  phase: 'away' | 'writing' | 'asked' | 'asked to submit' | 'sees it is gone' | 'went on in another' | 'left';
  /** Text of the document on the person's screen. */
  sees: Record<Part, string>;
  /** Text that it was made of, as the host had it when the person saw it. */
  was: Record<Part, string>;
  /** Rows of another person that they chose over their own. */
  rowsTaken: string | null;
  name: string;
  revision: number;
  asked: Asked[];
  /** Person who has saved the text that the question is about. */
  askedBy: string | null;
  /** The regions that a question before a submission names, with the host's values. */
  unseen: [id: string, value: string][];
  /** Revision that the question before a submission was about. */
  agreed: number;
};

export type World = {
  /** True for a plain host, which cannot refuse: it archives also what is saved between a question and its answer. */
  isPlain: boolean;
  host: HostDocument;
  people: Record<string, Someone>;
  /** The newest last. */
  archives: Record<Part, string>[];
  typed: number;
};

export type Act = EventObject & { who: string; part?: Part };

/** Scope of an exploration: the people, the parts that they change, and whether the host compares nothing, so that their pages check before they save. */
export type Scene = { who: readonly string[]; parts: readonly Part[]; renames: boolean; isPlain?: boolean };

const PARTS: readonly Part[] = ['a', 'b', 'rows'];
const NOTHING: Record<Part, string> = { a: '', b: '', rows: '' };

/** Begins with a document that no person has opened yet. @param by the person who has made the document */
export const begin = (
  { who, isPlain = false }: Pick<Scene, 'who' | 'isPlain'>,
  first: Record<Part, string>,
  by: string,
): World => ({
  isPlain,
  host: { ...first, name: 'Plan', revision: 1, by, isDeleted: false },
  people: Object.fromEntries(
    who.map((one): [string, Someone] => [
      one,
      {
        phase: 'away',
        sees: NOTHING,
        was: NOTHING,
        rowsTaken: null,
        name: '',
        revision: 0,
        asked: [],
        askedBy: null,
        unseen: [],
        agreed: 0,
      },
    ]),
  ),
  archives: [],
  typed: 0,
});

export const isDirty = ({ sees, was, phase }: Someone): boolean =>
  phase === 'sees it is gone' || PARTS.some((part) => sees[part] !== was[part]);

/** Returns the acts that may happen now. */
export function actsIn({ host, people }: World, { parts, renames }: Scene): Act[] {
  return Object.entries(people).flatMap(([who, one]): Act[] => {
    const act = (type: string): Act => ({ type, who });
    switch (one.phase) {
      case 'away':
        return host.isDeleted ? [] : [act('opens')];
      case 'writing': {
        const untouched = parts.filter((part) => one.sees[part] === one.was[part]);
        return [
          ...untouched.map((part): Act => ({ type: 'types', who, part })),
          isDirty(one) ? act('saves') : act('submits'),
          ...(host.isDeleted ? [] : [act('deletes')]),
          ...(renames && !host.isDeleted ? [act('renames')] : []),
        ];
      }
      case 'asked':
        return ['keeps mine', 'takes theirs', 'cancels'].map(act);
      case 'asked to submit':
        return ['means it', 'goes back'].map(act);
      case 'sees it is gone':
        return [act('saves as new')];
      case 'went on in another':
      case 'left':
        return [];
    }
  });
}

/** Returns the text that a person has typed by an act: no two texts are the same. */
export const textOf = ({ who, part }: Act, { typed, people }: World): string => {
  const before = part === 'rows' ? people[who]?.sees.rows : '';
  return `${before ? `${before}\n` : ''}${who}-${typed + 1}`;
};

/** Returns the world after an act: everything that is promised to people who write one document together, at a host that compares. */
export function after(world: World, act: Act): World {
  const { who, part } = act;
  const one = world.people[who];
  if (!one) throw new Error(`Nobody is called ${who}.`);
  const put = (change: Partial<Someone>, further: Partial<World> = {}): World => {
    const next = { ...world, ...further };
    return { ...next, people: { ...next.people, [who]: { ...one, ...change } } };
  };
  switch (act.type) {
    case 'opens': {
      const { name, revision, a, b, rows } = world.host;
      return put({ phase: 'writing', sees: { a, b, rows }, was: { a, b, rows }, name, revision });
    }
    case 'types':
      return put({ sees: { ...one.sees, [part ?? 'a']: textOf(act, world) } }, { typed: world.typed + 1 });
    case 'saves':
      return saved(world, who, one);
    case 'keeps mine':
      return saved(world, who, settled(one, 'mine'));
    case 'takes theirs':
      return saved(world, who, settled(one, 'theirs'));
    case 'cancels':
      return put({ phase: 'writing', asked: [], rowsTaken: null });
    case 'submits': {
      const next = saved(world, who, one);
      return next.people[who]?.phase === 'writing' ? submitted(next, who, one.revision + 1, one.sees) : next;
    }
    case 'means it':
      return submitted(world, who, world.isPlain ? world.host.revision : one.agreed, one.sees);
    case 'goes back':
      return world.host.isDeleted
        ? put({ phase: 'writing' })
        : put({ phase: 'writing', ...fetchAgain(world.host, one) });
    case 'deletes':
      return put({ phase: 'left' }, { host: { ...world.host, isDeleted: true } });
    case 'renames':
      return {
        ...world,
        host: { ...world.host, name: `Plan ${who}`, revision: world.host.revision + 1, by: who },
      };
    case 'saves as new':
      return put({ phase: 'went on in another' });
    default:
      throw new Error(`Nobody knows how to do this: ${act.type}.`);
  }
}

/** Fetches a document again after a save: changes of others come into view, and typed text stays. */
function fetchAgain(host: HostDocument, one: Someone): Partial<Someone> {
  const { a, b, rows } = host;
  const typed = (part: Part): boolean => one.sees[part] !== one.was[part];
  const sees = {
    a: typed('a') ? one.sees.a : a,
    b: typed('b') ? one.sees.b : b,
    rows: typed('rows') ? one.sees.rows : rows,
  };
  return { sees, was: { a, b, rows }, name: host.name, revision: host.revision };
}

/** Saves all or nothing of each part, and replaces no text of another person without a question. */
function saved(world: World, who: string, one: Someone): World {
  const { host } = world;
  const put = (change: Partial<Someone>, next = host): World => ({
    ...world,
    host: next,
    people: { ...world.people, [who]: { ...one, ...change } },
  });
  if (host.isDeleted) return put({ phase: 'sees it is gone', asked: [] });
  const sent = { ...one.sees, rows: one.rowsTaken ?? one.sees.rows };
  const changed = PARTS.filter((part) => sent[part] !== one.was[part]);
  const disputed = changed.filter((part) => host[part] !== one.was[part] && host[part] !== sent[part]);
  if (disputed.length > 0) {
    const asked = disputed.map((part) => ({
      part,
      was: one.was[part],
      theirs: host[part],
      mine: one.sees[part],
    }));
    return put({ phase: 'asked', asked, askedBy: host.by });
  }
  const values = Object.fromEntries(changed.map((part) => [part, sent[part]]));
  const next = { ...host, ...values, revision: host.revision + 1, by: who };
  const { a, b, rows } = next;
  return put(
    {
      phase: 'writing',
      asked: [],
      rowsTaken: null,
      sees: { a, b, rows },
      was: { a, b, rows },
      name: next.name,
      revision: next.revision,
    },
    next,
  );
}

function settled(one: Someone, side: 'mine' | 'theirs'): Someone {
  const next = { ...one, sees: { ...one.sees }, was: { ...one.was }, asked: [] };
  for (const { part, theirs } of one.asked) {
    if (part === 'rows' && side === 'theirs') next.rowsTaken = theirs;
    else {
      if (part === 'rows') next.rowsTaken = null;
      next.was[part] = theirs;
      if (side === 'theirs') next.sees[part] = theirs;
    }
  }
  return next;
}

/** Submits only what the submitter has seen; if there is more, the submitter is asked. @param seen the text on their screen when they submitted */
function submitted(world: World, who: string, revision: number, seen: Record<Part, string>): World {
  const { host } = world;
  const one = world.people[who];
  if (!one) return world;
  const put = (change: Partial<Someone>, archives = world.archives): World => ({
    ...world,
    archives,
    people: { ...world.people, [who]: { ...one, ...change } },
  });
  if (host.isDeleted) return put({ phase: 'sees it is gone' });
  const { a, b, rows } = host;
  const unseen = (['a', 'b'] as const)
    .filter((part) => host[part] !== seen[part])
    .map((part): [string, string] => [part, host[part]]);
  const isUnseen = revision !== host.revision && PARTS.some((part) => host[part] !== seen[part]);
  if (isUnseen) return put({ phase: 'asked to submit', agreed: host.revision, unseen, sees: seen, was: seen });
  return put({ phase: 'writing', ...fetchAgain(host, one) }, [...world.archives, { a, b, rows }]);
}

/** Reduces a world to what decides the next acts: people are alike, and so are texts. */
export function keyOf({ host, people }: World): string {
  return JSON.stringify([
    host.isDeleted,
    Object.values(people)
      .map((one) => keyOfOne(one, host))
      .toSorted(),
  ]);
}

export function keyOfOne(one: Someone, host: HostDocument): string {
  if (['away', 'left', 'went on in another', 'sees it is gone'].includes(one.phase)) return one.phase;
  return [
    one.phase,
    ...PARTS.map(
      (part) =>
        `${Number(one.sees[part] !== one.was[part])}${Number(host[part] !== one.was[part])}${Number(host[part] !== one.sees[part])}`,
    ),
    Number(one.name === host.name),
    Number(one.revision === host.revision),
    one.asked.map(({ part, theirs }) => `${part}${Number(theirs === host[part])}`).join(),
    one.rowsTaken === null ? '' : Number(one.rowsTaken === host.rows),
    one.phase === 'asked to submit' ? Number(one.agreed === host.revision) : '',
  ].join(' ');
}
