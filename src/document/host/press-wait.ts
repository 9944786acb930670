/** Milliseconds within which the browser tells our process of a press in the document's, whose message may be here before. */
const PRESS = { look: 50, likely: 150, most: 1_000 } as const;

/** Whether a person has just pressed a key or a button here or in the document; browsers that cannot tell say yes. */
const hasPressed = (): boolean => (navigator as Partial<Navigator>).userActivation?.isActive ?? true;

/** What a document asks for in a person's name, held back until a person has really pressed: it could open one dialog after another. */
export class PressWait {
  #timer = 0;

  /**
   * Goes on when a person has pressed, or not at all. What was asked for before and still waits is dropped.
   * @param isLikely whether a person may have, though the browser does not say so: some count no shortcut of their own (Ctrl+S) as a press
   */
  once(goOn: () => void, isLikely: () => boolean = () => false): void {
    this.drop();
    this.#look(goOn, isLikely, 0);
  }

  /** Drops what waits. */
  drop(): void {
    window.clearTimeout(this.#timer);
  }

  #look(goOn: () => void, isLikely: () => boolean, waited: number): void {
    if (hasPressed() || (waited >= PRESS.likely && isLikely())) goOn();
    else if (waited < PRESS.most)
      this.#timer = window.setTimeout(() => this.#look(goOn, isLikely, waited + PRESS.look), PRESS.look);
  }
}
