/**
 * Hands what happened to an action or a guard: an event's own fields, what a call brought (`output`) or why it failed (`error`).
 * For `params` in a chart.
 */
export const fromEvent = <E>({ event }: { event: E }): E => event;

type Loading<Src, Name, Keep, Complain, Retry, Clear, Tell, Refresh, Input> = {
  /** The actor that makes the call. */
  src: Src;
  /** What the actor is given, for one that takes an input. */
  input?: Input;
  /** Of what is loaded, for a chart that loads several things: its tags begin with it (`wips.loading`). */
  name?: Name;
  /** Keeps `output`. */
  keep: Keep;
  /** Keeps a text about `error`. */
  complain: Complain;
  /** Drops that text when the call is made again. */
  clear?: Clear;
  /** What else is done when the reply is there, for others to hear. */
  tell?: Tell;
  /** Makes the call again after a failure. */
  retry: Retry;
  /** Makes the call again whenever none is under way. */
  refresh?: Refresh;
};

type Tag<Name extends string, Phase extends string> = [Name] extends [never] ? Phase : `${Name}.${Phase}`;

/**
 * The states of what a screen loads from the host: `loading`, `loaded`, and `failed` with a way to try again. Each has its own name as its tag.
 * @param names of the vocabulary that the chart's `setup` declares
 */
export const loading = <
  const Src extends string,
  const Keep extends string,
  const Complain extends string,
  const Retry extends string,
  const Name extends string = never,
  const Clear extends string = never,
  const Tell extends string = never,
  const Refresh extends string = never,
  Input = undefined,
>({
  src,
  input,
  name,
  keep,
  complain,
  clear,
  tell,
  retry,
  refresh,
}: Loading<Src, Name, Keep, Complain, Retry, Clear, Tell, Refresh, Input>) => {
  const again = { target: 'loading' } as const;
  const refreshed = (refresh === undefined ? {} : { [refresh]: again }) as { [R in Refresh]: typeof again };
  const retried = { [retry]: again } as { [R in Retry]: typeof again };
  const tag = <const P extends string>(phase: P) => (name === undefined ? phase : `${name}.${phase}`) as Tag<Name, P>;
  return {
    initial: 'loading',
    states: {
      loading: {
        tags: tag('loading'),
        entry: clear === undefined ? [] : [clear],
        invoke: {
          id: src,
          src,
          input: input as Input,
          onDone: {
            target: 'loaded',
            actions: [{ type: keep, params: fromEvent }, ...(tell === undefined ? [] : [tell])],
          },
          onError: { target: 'failed', actions: { type: complain, params: fromEvent } },
        },
      },
      loaded: { tags: tag('loaded'), on: refreshed },
      failed: { tags: tag('failed'), on: { ...refreshed, ...retried } },
    },
  } as const;
};
