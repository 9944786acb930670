import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { planOf } from '#common/document/plan/make-plan.ts';
import { OPERATOR } from '../line.ts';
import { Refusal } from '../refusal.ts';
import { createDocuments } from './documents.ts';
import { createDocumentWorker } from './worker.ts';

const source = '<p class="editable" id="a">one</p>';
const whole = { source, plan: JSON.stringify(planOf(source)), values: '{"a":"two"}', rows: null };
const given = () => {
  const worker = createDocumentWorker();
  onTestFinished(() => worker.close());
  return worker;
};

it('gives each job its own end: a result, a refusal in words, or what went wrong', async () => {
  const worker = given();
  const ends = await Promise.allSettled([
    worker.run({ kind: 'render', ...whole }, OPERATOR),
    worker.run({ kind: 'save', save: Buffer.from('{'), isGuarded: true, ...whole }, OPERATOR),
    worker.run({ kind: 'render', ...whole, plan: '{' }, OPERATOR),
    worker.run(
      {
        kind: 'save',
        save: { save_name: 'n', edited_attributes: [], new_attributes: [] },
        isGuarded: true,
        ...whole,
      },
      OPERATOR,
    ),
  ]);
  expect(ends[0]).toEqual({ status: 'fulfilled', value: source.replace('one', 'two') });
  expect(ends[1]).toMatchObject({
    status: 'rejected',
    reason: new Refusal('invalid', 'The request is not valid JSON.'),
  });
  expect(ends[2]).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('JSON') as string } });
  expect(ends[3]).toMatchObject({ status: 'fulfilled', value: { name: 'n', values: '{"a":"two"}', version: null } });
});

it('leaves no job without an end when its thread is ended, and takes none afterwards', async () => {
  const worker = given();
  const running = Promise.allSettled([worker.run({ kind: 'render', ...whole }, OPERATOR)]);
  await worker.close();
  expect(await running).toMatchObject([{ status: 'rejected', reason: { message: 'The thread for documents ended.' } }]);
  await expect(worker.run({ kind: 'render', ...whole }, OPERATOR)).rejects.toThrow('The server is ending.');
});

it('ends a job that takes too long, and says so', async () => {
  const worker = createDocumentWorker({ life: 1 });
  onTestFinished(() => worker.close());
  await expect(worker.run({ kind: 'render', ...whole }, OPERATOR)).rejects.toEqual(
    new Refusal(
      'invalid',
      'The document takes too long to be worked on. Try again when the server is less busy, or split the document.',
    ),
  );
});

it('refuses a document for which its thread has not the memory, and does the next one', async () => {
  const worker = createDocumentWorker({ memory: 40, life: 60_000 });
  onTestFinished(() => worker.close());
  const job = worker.run({ kind: 'blanks', content: `<p>${'<b>a</b><br>'.repeat(25_000)}` }, OPERATOR);
  await expect(job).rejects.toEqual(
    new Refusal('invalid', 'The document needs too much memory to be worked on: shorten it, or split it.'),
  );
  expect(await worker.run({ kind: 'render', ...whole }, OPERATOR)).toBe(source.replace('one', 'two'));
});

/** Needs seconds: 150,000 lines with a name and no blank. */
const slow = { kind: 'blanks', content: `<p>${'a<br>'.repeat(150_000)}` } as const;

it('ends a job whose caller has left, and does the next one', async () => {
  const worker = createDocumentWorker({ life: 600_000, endsWithCaller: true });
  onTestFinished(() => worker.close());
  const caller = new AbortController();
  const left = new Error('The connection was closed.');
  const job = worker.run(slow, { who: 'amir', waiting: caller.signal });
  const next = worker.run({ kind: 'render', ...whole }, OPERATOR);
  caller.abort(left);
  await expect(job).rejects.toBe(left);
  expect(await next).toBe(source.replace('one', 'two'));
});

it('ends its thread after an idle time, and starts another one for the next job', async () => {
  const ended = vi.spyOn(Worker.prototype, 'terminate');
  const worker = createDocumentWorker({ idle: 1 });
  onTestFinished(() => worker.close());
  await worker.run({ kind: 'render', ...whole }, OPERATOR);
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(await worker.run({ kind: 'render', ...whole }, OPERATOR)).toBe(source.replace('one', 'two'));
});

it('saves a large document while an administrator’s check runs', async () => {
  const [html, plan] = [source, JSON.stringify(planOf(source))];
  const documents = createDocuments({ content: async () => html, plan: async () => plan });
  onTestFinished(() => documents.close());
  const caller = new AbortController();
  const check = Promise.allSettled([documents.blanks(slow.content, { who: 'amir', waiting: caller.signal })]);
  const value = 'x'.repeat(200_000);
  const save = Buffer.from(
    JSON.stringify({ save_name: 'n', edited_attributes: [{ id: 'a', value }], new_attributes: [] }),
  );
  const document = { template_version: 'v', values: '{}', rows: null };
  expect(await documents.begin(document, save, OPERATOR)).toMatchObject({ name: 'n' });
  caller.abort('left');
  // It had not ended before.
  expect(await check).toEqual([{ status: 'rejected', reason: 'left' }]);
});
