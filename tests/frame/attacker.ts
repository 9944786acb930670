import type { Bench, Desk } from './harness.ts';

/** A document whose script ends by saying `done`, or what it has found, in its first region, which the host hears. */
export const hostileDocument = (
  bench: Bench,
  script: string,
): string => `<!doctype html><p class="editable" id="out"></p><a id="go" href="#">go</a>
  <script>const C=${JSON.stringify(bench.canary.origin)},A=${JSON.stringify(bench.origin)};
  const tell=(t)=>{document.getElementById('out').textContent=t};
  const body=async()=>{${script}};
  addEventListener('load',()=>setTimeout(()=>body().then((t)=>tell(String(t??'done')),(e)=>tell('stopped '+e.name)),50))</script>`;

/** Runs the script in a frame of a page without any protection. @returns what it found, or `navigated` when it took its page away */
export async function runUnprotected(bench: Bench, desk: Desk, script: string): Promise<string> {
  const page = await desk.page.context().newPage();
  await page.goto(`${bench.origin}/control`);
  const result = await page.evaluate(
    ([code, canary, api]) => {
      const holder = document.createElement('iframe');
      document.body.append(holder);
      return new Promise<string>((done) => {
        const own = holder.contentWindow as Window & { told?: (text: string) => void };
        own.told = done;
        const source = own.document.createElement('script');
        source.textContent = `const C=${JSON.stringify(canary)},A=${JSON.stringify(api)};(async()=>{${code}})().then((t)=>told(String(t??'done')),(e)=>told('stopped '+e.name))`;
        own.document.body.append(source);
        setTimeout(done, 2_000, 'navigated');
      });
    },
    [script, bench.canary.origin, bench.origin] as const,
  );
  await page.close();
  return result;
}

/** Runs the script in our frame. @returns what it found; empty when it took the frame away */
export async function runInFrame(bench: Bench, desk: Desk, script: string): Promise<string> {
  await desk.show(hostileDocument(bench, script));
  await desk.page.waitForFunction(() => window.page.seen.some(([name]) => name === 'onEdits' || name === 'onLost'));
  return (await desk.values())['out'] ?? '';
}
