import { printDocument } from '#document/host/print-document.ts';
import type { FrameMode } from '#document/host/protocol.ts';
import type { Pair, LineBreaks } from '#common/document/regions/values.ts';
import { DocumentHost } from './document-host.ts';

/** Functions of the tests' host page: a bare page with one document and a record of all of its events. */
export type HostPage = {
  /** `[event, detail]` in order. */
  readonly seen: [event: string, detail: unknown][];
  host: DocumentHost | null;
  open(html: string, mode: FrameMode, frameOrigin?: string, lines?: LineBreaks, isStored?: boolean): void;
  /** Opens a document that is only shown, in the place of the one before. */
  openLive(html: string, isLive?: boolean): void;
  /** Opens a further document beside the others. */
  openAnother(html: string, frameOrigin?: string): void;
  /** The documents of `openAnother`. */
  readonly all: DocumentHost[];
  values(): Pair[];
  print(html: string, values: Pair[], note: string | null, isStored?: boolean): void;
};

declare global {
  interface Window {
    page: HostPage;
  }
}

const seen: HostPage['seen'] = [];
const note = (name: string, detail: unknown): void => void seen.push([name, detail]);

function place(): HTMLElement {
  const element = document.createElement('div');
  element.style.height = '500px';
  document.body.append(element);
  return element;
}

window.page = {
  seen,
  host: null,
  open(html, mode, frameOrigin = '', lines = 'marked', isStored = false) {
    this.host?.dispose();
    seen.length = 0;
    this.host = new DocumentHost({ element: place(), mode, frameOrigin, note });
    this.host.show(html, lines, isStored);
  },
  openLive(html, isLive = false) {
    this.host ??= new DocumentHost({ element: place(), mode: 'view', isLive, note });
    this.host.show(html, 'marked', isLive);
  },
  all: [],
  openAnother(html, frameOrigin = '') {
    // The first document is at the top of the window, where a press goes.
    if (this.all.length === 0) document.querySelector('#own')?.remove();
    const element = place();
    element.style.height = 'auto';
    const host = new DocumentHost({ element, mode: 'edit', frameOrigin, note });
    this.all.push(host);
    host.show(html);
  },
  values() {
    return this.host?.values() ?? [];
  },
  print(html, values, paper, isStored = false) {
    const job = { html, lines: 'marked', isStored, title: 'Test', values, newAttributes: null, note: paper } as const;
    printDocument(job).catch(() => console.log('NOT PRINTED'));
  },
};
