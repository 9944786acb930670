import { FrameHost } from './frame-host.ts';
import type { Pair } from './protocol.ts';

export type PrintJob = {
  readonly html: string;
  readonly title: string;
  /** What was typed since the HTML was loaded. */
  readonly values: readonly Pair[];
  /** A line at the top of the paper, or null. */
  readonly note: string | null;
  readonly newAttributesFunction?: string;
  readonly frameOrigin?: string;
  /** The document did not open for the printer, or broke the rules before it was printed. */
  readonly onFailed: () => void;
};

/** How long a frame stays when its print has ended, in milliseconds: a browser may go on before it has taken the page, as on phones. */
const STAYS = 3_000;

/**
 * Prints a whole document: in a short-lived frame that may open the print dialog, which the one on the screen may not. A document that does
 * not open within the frame's own limits is not printed: `onFailed`.
 */
export function printDocument({ values, note, onFailed, ...job }: PrintJob): void {
  let isAsked = false;
  let isPrinted = false;
  const end = (): void => {
    container.remove();
    host.dispose();
  };
  const fail = (): void => {
    end();
    onFailed();
  };
  const container = document.createElement('div');
  container.style.cssText =
    'position: fixed; inset: 0 auto auto 0; width: 210mm; height: 297mm; visibility: hidden; pointer-events: none;';
  container.setAttribute('aria-hidden', 'true');
  document.body.append(container);
  const host: FrameHost = new FrameHost({
    ...job,
    container,
    mode: 'view',
    print: true,
    // An open dialog stops the frame: it is not lost while a person chooses a printer.
    events: {
      onReady: () => {
        isAsked = true;
        host.patch(values);
        host.print(note);
      },
      onLost: () => {
        if (!isAsked) fail();
      },
      onPrinted: () => {
        isPrinted = true;
        window.setTimeout(end, STAYS);
      },
      onMisbehaved: () => (isPrinted ? end : fail)(),
    },
  });
}
