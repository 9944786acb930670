import type { FromFrame, ToFrame } from '../host/protocol.ts';
import { dataOf, send } from './own.ts';

/**
 * Channel to the page. The document's scripts share this realm, and a script with the port could send in the bridge's name. So only our code may
 * run while an event of the port is current: `window.event` exposes it to all code that runs then, including promises settled right after it. A
 * message is read with functions saved before the first script, and is handled in a task of its own.
 */
export class Channel {
  readonly #port: MessagePort;
  /** Messages by their number, without a prototype: no setter of the document's scripts runs when one is written. */
  readonly #waiting = { __proto__: null } as unknown as Record<number, ToFrame>;
  #received = 0;
  #delivered = 0;

  /** Must be created before the document's first script. @param receive is called with each message, in order */
  constructor(port: MessagePort, receive: (message: ToFrame) => void) {
    this.#port = port;
    port.onmessage = (event) => {
      this.#waiting[(this.#received += 1)] = dataOf(event) as ToFrame;
      // A document that clears all timers clears this one too: the next message delivers those that wait.
      setTimeout(() => this.#deliverAll(receive), 0);
    };
  }

  #deliverAll(receive: (message: ToFrame) => void): void {
    while (this.#delivered < this.#received) {
      const message = this.#waiting[(this.#delivered += 1)];
      delete this.#waiting[this.#delivered];
      // Without a prototype: no script can supply a property that the message lacks.
      receive({ __proto__: null, ...message } as unknown as ToFrame);
    }
  }

  post(message: FromFrame): void {
    send(this.#port, message);
  }
}
