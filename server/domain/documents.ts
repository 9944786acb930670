import type { SaveRequest } from '#api/contract/requests.ts';
import { Refusal } from './refusal.ts';

/** The most that a document's HTML may be, in bytes of UTF-8 (quality.md, "Bodies"). */
const HTML_MAX = 5_000_000;

/** Loads what reads HTML: a start need not wait for it (docs/adr/0014-server-speed.md), and the first save should not either. */
export async function loadDocumentTools() {
  const [{ applyAttributes }, { embedNewAttributes }] = await Promise.all([
    import('#document/apply-values.ts'),
    import('#document/new-attributes.ts'),
  ]);
  return { applyAttributes, embedNewAttributes };
}

/**
 * Lays a save over a document (decisions 7 and 8). Ids that name no region are passed over: the document may have changed.
 * @param html the host's own copy
 * @param save what the person sent
 * @throws {Refusal} when the result is too large
 */
export async function applySave(
  html: string,
  save: Pick<SaveRequest, 'edited_attributes' | 'new_attributes'>,
): Promise<string> {
  const { applyAttributes, embedNewAttributes } = await loadDocumentTools();
  const applied = applyAttributes(html, save.edited_attributes).html;
  const result = embedNewAttributes(applied, save.new_attributes);
  if (Buffer.byteLength(result) > HTML_MAX) {
    throw new Refusal('tooLarge', 'The document would become larger than 5 MB. Shorten it and save again.');
  }
  return result;
}
