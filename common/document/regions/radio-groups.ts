/** The ids of regions that are radio buttons of one group, which share a name and a form: together they have one value, the chosen one. */
export type RadioGroup = readonly string[];

const indexes = new WeakMap<readonly RadioGroup[], Map<string, RadioGroup>>();

/** The group of each region that is in one. */
export function groupsById(groups: readonly RadioGroup[]): ReadonlyMap<string, RadioGroup> {
  let index = indexes.get(groups);
  if (!index)
    indexes.set(groups, (index = new Map(groups.flatMap((group) => group.map((id) => [id, group] as const)))));
  return index;
}

/** The chosen region of a group, or null. @param valueOf the value of a region */
export const chosenOf = (group: RadioGroup, valueOf: (id: string) => string | undefined): string | null =>
  [...group].reverse().find((id) => valueOf(id) === 'true') ?? null;

/** The question of a group, which is the words with which the names of all its buttons begin (empty if they share none), and the answer of each button. */
export function answersOf(names: readonly string[]): { question: string; answers: string[] } {
  const words = names.map((name) => name.split(' '));
  const [first = []] = words;
  const differs = first.findIndex((word, at) => words.some((other) => other[at] !== word || at === other.length - 1));
  const question = first
    .slice(0, Math.max(0, differs))
    .join(' ')
    .replace(/[\s,:]+$/, '');
  return { question, answers: names.map((name) => name.slice(question.length).replace(/^[\s,:]+/, '')) };
}

/** The name of a region, or the question of its group; without one the names of all its buttons. @param nameOf the name of one region */
export const fieldName = (id: string, group: RadioGroup | undefined, nameOf: (id: string) => string): string =>
  (group && answersOf(group.map(nameOf)).question) || (group ?? [id]).map(nameOf).join(' / ');

/**
 * Values including their effect on the groups: if one is chosen no other one is. Of two chosen ones the last counts, as in a browser.
 * @param valueOf value of a region that is not among the values
 */
export function withOneChosen(
  values: ReadonlyMap<string, string>,
  groups: readonly RadioGroup[],
  valueOf: (id: string) => string | undefined,
): ReadonlyMap<string, string> {
  if (groups.length === 0) return values;
  const [all, groupOf] = [new Map(values), groupsById(groups)];
  for (const [id, value] of values) {
    if (value !== 'true' || !groupOf.has(id)) continue;
    all.set(id, value);
    for (const other of groupOf.get(id) ?? [])
      if (other !== id && (all.get(other) ?? valueOf(other)) === 'true') all.set(other, 'false');
  }
  return all;
}

/** Reduces the regions of each group to the chosen one, or the first if none is: they are one answer. */
export function oneOfEach<P extends readonly [id: string, value: string]>(
  pairs: readonly P[],
  groups: readonly RadioGroup[],
): P[] {
  if (groups.length === 0) return [...pairs];
  const groupOf = groupsById(groups);
  const shown = new Map<RadioGroup, P>();
  for (const pair of pairs) {
    const group = groupOf.get(pair[0]);
    if (group && (pair[1] === 'true' || !shown.has(group))) shown.set(group, pair);
  }
  return pairs.filter((pair) => (shown.get(groupOf.get(pair[0]) ?? []) ?? pair) === pair);
}
