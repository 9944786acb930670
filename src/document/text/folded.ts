/** Characters with nothing to fold but their case, which is much faster: a document may have 20,000 regions. */
const PLAIN = /^[\n -~]*$/;

/**
 * Text in the form for searches, in every list and on the server alike: without case, accents and invisible characters (soft hyphens, zero width
 * blanks and joiners, marks of direction).
 */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{DI}]/gu, '');
}
