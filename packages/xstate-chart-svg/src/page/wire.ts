/** An actor of a statechart: names and states only, never its context. */
export type ReportedActor = {
  /** Its name within its tab. */
  id: string;
  machine: string;
  /** The actor that invoked it, if that is a statechart too. */
  parent: string | null;
  /** Ids of the active states. */
  states: string[];
};

/**
 * A tab's message. It holds ids, names of the chart, types of events and times: no payload, no context, no input.
 * A transition's key is `source event index`, as in `drawing.ts`.
 */
export type Report =
  | { kind: 'present'; tab: string; actors: ReportedActor[]; taken: Record<string, string[]>; log: NewsReport[] }
  | NewsReport
  | { kind: 'left'; tab: string };

/** A report of one actor's change. */
export type NewsReport =
  | { kind: 'began'; tab: string; actor: ReportedActor; taken: string[]; at: number }
  | { kind: 'moved'; tab: string; actor: ReportedActor; event: string; taken: string[]; at: number }
  | { kind: 'ended'; tab: string; actor: ReportedActor; event: string; at: number };

/** The page's message to every tab: report the present state, or reset the counts of transitions. */
export type PageRequest = { kind: 'ask' } | { kind: 'forget' };

/** One end of the channel. */
export type Wire<Out, In> = {
  post(message: Out): void;
  /** @returns a function that ends it */
  onMessage(listener: (message: In) => void): () => void;
};

/**
 * Opens the channel between the tabs of an application and its page of charts; a tab does not receive its own messages.
 * @param name the same for both; another for each application of one origin
 */
export function openWire<Out, In>(name: string): Wire<Out, In> {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows; a channel reaches its own origin only
    post: (message) => channel.postMessage(message),
    onMessage: (listener) => {
      const receive = ({ data }: MessageEvent<In>): void => listener(data);
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
  };
}
