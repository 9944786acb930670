/** GETs that went out before the application was there (`page-script.ts`), by address. */
export type EarlyReplies = Map<string, EarlyReply>;
/** `at`: when it went out, by `performance.now()`. */
type EarlyReply = { at: number; reply: Promise<Response>; controller: AbortController };

/** One attempt of a call, as in the client's library. */
type Attempt<O> = (url: string, options: O) => Promise<Response>;
type Asked = { method?: string; signal?: AbortSignal | null };

/** A reply that is older than this is not used, in milliseconds: it would be shown as new. */
const STALE = 5_000;

/**
 * A middleware: the first call of an address gets the reply to the page's own call, so that the first data comes together with the code
 * instead of after it.
 * @param early the page's calls; each reply is used once
 * @param now milliseconds that only grow
 */
export function takeEarly(early: EarlyReplies, now: () => number): <O extends Asked>(next: Attempt<O>) => Attempt<O> {
  return (next) => async (url, options) => {
    const found = options.method === 'GET' ? early.get(url) : undefined;
    if (!found) return next(url, options);
    early.delete(url);
    const { at, reply, controller } = found;
    const leave = (): void => controller.abort(options.signal?.reason);
    if (now() - at > STALE) {
      leave();
      return next(url, options);
    }
    if (options.signal?.aborted) leave();
    options.signal?.addEventListener('abort', leave, { once: true });
    try {
      return await reply;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      return next(url, options);
    }
  };
}

/** Aborts and forgets the page's calls: another user may sit here now. */
export function dropEarly(early: EarlyReplies): void {
  for (const { controller } of early.values()) controller.abort();
  early.clear();
}
