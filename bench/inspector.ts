/** What is sent over the browser's inspector protocol and what comes back, by method: only what the benches ask. */
type Replies = {
  'Emulation.setCPUThrottlingRate': unknown;
  'HeapProfiler.collectGarbage': unknown;
  'HeapProfiler.enable': unknown;
  'HeapProfiler.disable': unknown;
  'HeapProfiler.takeHeapSnapshot': unknown;
  'Memory.getDOMCounters': { documents: number; nodes: number; jsEventListeners: number };
  'Network.emulateNetworkConditions': unknown;
  'Network.enable': unknown;
  'Page.addScriptToEvaluateOnNewDocument': unknown;
  'Page.enable': unknown;
  'Page.navigate': unknown;
  'Page.reload': unknown;
  'Runtime.evaluate': { result: { value?: unknown }; exceptionDetails?: { text: string } };
  'Storage.setCookies': unknown;
  'Target.createBrowserContext': { browserContextId: string };
  'Target.createTarget': { targetId: string };
  'Target.disposeBrowserContext': unknown;
};

/** A page, or a frame that has a process of its own, as the browser lists it. */
export type Target = { readonly type: string; readonly webSocketDebuggerUrl: string };

/** The targets of a browser. @param endpoint `http://host:port` of its inspector */
export const targets = async (endpoint: string): Promise<Target[]> =>
  (await fetch(`${endpoint}/json/list`)).json() as Promise<Target[]>;

/** A page by its id. @param endpoint `http://host:port` of its browser's inspector */
export const targetOf = (endpoint: string, id: string): Target => ({
  type: 'page',
  webSocketDebuggerUrl: `${endpoint.replace('http', 'ws')}/devtools/page/${id}`,
});

/** The browser itself. @param endpoint `http://host:port` of its inspector */
export const browserTarget = async (endpoint: string): Promise<Target> =>
  (await fetch(`${endpoint}/json/version`)).json() as Promise<Target>;

type Heard = { id?: number; result?: unknown; error?: { message: string }; method?: string; params?: unknown };

/**
 * One connection to a target in which nothing is enabled but what is asked for. Playwright's keeps the network's records, the console's and
 * each script's on: they would stay in the page's process and grow with every call that it makes, and for each error that a script makes V8 would read all of
 * it once more, to know its lines.
 */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (heard: Heard) => void>();
  #chunks: string[] = [];
  #no = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Heard));
    socket.addEventListener('close', () => {
      for (const tell of this.#waiting.values()) tell({ error: { message: 'the target has gone' } });
    });
  }

  static async open({ webSocketDebuggerUrl }: Target): Promise<Inspector> {
    const socket = new WebSocket(webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new Inspector(socket);
  }

  close(): void {
    this.#socket.close();
  }

  async send<M extends keyof Replies>(method: M, params: object = {}): Promise<Replies[M]> {
    const id = (this.#no += 1);
    const heard = await new Promise<Heard>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    if (heard.error) throw new Error(`${method}: ${heard.error.message}`);
    return heard.result as Replies[M];
  }

  /** The value of an expression in the target; a promise's when it has ended. @throws what the expression throws */
  async value(expression: string): Promise<unknown> {
    const asked = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', asked);
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  /** Everything that is alive in the target's process: what scripts hold and the browser's own objects for them. */
  async heapSnapshot(): Promise<string> {
    this.#chunks = [];
    await this.send('HeapProfiler.enable');
    await this.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    await this.send('HeapProfiler.disable');
    return this.#chunks.splice(0).join('');
  }

  #hear(heard: Heard): void {
    if (heard.id !== undefined) {
      this.#waiting.get(heard.id)?.(heard);
      this.#waiting.delete(heard.id);
    } else if (heard.method === 'HeapProfiler.addHeapSnapshotChunk')
      this.#chunks.push((heard.params as { chunk: string }).chunk);
  }
}

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
};

/**
 * The bytes of a heap snapshot, those of code apart: the byte code and machine code that V8 makes of the scripts, and what it notes for it.
 * It grows for as long as V8 finds something to compile again, whatever the page does.
 */
export function bytesOf(text: string): { held: number; code: number } {
  const { snapshot, nodes } = JSON.parse(text) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const bytes = { held: 0, code: 0 };
  for (let at = 0; at < nodes.length; at += fields.length)
    bytes[types[0][nodes[at + type] ?? 0] === 'code' ? 'code' : 'held'] += nodes[at + size] ?? 0;
  return bytes;
}
