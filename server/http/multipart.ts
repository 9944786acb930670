import { Refusal } from '#server/domain/refusal.ts';
import { UPLOAD_LIMITS, type SentFile } from '#server/domain/uploads/upload.ts';

/** Bytes besides the files: the head of each part. */
const HEADS = 200_000;

/** Maximum bytes of an upload's body. */
export const UPLOAD_BODY_LIMIT = UPLOAD_LIMITS.bytes + HEADS;

const wrong = (): Refusal =>
  new Refusal('invalid', 'The files must be sent as multipart/form-data, and whole: choose them again.');

function countOf(bytes: Buffer, boundary: string): number {
  const mark = Buffer.from(`--${boundary}`);
  let count = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) count += 1;
  return count;
}

/**
 * Reads the files of a form by the platform's own parser, which gets no more parts than an upload may have.
 * @param type the body's content type
 * @throws {Refusal} for a body that is no form, has too many or too large files, or none
 */
export async function filesIn(bytes: unknown, type: string | undefined): Promise<SentFile[]> {
  const boundary = /^multipart\/form-data\s*;\s*boundary="?([\w'()+,./:=?-]{1,70})"?$/i.exec(type ?? '')?.[1];
  if (!Buffer.isBuffer(bytes) || boundary === undefined || type === undefined) throw wrong();
  // One more mark ends the form.
  if (countOf(bytes, boundary) > UPLOAD_LIMITS.files + 1)
    throw new Refusal(
      'tooLarge',
      `It holds more than ${UPLOAD_LIMITS.files} files: leave out what the documents do not need.`,
    );
  const files: SentFile[] = [];
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } }).formData();
    for (const value of form.values()) {
      if (typeof value === 'string') throw wrong();
      files.push({ name: value.name, bytes: await value.bytes() });
    }
  } catch {
    throw wrong();
  }
  if (files.length === 0) throw new Refusal('invalid', 'There is nothing in it.');
  return files;
}
