import { createReadStream } from 'node:fs';

/** The lines of a text file. Written by hand: Node's readline also ends a line at U+2028, which JSON may contain. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  if (rest !== '') yield rest;
}
