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
  #come = 0;
  #heard = 0;

  /** Must be created before the document's first script. @param hear receives the messages in order */
  constructor(port: MessagePort, hear: (message: ToFrame) => void) {
    this.#port = port;
    port.onmessage = (event) => {
      this.#waiting[(this.#come += 1)] = dataOf(event) as ToFrame;
      // A document that clears all timers clears this one too: the next message delivers those that wait.
      setTimeout(() => this.#hearAll(hear), 0);
    };
  }

  #hearAll(hear: (message: ToFrame) => void): void {
    while (this.#heard < this.#come) {
      const message = this.#waiting[(this.#heard += 1)];
      delete this.#waiting[this.#heard];
      // Without a prototype: no script can supply a property that the message lacks.
      hear({ __proto__: null, ...message } as unknown as ToFrame);
    }
  }

  post(message: FromFrame): void {
    send(this.#port, message);
  }
}
