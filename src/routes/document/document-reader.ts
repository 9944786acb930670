import { ApiError } from '#api/failure.ts';

/** The reader of documents. Its parser is large: it is loaded with the first document. */
export async function documentReader() {
  const { readDocument } = await import('#common/document/plan/read-document.ts').catch(() => {
    throw new ApiError({ kind: 'network' });
  });
  return readDocument;
}
