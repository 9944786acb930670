import type { StatelyInspectionEvent } from '@statelyai/inspect';

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A value's type and size, never the value itself. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `text, ${value.length} characters`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object') return `object with ${Object.keys(value).length} fields`;
  return typeof value;
}

/** A state's value consists of names of the chart: text is kept, anything else is not. */
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
    // For an actor without a chart (a call, a stream) only the status is sent: its value is a payload.
    ...(isRecord(context) && value !== undefined ? { value: stateValue(value) } : {}),
    ...fields,
    ...(Array.isArray(tags) ? { tags: tags.filter((tag) => typeof tag === 'string') } : {}),
  };
}

const typeOf = (event: unknown): { type: string } => ({
  type: isRecord(event) && typeof event['type'] === 'string' ? event['type'] : '',
});

/**
 * The part of an inspection event that may leave the page: names, ids, types of events, times and sizes. A field that is not listed here is not
 * sent, so a new field of a chart or of the inspector is withheld until it is added here on purpose. @param event an event that the inspector is
 * about to post
 */
export function sanitise(event: StatelyInspectionEvent): StatelyInspectionEvent {
  const { sessionId, createdAt, id, _version } = event;
  const about = { sessionId, createdAt, id, _version };
  switch (event.type) {
    case '@xstate.actor':
      // The definition is the chart's source: it holds no data.
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
        snapshot: snapshotOf(event.snapshot) as typeof event.snapshot,
      };
  }
}
