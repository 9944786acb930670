import { randomBytes } from 'node:crypto';

/** A stored event of a topic. */
export type NotedEvent = {
  /** Its id within the topic: a reader that has it has missed nothing before. */
  cursor: string;
  event: string;
  data: object;
  /** Its bytes on a stream of this topic alone. */
  bytes: Buffer;
};

type Ring = { epoch: string; number: number; events: { number: number; noted: NotedEvent }[] };

/** Maximum of stored events of a topic, and of topics: a reader comes back within seconds. */
const EVENTS = 20;
const TOPICS = 5_000;

/**
 * Creates the last events of each topic, so that a reader who was disconnected for a moment gets those that it missed.
 * Ids count within their topic, so that they reveal nothing about other organisations' work.
 */
export function createRings() {
  const rings = new Map<string, Ring>();

  const ringOf = (topic: string): Ring => {
    const ring = rings.get(topic) ?? { epoch: randomBytes(6).toString('base64url'), number: 0, events: [] };
    // The topic that was used last is last in the map, so the first one is removed next.
    rings.delete(topic);
    rings.set(topic, ring);
    for (const oldest of rings.keys()) {
      if (rings.size <= TOPICS) break;
      rings.delete(oldest);
    }
    return ring;
  };
  const idOf = ({ epoch, number }: Pick<Ring, 'epoch' | 'number'>): string => `${epoch}.${number}`;

  return {
    /** The id of the topic's last event: a reader that has it has missed nothing. */
    lastId: (topic: string): string => idOf(ringOf(topic)),
    /** Notes an event under the topic's next id. */
    add(topic: string, event: string, data: object): NotedEvent {
      const ring = ringOf(topic);
      ring.number += 1;
      const cursor = idOf(ring);
      const bytes = Buffer.from(`id: ${cursor}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      const noted = { cursor, event, data, bytes };
      ring.events.push({ number: ring.number, noted });
      if (ring.events.length > EVENTS) ring.events.shift();
      return noted;
    },
    /**
     * @param after the reader's Last-Event-ID
     * @returns the events since, oldest first; none if they are not known (another run of the server, too long ago):
     * readers load again at each connection
     */
    since(topic: string, after: string): NotedEvent[] {
      const ring = ringOf(topic);
      const [epoch, text = ''] = after.split('.');
      const number = /^\d{1,15}$/.test(text) ? Number(text) : Infinity;
      const missed = ring.events.filter((event) => event.number > number);
      const isWhole = (missed[0]?.number ?? 0) === number + 1;
      return epoch === ring.epoch && isWhole ? missed.map(({ noted }) => noted) : [];
    },
  };
}
