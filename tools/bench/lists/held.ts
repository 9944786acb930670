import { chromium } from 'playwright-core';

import { demo } from '#tests/support/person.ts';

import { signIn } from '../../release/sign-in.ts';
import { bytesOf, Inspector, targets } from '../inspector.ts';

/** A process after a garbage collection, in bytes and counts. */
export type Held = { held: number; code: number; documents: number; nodes: number; listeners: number };
/** The dashboard's process, and that of its documents where they have one of their own. */
export type Reading = { page: Held; frames: Held | null };

/** Memory and counts of a process after a garbage collection. */
export async function memoryOf(inspector: Inspector): Promise<Held> {
  // Twice: an object that the first collection frees, such as a node's wrapper, may hold objects that only the second
  // can free.
  await inspector.send('HeapProfiler.collectGarbage');
  await inspector.send('HeapProfiler.collectGarbage');
  const { documents, nodes, jsEventListeners: listeners } = await inspector.send('Memory.getDOMCounters');
  return { ...bytesOf(await inspector.heapSnapshot()), documents, nodes, listeners };
}

/** All documents of a dashboard share one process: any of its frames gives the figures of all. */
export async function memoryOfFrames(address: string): Promise<Held | null> {
  const frame = (await targets(address)).find(({ type }) => type === 'iframe');
  if (!frame) return null;
  const inspector = await Inspector.open(frame.webSocketDebuggerUrl);
  const held = await memoryOf(inspector);
  inspector.close();
  return held;
}

/** A browser's only page, signed in: playwright signs in and disconnects. @param address the browser's own */
export async function signedInPage(address: string, origin: string): Promise<Inspector> {
  const attached = await chromium.connectOverCDP(address);
  const page = attached.contexts()[0]?.pages()[0];
  if (!page) throw new Error('the browser began without a page');
  await signIn(page, origin, demo.administrator);
  await attached.close();
  const target = (await targets(address)).find(({ type }) => type === 'page');
  if (!target) throw new Error('the browser has lost its page');
  return Inspector.open(target.webSocketDebuggerUrl);
}
