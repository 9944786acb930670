/** What a host may announce beside the contract's calls, by the name that stands in the session's `capabilities`. A host that announces none is a plain one. */
export const capabilities = {
  /** Each event stream carries a named event `heartbeat` every 15 s, so that a reader can tell a quiet stream from a dead one. */
  heartbeat: 'events.heartbeat',
  /** GET /events/wips?ids=a,b,… is one stream for many WIPs and templates; each event names its `id`. */
  multiplex: 'events.multiplex',
  /** The lists of WIPs, archives and users take `limit`, `cursor`, `q` and `sort`, and then tell `next` and `count` (`contract/pages.ts`). */
  pages: 'lists.pages',
} as const;

/** What an application may find announced. Our server announces what `capabilities` lists; it may be older than the application. */
export type Capability = (typeof capabilities)[keyof typeof capabilities] | 'boards' | 'displays';
