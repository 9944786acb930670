/** Milliseconds within which the browser tells our process of a press in the document's, whose message may be here before. */
const PRESS = { look: 50, most: 1_000 } as const;

/** Whether a person has just pressed a key or a button here or in the document; browsers that cannot tell say yes. */
const hasPressed = (): boolean => (navigator as Partial<Navigator>).userActivation?.isActive ?? true;

/** What a document asks for by a key, held back until a person has really pressed one: it could open one print dialog after another. */
export class PressWait {
  #timer = 0;

  /** Goes on when a person has pressed, or not at all. What was asked for before and still waits is dropped. */
  once(goOn: () => void): void {
    this.drop();
    this.#look(goOn, 0);
  }

  /** Drops what waits. */
  drop(): void {
    window.clearTimeout(this.#timer);
  }

  #look(goOn: () => void, waited: number): void {
    if (hasPressed()) goOn();
    else if (waited < PRESS.most)
      this.#timer = window.setTimeout(() => this.#look(goOn, waited + PRESS.look), PRESS.look);
  }
}
