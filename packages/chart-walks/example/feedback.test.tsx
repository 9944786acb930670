// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { type Driver, headlessDriver } from 'chart-walks';
import { describePaths } from 'chart-walks/vitest';
import { feedbackModel } from './feedback.model.ts';
import { Feedback } from './feedback.tsx';

const click = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
const write = (value: string): boolean =>
  fireEvent.change(screen.getByLabelText('What was bad?'), { target: { value } });

/** Actions of a user by the labels of the model's events. */
const ACTS: Readonly<Record<string, () => unknown>> = {
  'says it was good': () => click('Good'),
  'says it was bad': () => click('Bad'),
  'writes a text': () => write('Too slow.'),
  'removes the text': () => write(''),
  sends: () => click('Send'),
  closes: () => click('Close'),
};

/** Texts of the page by the state of the chart, written from what the form is for and not from the chart. */
const PAGES: Readonly<Record<string, string>> = {
  '"prompt"': 'How was it?GoodBadClose',
  '{"form":"writing"}': 'What was bad?SendClose',
  '{"form":"sending"}': 'What was bad?SendSending…Close',
  '{"form":"failed"}': 'What was bad?SendIt did not arrive.Close',
  '"thanks"': 'Thank you!Close',
  '"closed"': 'Closed.',
};

/** Walks the form in jsdom: real clicks, a held call, a stopped clock. */
const formDriver: Driver = async () => {
  vi.useFakeTimers();
  const waiting: { feedback: string; end: (error: Error | null) => void }[] = [];
  render(
    <Feedback
      send={(feedback) =>
        new Promise((resolve, reject) => {
          waiting.push({ feedback, end: (error) => (error === null ? resolve() : reject(error)) });
        })
      }
    />,
  );
  const look = (): Promise<unknown> => Promise.resolve(document.body.textContent);
  return {
    act: (label) => act(async () => void ACTS[label]?.()),
    answer: (_, outcome) => act(async () => waiting.shift()?.end('error' in outcome ? new Error('Not sent.') : null)),
    wait: (milliseconds) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds))),
    look,
    expect: async ({ snapshot, effects }) => {
      expect(await look()).toBe(PAGES[JSON.stringify(snapshot.value)]);
      // A request that the step makes waits at the host, with the text.
      if (effects.some(({ kind }) => kind === 'request')) expect(waiting.at(-1)?.feedback).toBe('Too slow.');
    },
    end: async () => {
      cleanup();
      vi.useRealTimers();
    },
  };
};

describePaths(feedbackModel, { cover: 'edges', driver: headlessDriver(feedbackModel) });
describePaths(feedbackModel, { cover: 'edges', driver: formDriver });
