/** Decision 6: a missing name is shown as absent, never as `undefined` or `null`. */
export const UNTITLED = 'Untitled';

/**
 * @param thing a template, a WIP, an archive or a role
 * @returns its name, or "Untitled"
 */
export function nameOf(thing: { readonly name: string | null }): string {
  return thing.name?.trim() || UNTITLED;
}
