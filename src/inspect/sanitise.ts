import type { StatelyInspectionEvent } from '@statelyai/inspect';

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** What kind of thing a value is and how much of it there is; never the thing itself. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `text, ${value.length} characters`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object') return `object with ${Object.keys(value).length} fields`;
  return typeof value;
}

/** A state's value holds names of the chart only: text at its leaves is kept, anything else is not. */
function stateValue(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, stateValue(inner)]));
}

function snapshotOf(snapshot: unknown): Json {
  if (!isRecord(snapshot)) return { status: 'active' };
  const { status, value, context, tags } = snapshot;
  const fields = isRecord(context)
    ? { context: Object.fromEntries(Object.entries(context).map(([name, field]) => [name, kindOf(field)])) }
    : {};
  return {
    status: typeof status === 'string' ? status : 'active',
    // Of an actor without a chart (a call, a stream) only the status leaves: what it has is a payload.
    ...(isRecord(context) && value !== undefined ? { value: stateValue(value) } : {}),
    ...fields,
    ...(Array.isArray(tags) ? { tags: tags.filter((tag) => typeof tag === 'string') } : {}),
  };
}

const typeOf = (event: unknown): { type: string } => ({
  type: isRecord(event) && typeof event['type'] === 'string' ? event['type'] : '',
});

/**
 * What may leave the page: written anew from names, ids, types of events, times and sizes. A field that is not named here does not go,
 * so a new one of the chart's or of the inspector's is kept back until somebody has thought about it.
 * @param event what the inspector is about to post
 */
export function sanitise(event: StatelyInspectionEvent): StatelyInspectionEvent {
  const { sessionId, createdAt, id, _version } = event;
  const about = { sessionId, createdAt, id, _version };
  switch (event.type) {
    case '@xstate.actor':
      // The definition is the chart as its file has it.
      return {
        ...about,
        type: event.type,
        rootId: event.rootId,
        name: event.name,
        parentId: event.parentId,
        definition: event.definition,
        snapshot: snapshotOf(event.snapshot),
      };
    case '@xstate.event':
      return { ...about, type: event.type, rootId: event.rootId, sourceId: event.sourceId, event: typeOf(event.event) };
    case '@xstate.snapshot':
      return {
        ...about,
        type: event.type,
        rootId: event.rootId,
        event: typeOf(event.event),
        snapshot: snapshotOf(event.snapshot) as unknown as typeof event.snapshot,
      };
  }
}
