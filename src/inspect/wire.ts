/** The channel between the running application and `/__charts`. */
export const CHANNEL = 'ready-charts';
/** Where the living charts are. */
export const CHARTS_PATH = '/__charts';

/** An actor of a statechart: names and places only, never what it knows. */
export type ToldActor = {
  /** Its name within its tab. */
  id: string;
  machine: string;
  /** The actor that invoked it, where that is a statechart too. */
  parent: string | null;
  /** Ids of the active states. */
  states: string[];
};

/**
 * What a tab tells. Whatever is in a message is an id, a name of the chart, the type of an event or a time: no payload, no context, no input.
 * A transition's key is `source event index`, as in `scripts/charts/drawing.ts`.
 */
export type Told =
  | { kind: 'present'; tab: string; actors: ToldActor[]; taken: Record<string, string[]> }
  | { kind: 'began'; tab: string; actor: ToldActor; taken: string[]; at: number }
  | { kind: 'moved'; tab: string; actor: ToldActor; event: string; taken: string[]; at: number }
  | { kind: 'ended'; tab: string; actor: ToldActor; event: string; at: number }
  | { kind: 'left'; tab: string };

/** What the page asks of every tab: to say what is, or to count the transitions from now on. */
export type Asked = { kind: 'ask' } | { kind: 'forget' };

/** One end of the channel. */
export type Wire<Out, In> = { post(message: Out): void; onMessage(listener: (message: In) => void): void };

/** @returns one end of the channel; a tab does not hear itself */
export function openWire<Out, In>(): Wire<Out, In> {
  const channel = new BroadcastChannel(CHANNEL);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's; a channel reaches its own origin only
    post: (message) => channel.postMessage(message),
    onMessage: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<In>) => listener(data)),
  };
}
