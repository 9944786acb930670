import { SpareFrame } from '#document/frame-element.ts';
import { FrameHost } from '#document/frame-host.ts';
import { FrameStage } from '#document/frame-stage.ts';

/** What the bench's page offers; times are milliseconds. */
type BenchPage = {
  /** The browser's own load of a document in the same kind of frame, until it is laid out. */
  openFloor(name: string): Promise<number>;
  /** Ours, in a frame that was made while the document was fetched, until it is laid out and editable. */
  openOurs(name: string): Promise<number>;
  /** How long each of some snapshots of the open document takes, after one region was touched. */
  snapshots(id: string, count: number): Promise<number[]>;
  /** Fetches an archive and loads it in the place of the one that is shown. */
  updateFloor(name: string): Promise<number>;
  updateOurs(name: string): Promise<number>;
  clear(): void;
};

declare global {
  interface Window {
    bench: BenchPage;
  }
}

const place = document.createElement('div');
place.style.cssText = 'position: relative; height: 600px;';
document.body.append(place);

const texts = new Map<string, Promise<string>>();
const textOf = (name: string): Promise<string> => {
  const known = texts.get(name) ?? fetch(`/documents/${name}`).then((reply) => reply.text());
  texts.set(name, known);
  return known;
};
const archive = async (name: string): Promise<string> =>
  ((await (await fetch(`/archives/${name}`, { cache: 'no-store' })).json()) as { content: string }).content;

/** When the document of a frame says that it is laid out. */
function laidOut(frame: () => Window | null | undefined): Promise<void> {
  return new Promise((done) => {
    const hear = ({ source, data }: MessageEvent<unknown>): void => {
      if (data !== 'laid-out' || source !== frame()) return;
      window.removeEventListener('message', hear);
      done();
    };
    window.addEventListener('message', hear);
  });
}

function bareFrame(name: string): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.setAttribute('sandbox', 'allow-scripts');
  iframe.setAttribute('referrerpolicy', 'no-referrer');
  iframe.setAttribute('allow', '');
  iframe.style.cssText = 'display: block; width: 100%; border: 0; height: 600px;';
  iframe.src = `/frame.html?floor=${name}`;
  return iframe;
}

let host: FrameHost | null = null;
let stage: FrameStage | null = null;
let onReady: (() => void) | null = null;
let onSnapshot: (() => void) | null = null;

const taken = (no: number): Promise<void> =>
  new Promise((done) => {
    onSnapshot = done;
    host?.snapshot(no);
  });

window.bench = {
  clear() {
    host?.dispose();
    stage?.dispose();
    host = stage = null;
    place.replaceChildren();
  },
  async openFloor(name) {
    this.clear();
    const start = performance.now();
    const iframe = bareFrame(name);
    place.append(iframe);
    await laidOut(() => iframe.contentWindow);
    return performance.now() - start;
  },
  async openOurs(name) {
    this.clear();
    const html = await textOf(name);
    // As the editor does while a document is fetched.
    const spare = new SpareFrame(place, '', '600px');
    while (!spare.isLoaded) await new Promise((rest) => setTimeout(rest, 5));
    const start = performance.now();
    await new Promise<void>((done) => {
      let left = 2;
      const end = (): void => void ((left -= 1) === 0 && done());
      const own = new FrameHost({
        container: place,
        html,
        mode: 'edit',
        title: 'Bench',
        height: '600px',
        spare,
        events: { onReady: end, onSnapshot: () => onSnapshot?.() },
      });
      host = own;
      void laidOut(() => own.iframe.contentWindow).then(end);
    });
    return performance.now() - start;
  },
  async snapshots(id, count) {
    const times: number[] = [];
    for (let no = 1; no <= count; no += 1) {
      host?.patch([[id, `touched ${no}`]]);
      // oxlint-disable no-await-in-loop -- one after the other, as saves are
      await taken(no * 2);
      const start = performance.now();
      await taken(no * 2 + 1);
      times.push(performance.now() - start);
      // A frame that speaks too often is removed.
      await new Promise((rest) => setTimeout(rest, 20));
      // oxlint-enable no-await-in-loop
    }
    return times;
  },
  async updateFloor(name) {
    const start = performance.now();
    await archive(name);
    const iframe = bareFrame(name);
    place.replaceChildren(iframe);
    await laidOut(() => iframe.contentWindow);
    return performance.now() - start;
  },
  async updateOurs(name) {
    const start = performance.now();
    stage ??= new FrameStage(place, () => ({ onReady: () => onReady?.() }));
    const shown = new Promise<void>((done) => {
      onReady = done;
    });
    stage.show({ html: await archive(name), mode: 'view', title: 'Bench', height: '600px', isLive: true });
    await shown;
    return performance.now() - start;
  },
};
