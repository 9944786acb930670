import { PEOPLE_FILE_SIZE_MAX } from '#config/constants.ts';

/** Bytes of the longest character in any of the encodings. */
const CHARACTER_MAX = 4;

/**
 * Reads a file's text, in UTF-8, UTF-16 with its mark, or the encoding of spreadsheets on Windows. A file that is too large is read only far enough
 * to detect that.
 */
export async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, PEOPLE_FILE_SIZE_MAX * CHARACTER_MAX + 1).arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
