import type { CDPSession } from 'playwright-core';

/** A page, or a frame with a process of its own, as the browser lists it. */
type Target = { readonly type: string; readonly webSocketDebuggerUrl: string };

/** The targets of a browser. @param address the browser's own */
export const targets = async (address: string): Promise<Target[]> =>
  (await fetch(`http://${new URL(address).host}/json/list`)).json() as Promise<Target[]>;

type Message = { id?: number; result?: unknown; error?: { message: string }; method?: string; params?: unknown };

/**
 * A connection to a target in which only requested domains are enabled. Playwright's connection enables records of the
 * network, the console and the scripts: they grow in the page's process with every call, and for each error V8 reads
 * the whole script again for its lines.
 */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #chunks: string[] = [];
  #no = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
    socket.addEventListener('close', () => {
      for (const resolve of this.#waiting.values()) resolve({ error: { message: 'the target has gone' } });
    });
  }

  /** @param address of a browser, a page or a frame: a WebSocket's */
  static async open(address: string): Promise<Inspector> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new Inspector(socket);
  }

  close(): void {
    this.#socket.close();
  }

  /** Calls a method of the browser's inspector protocol. @throws the target's error */
  readonly send: CDPSession['send'] = async (method, params) => {
    const id = (this.#no += 1);
    const reply = await new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result as never;
  };

  /**
   * The value of an expression in the target; that of a promise after it has settled.
   * @throws the expression's error
   */
  async value(expression: string): Promise<unknown> {
    const asked = { expression, returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', asked);
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  /** A heap snapshot of the target's process: the objects of scripts and the browser's own objects for them. */
  async heapSnapshot(): Promise<string> {
    this.#chunks = [];
    await this.send('HeapProfiler.enable');
    await this.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    await this.send('HeapProfiler.disable');
    return this.#chunks.splice(0).join('');
  }

  #receive(message: Message): void {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    } else if (message.method === 'HeapProfiler.addHeapSnapshotChunk')
      this.#chunks.push((message.params as { chunk: string }).chunk);
  }
}

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
};

/**
 * The bytes of a heap snapshot, without those of V8's code (byte code, machine code and their data): code grows for as
 * long as V8 finds something to compile again, independently of the page.
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
