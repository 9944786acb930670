import type { FrameEvents } from '#document/frame-events.ts';
import { FrameHost } from '#document/frame-host.ts';
import { FrameStage } from '#document/frame-stage.ts';
import { printDocument } from '#document/print-document.ts';
import type { FrameMode, Pair } from '#document/protocol.ts';

/** What the tests' host page offers: a bare page with one frame and a record of everything that the host was told. */
export type HostPage = {
  /** `[event, argument]` in order. */
  readonly seen: [event: string, detail: unknown][];
  host: FrameHost | null;
  stage: FrameStage | null;
  open(html: string, mode: FrameMode, frameOrigin?: string): void;
  openStage(html: string, isLive?: boolean): void;
  /** Opens a further document beside the others. */
  openAnother(html: string, frameOrigin?: string): void;
  /** The documents of `openAnother`. */
  readonly all: FrameHost[];
  values(): Pair[];
  print(html: string, values: Pair[], note: string | null): void;
};

declare global {
  interface Window {
    page: HostPage;
  }
}

const names = [
  'onReady',
  'onEdits',
  'onRegions',
  'onSnapshot',
  'onNames',
  'onPlace',
  'onPasteUrl',
  'onOpenLink',
  'onHotkey',
  'onLost',
  'onFound',
  'onMisbehaved',
] as const;

const seen: HostPage['seen'] = [];
const record: FrameEvents = Object.fromEntries(
  names.map((name) => [name, (detail: unknown) => seen.push([name, detail])]),
);

function container(): HTMLElement {
  const element = document.createElement('div');
  element.style.height = '500px';
  document.body.append(element);
  return element;
}

window.page = {
  seen,
  host: null,
  stage: null,
  open(html, mode, frameOrigin = '') {
    this.host?.dispose();
    seen.length = 0;
    this.host = new FrameHost({
      container: container(),
      html,
      mode,
      title: 'Test',
      height: '480px',
      frameOrigin,
      events: record,
    });
  },
  openStage(html, isLive = false) {
    this.stage ??= new FrameStage(container(), () => record);
    this.stage.show({ html, mode: 'view', title: 'Test', height: '480px', isLive });
  },
  all: [],
  openAnother(html, frameOrigin = '') {
    // Where a press goes: the first document at the top of the window.
    if (this.all.length === 0) document.querySelector('#own')?.remove();
    const place = container();
    place.style.height = 'auto';
    this.all.push(
      new FrameHost({
        container: place,
        html,
        mode: 'edit',
        title: 'Test',
        height: '480px',
        frameOrigin,
        events: record,
      }),
    );
  },
  values() {
    return this.host?.values() ?? [];
  },
  print(html, values, note) {
    printDocument({ html, title: 'Test', values, note, onFailed: () => console.log('NOT PRINTED') });
  },
};
