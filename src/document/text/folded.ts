/** Most text has nothing to fold but its case, and is done much sooner: a document may have 20,000 regions. */
const PLAIN = /^[\n -~]*$/;

/**
 * Text as it is searched, in every list and on the server alike: without case, accents and what nobody sees in it (soft hyphens, zero width blanks and
 * joiners, marks of direction).
 */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{DI}]/gu, '');
}
