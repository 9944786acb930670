import type { FromFrame, ToFrame } from '../host/protocol.ts';
import { dataOf, send } from './own.ts';

/**
 * The way to the page. The document's scripts share this realm, and one that got hold of the port could speak in the bridge's name. So no code but ours
 * runs while an event of the port is there: `window.event` names it to all that runs then, the promises that are settled right after it included. A
 * message is taken out by what the realm had before the first script, and is read in a turn of its own.
 */
export class Channel {
  readonly #port: MessagePort;

  /** Before the document's first script. @param hear gets the messages in their order */
  constructor(port: MessagePort, hear: (message: ToFrame) => void) {
    this.#port = port;
    port.onmessage = (event) => {
      const data = dataOf(event);
      // Without a prototype: what a message does not say, no script says in its place.
      setTimeout(() => hear({ __proto__: null, ...(data as ToFrame) } as unknown as ToFrame), 0);
    };
  }

  post(message: FromFrame): void {
    send(this.#port, message);
  }
}
