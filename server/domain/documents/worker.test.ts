import { expect, it, onTestFinished } from 'vitest';
import { planOf } from '#document/html/make-plan.ts';
import { OPERATOR } from '../line.ts';
import { Refusal } from '../refusal.ts';
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
  const worker = createDocumentWorker(1);
  onTestFinished(() => worker.close());
  await expect(worker.run({ kind: 'render', ...whole }, OPERATOR)).rejects.toEqual(
    new Refusal('invalid', 'The document takes too long to be worked on: shorten it, or split it.'),
  );
});
