import { Frame } from './frame.ts';
import { FRAME_CAPS, type PrintFoot } from './protocol.ts';
import type { Pair, LineBreaks } from '#common/document/regions/values.ts';

/** A document for the printer. */
export type PrintJob = {
  readonly html: string;
  readonly lines: LineBreaks;
  /** True for a WIP or an archive: its script does not change what is printed. */
  readonly isStored: boolean;
  readonly title: string;
  /** Values that were entered since the HTML was loaded. */
  readonly values: readonly Pair[];
  /** The rows that the document's own script made: a print frame starts the script again. Null leaves those of the HTML. */
  readonly newAttributes: readonly unknown[] | null;
  /** A line at the top of the paper, or null. */
  readonly note: string | null;
  /** At the end of the document. */
  readonly foot?: PrintFoot | null;
  readonly newAttributesFunction?: string | undefined;
  readonly frameOrigin?: string;
};

/**
 * Milliseconds. `open`: time in which a document must open for the printer. `stays`: lifetime of its frame after the print has ended, since a
 * browser, as on phones, may report the end before it has read the page.
 */
const TIMES = { open: 10_000, stays: 3_000 } as const;

/**
 * Prints a whole document: in a short-lived frame that may open the print dialog; the one on the screen may not.
 * @returns a promise that resolves when the dialog has closed
 * @throws when the document does not open within 10 s, or breaks the rules before it is printed
 */
export async function printDocument({
  html,
  lines,
  isStored,
  title,
  values,
  newAttributes,
  note,
  foot = null,
  ...env
}: PrintJob): Promise<void> {
  const source = newAttributes === null ? html : await withRows(html, newAttributes).catch(() => html);
  const container = document.createElement('div');
  container.style.cssText =
    'position: fixed; inset: 0 auto auto 0; width: 210mm; height: 297mm; visibility: hidden; pointer-events: none;';
  container.setAttribute('aria-hidden', 'true');
  document.body.append(container);
  const frame = new Frame(container, env.frameOrigin ?? '', '100%', true);
  frame.put('shown', '100%');
  frame.describe(title, '100%');
  const end = (): void => {
    frame.dispose();
    container.remove();
  };
  await new Promise<void>((done, fail) => {
    const giveUp = (): void => {
      end();
      fail(new Error('The document did not open for the printer.'));
    };
    // An open dialog stops the frame: after the print request there is no limit, while the user chooses a printer.
    const limit = setTimeout(giveUp, TIMES.open);
    const own = {
      html: source,
      lines,
      mode: 'view',
      isStored,
      newAttributesFunction: env.newAttributesFunction,
    } as const;
    frame.open(own, (news) => {
      if (news.type === 'struck' && news.strikes >= FRAME_CAPS.strikes) giveUp();
      if (news.type !== 'said') return;
      if (news.message.type === 'ready') {
        clearTimeout(limit);
        frame.post({ type: 'patch', values: [...values] });
        frame.post({ type: 'print', note, foot });
      } else if (news.message.type === 'printed') {
        setTimeout(end, TIMES.stays);
        done();
      }
    });
  });
}

/** Embeds rows in a document; its script will make them again. The code for it is loaded on demand. */
export async function withRows(html: string, newAttributes: readonly unknown[]): Promise<string> {
  const { embedNewAttributes } = await import('#common/document/plan/new-attributes.ts');
  return embedNewAttributes(html, newAttributes);
}
