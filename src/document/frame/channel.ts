import type { FromFrame, ToFrame } from '../host/protocol.ts';
import { dataOf, send } from './own.ts';

/**
 * The way to the page. The document's scripts share this realm, and one that got hold of the port could speak in the bridge's name. So no code but ours
 * runs while an event of the port is there: `window.event` names it to all that runs then, the promises that are settled right after it included. A
 * message is taken out by what the realm had before the first script, and is read in a turn of its own.
 */
export class Channel {
  readonly #port: MessagePort;
  /** Messages by their number, without a prototype: no script of the document is told of what is written there. */
  readonly #waiting = { __proto__: null } as unknown as Record<number, ToFrame>;
  #come = 0;
  #heard = 0;

  /** Before the document's first script. @param hear gets the messages in their order */
  constructor(port: MessagePort, hear: (message: ToFrame) => void) {
    this.#port = port;
    port.onmessage = (event) => {
      this.#waiting[(this.#come += 1)] = dataOf(event) as ToFrame;
      // A document that clears all timers clears this one too: the next message brings what waits.
      setTimeout(() => this.#hearAll(hear), 0);
    };
  }

  #hearAll(hear: (message: ToFrame) => void): void {
    while (this.#heard < this.#come) {
      const message = this.#waiting[(this.#heard += 1)];
      delete this.#waiting[this.#heard];
      // Without a prototype: what a message does not say, no script says in its place.
      hear({ __proto__: null, ...message } as unknown as ToFrame);
    }
  }

  post(message: FromFrame): void {
    send(this.#port, message);
  }
}
