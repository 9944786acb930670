/**
 * @param thing a template, a WIP, an archive or a role
 * @returns its name, or "Untitled" in place of a missing one (`d6.absent-fields`)
 */
export function nameOf(thing: { readonly name: string | null }): string {
  return thing.name?.trim() || 'Untitled';
}

/** Things with names, as the options of a select. */
export const optionsOf = (things: readonly { readonly uuid: string; readonly name: string | null }[]) =>
  things.map((thing) => ({ value: thing.uuid, label: nameOf(thing) }));
