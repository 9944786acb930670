import type { Rolldown } from 'vite';

export type Chunk = Rolldown.OutputChunk;

/**
 * The scripts that a browser loads for one script: itself and its static imports.
 * @param chunks all of the build
 * @param start the script
 */
export function together(chunks: readonly Chunk[], start: Chunk, seen = new Set<Chunk>()): Set<Chunk> {
  if (seen.has(start)) return seen;
  seen.add(start);
  for (const chunk of chunks) if (start.imports.includes(chunk.fileName)) together(chunks, chunk, seen);
  return seen;
}

/** The script that contains a module. @param end of the module's path @throws when the build has none */
export function chunkWith(chunks: readonly Chunk[], end: string): Chunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)));
  if (!chunk) throw new Error(`The build has no file with ${end}.`);
  return chunk;
}

/** The scripts that a browser loads for the module of a screen after those of the first route. @param end of the module's path */
export const after = (chunks: readonly Chunk[], first: ReadonlySet<Chunk>, end: string): Chunk[] =>
  [...together(chunks, chunkWith(chunks, end))].filter((chunk) => !first.has(chunk));
