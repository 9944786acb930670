import type { SaveRequest } from '#api/contract/requests.ts';
import { Refusal } from './refusal.ts';

/** The limit of a document's HTML, in bytes of UTF-8. */
export const HTML_MAX = 5_000_000;

/** Loads the HTML parser after the start, which does not wait for it (docs/adr/0014-server-speed.md), and before the first save. */
export async function loadDocumentTools() {
  const [{ applyAttributes }, { embedNewAttributes }] = await Promise.all([
    import('#document/apply-values.ts'),
    import('#document/new-attributes.ts'),
  ]);
  return { applyAttributes, embedNewAttributes };
}

/**
 * Applies a save to a document (`s7.update`). Ids that name no region are ignored: the document may have changed.
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
