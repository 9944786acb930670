/** An event's type as the drawings write it. @param type as XState has it */
export function eventWords(type: string): string {
  const [, end, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (end && actor) return `${actor} ${end === 'done' ? '✓' : '✗'}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  if (delay) return /^\d+$/.test(delay) ? `after ${delay} ms` : `after ${delay}`;
  if (type.startsWith('xstate.done.state.')) return 'all done';
  return type;
}

/** The innermost of a machine's active states, by their short names. */
export function places(machine: string, states: readonly string[]): string[] {
  return states
    .filter((id) => !states.some((other) => other.startsWith(`${id}.`)))
    .map((id) => (id.startsWith(`${machine}.`) ? id.slice(machine.length + 1) : id));
}
