import type { AnyStateMachine } from 'xstate';
import { expect, it } from 'vitest';
import { isRetry } from '#ui/shared/use-screen-actor.ts';
import { projectFiles, readSource } from './source.ts';

const machines = import.meta.glob<Record<string, AnyStateMachine>>('/src/machines/**/*.machine.ts', { eager: true });

/** Events about another try that are not pressed when the network is back, since they have another name. */
const otherNames = (events: readonly string[]): string[] =>
  events.filter((type) => /retr[iy]|tr(y|ied)Again/i.test(type) && !type.startsWith('xstate.') && !isRetry(type));

/** Sender of a hook that a view gives to 'Try Again', and the event that it sends. */
const sentIn = (text: string): string[] =>
  [...text.matchAll(/\bretry\w*: [^,]*?\.send\(\{ type: '([^']+)'/g)].map(([, type = '']) => type);

/** Senders that a view gives to 'Try Again', other than a hook's `retry`. */
const otherSenders = (text: string): string[] =>
  [...text.matchAll(/\bonRetry=\{([^}]+)\}/g)]
    .map(([, sender = '']) => sender)
    .filter((sender) => !/^(\w+ \? )?(\w+\.)?(retry\w*|onRetry)( : undefined)?$/.test(sender));

it("every 'Try Again' sends an event that is also sent when the network is back", () => {
  const events = Object.values(machines).flatMap((module) =>
    Object.values(module).flatMap((machine) => machine.events as string[]),
  );
  const sent = projectFiles('src/ui/**/{use-*,leave-guard}.ts').flatMap((path) => sentIn(readSource(path)));
  expect(sent.length).toBeGreaterThan(15);
  expect(new Set(sent)).toEqual(new Set(events.filter(isRetry)));
  expect(otherNames(events)).toEqual([]);
  expect(projectFiles('src/ui/**/*.tsx').flatMap((path) => otherSenders(readSource(path)))).toEqual([]);
});

it('finds a press of another name', () => {
  expect(otherNames(['retry.requested', 'users.retryRequested', 'rows.retried', 'list.triedAgain'])).toEqual([
    'rows.retried',
    'list.triedAgain',
  ]);
  expect(sentIn("retry: () => actor.send({ type: 'rows.wanted' }), close: () => actor.send({ type: 'a.b' })")).toEqual([
    'rows.wanted',
  ]);
  expect(otherSenders('<Failure onRetry={list.retry} /><Failure onRetry={list.reload} />')).toEqual(['list.reload']);
});
