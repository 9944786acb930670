import { readDocument } from '#common/document/plan/read-document.ts';
import { DocumentHost } from '#tests/frame/document-host.ts';

/** Functions of the bench's page; times are milliseconds. */
type BenchPage = {
  /** The browser's own load of a document in the same kind of frame, until its layout is done. */
  openFloor(name: string): Promise<number>;
  /** Ours, in a frame that was made while the document was fetched, until its layout is done and it is editable. */
  openOurs(name: string): Promise<number>;
  /** Times of some snapshots of the open document, each after a change of one region. */
  snapshots(id: string, count: number): Promise<number[]>;
  /** Fetches an archive and shows it instead of the last one. */
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

/** Resolves when the document of a frame reports that its layout is done. */
function layoutDone(frame: () => Window | null | undefined): Promise<void> {
  return new Promise((done) => {
    const onMessage = ({ source, data }: MessageEvent<unknown>): void => {
      if (data !== 'laid-out' || source !== frame()) return;
      window.removeEventListener('message', onMessage);
      done();
    };
    window.addEventListener('message', onMessage);
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

let host: DocumentHost | null = null;
const listeners: Record<string, () => void> = {};

const hostOf = (mode: 'edit' | 'view'): DocumentHost =>
  new DocumentHost({
    element: place,
    mode,
    isLive: mode === 'view',
    isOnWall: mode === 'view' && location.hash === '#wall',
    height: '600px',
    note: (name) => listeners[name]?.(),
  });

const taken = (): Promise<void> =>
  new Promise((done) => {
    listeners['snapshot.taken'] = done;
    host?.snapshot();
  });

/** The next message from a frame to the page: an empty one means that it is loaded. */
const frameSpeaks = (): Promise<void> =>
  new Promise((done) => {
    window.addEventListener('message', () => setTimeout(done, 20), { once: true });
  });

window.bench = {
  clear() {
    host?.dispose();
    host = null;
    place.replaceChildren();
  },
  async openFloor(name) {
    this.clear();
    const start = performance.now();
    const iframe = bareFrame(name);
    place.append(iframe);
    await layoutDone(() => iframe.contentWindow);
    return performance.now() - start;
  },
  async openOurs(name) {
    this.clear();
    const html = await textOf(name);
    // The editor makes the frame at this time too, while the document is fetched.
    const own = hostOf('edit');
    host = own;
    const loaded = frameSpeaks();
    // The editor reads the values with what else it needs of the document.
    const { regions: stored } = await readDocument(html, 'marked');
    await loaded;
    const start = performance.now();
    await new Promise<void>((done) => {
      let left = 2;
      const end = (): void => void ((left -= 1) === 0 && done());
      listeners['document.ready'] = end;
      own.show(html, 'marked', true, stored);
      const opened = place.querySelector<HTMLIFrameElement>('iframe:not([aria-hidden])');
      void layoutDone(() => opened?.contentWindow).then(end);
    });
    return performance.now() - start;
  },
  async snapshots(id, count) {
    const times: number[] = [];
    for (let no = 1; no <= count; no += 1) {
      host?.patch([[id, `touched ${no}`]]);
      // oxlint-disable no-await-in-loop -- one after the other, as saves are
      await taken();
      const start = performance.now();
      await taken();
      times.push(performance.now() - start);
      // The host removes a frame that sends too many messages.
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
    await layoutDone(() => iframe.contentWindow);
    return performance.now() - start;
  },
  async updateOurs(name) {
    const start = performance.now();
    host ??= hostOf('view');
    const shown = new Promise<void>((done) => {
      listeners['document.ready'] = done;
    });
    host.show(await archive(name));
    await shown;
    return performance.now() - start;
  },
};
