import { expect } from 'vitest';
import { type EngineWindow, pressRegion } from './engine.ts';

/** The longest wait for something that must happen, in milliseconds: a busy machine is no failure. */
const PATIENCE = { timeout: 45_000, interval: 100 } as const;
const CONTROLS = 'button,a[href],input,textarea,[role="radio"]';

/** Finds a control by its name, in the window that asks where one does, and brings it into sight: an expression that gives its middle, or null. */
const placeOf = (name: RegExp): string => `(()=>{
  const nameOf=(one)=>(one.getAttribute('aria-label')||[...(one.labels??[])].map((label)=>label.textContent).join(' ')||one.textContent).replace(/\\s+/g,' ').trim();
  const place=document.querySelector('[role="dialog"],[role="alertdialog"]')??document;
  const found=[...place.querySelectorAll('${CONTROLS}')].find((one)=>${String(name)}.test(nameOf(one))&&one.checkVisibility({visibilityProperty:true})&&!one.disabled&&!one.closest('[inert]'));
  if(!found)return null;
  found.scrollIntoView({block:'center'});
  const {x,y,width,height}=found.getBoundingClientRect();
  return [x+width/2,y+height/2];
})()`;

/** A person at a window of any engine, who finds controls by their names and regions by their ids. */
export class EnginePerson {
  readonly window: EngineWindow;
  readonly #origin: string;

  /** @param origin of the server */
  constructor(window: EngineWindow, origin: string) {
    this.window = window;
    this.#origin = origin;
  }

  /** Opens an address, and waits until the application has taken the place of the shell. */
  async goto(path: string): Promise<void> {
    await this.window.goto(this.#origin + path);
    await this.#holds('the application is there', () =>
      this.window.run(`document.querySelector('#shell, #root[data-built]')===null`),
    );
  }

  /** Another window of the same person. */
  async sibling(): Promise<EnginePerson> {
    return new EnginePerson(await this.window.sibling(), this.#origin);
  }

  /** Presses a control. */
  async press(name: RegExp): Promise<void> {
    await this.#holds(`${String(name)} is there`, async () => (await this.window.run(placeOf(name))) !== null);
    const [x = 0, y = 0] = (await this.window.run(placeOf(name))) as number[];
    await this.window.press(x, y);
  }

  /** Presses a field and types into it. */
  async fill(name: RegExp, text: string): Promise<void> {
    await this.press(name);
    await this.window.type(text);
  }

  async sees(text: string): Promise<void> {
    await this.#holds(`'${text}' is shown`, () =>
      this.window.run(`document.body.innerText.includes(${JSON.stringify(text)})`),
    );
  }

  async isAt(address: RegExp): Promise<void> {
    await this.#holds(`the address is ${String(address)}`, () =>
      this.window.run(`${String(address)}.test(location.pathname+location.search)`),
    );
  }

  /** The value of a field of the page. */
  async fieldHolds(name: RegExp, value: string): Promise<void> {
    await expect
      .poll(
        () =>
          this.window.run(
            `[...document.querySelectorAll('input,textarea')].find((one)=>${String(name)}.test([...(one.labels??[])].map((label)=>label.textContent).join(' ')))?.value`,
          ),
        PATIENCE,
      )
      .toBe(value);
  }

  /** Presses at the end of a region, so that the next text goes there. */
  async enter(region: string): Promise<void> {
    await this.#holds(`the keyboard is in ${region}`, () => pressRegion(this.window, region));
    await this.window.key('Control+End');
  }

  /** Waits until a region has a text; Firefox keeps a line break in an empty one. */
  async showsRegion(region: string, text: string): Promise<void> {
    await expect
      .poll(
        () =>
          this.window
            .inFrame(`document.getElementById(${JSON.stringify(region)})?.innerText.replace(/\\n+$/,'')`)
            .catch(() => 'no document'),
        PATIENCE,
      )
      .toBe(text);
  }

  async save(): Promise<void> {
    // A document's key counts in the window that has the focus, and WebKit's test browser leaves that in the one that was opened last.
    if ((await this.window.run('document.hasFocus()')) === true) await this.window.key('Control+s');
    else await this.press(/^Save\b/);
    await this.sees('Form saved successfully!');
    await this.isAt(/^[^?]*$/);
  }

  async submit(): Promise<void> {
    await this.press(/^Submit to Dashboard$/);
    const asked = `document.querySelector('[role="dialog"]')!==null`;
    const done = `document.body.innerText.includes('Form submitted successfully!')`;
    await this.#holds('it is submitted, or asked about', () => this.window.run(`${asked}||${done}`));
    // Something is odd about it, as with another document on the wall: it is meant.
    if ((await this.window.run(asked)) === true) await this.press(/^(Submit|Replace on the wall)$/);
    await this.sees('Form submitted successfully!');
    await this.isAt(/^[^?]*$/);
  }

  async #holds(what: string, holds: () => Promise<unknown>): Promise<void> {
    await expect
      .poll(() => holds().catch((error: unknown) => String(error)), { ...PATIENCE, message: what })
      .toBe(true);
  }
}
