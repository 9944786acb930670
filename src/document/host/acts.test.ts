import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { shows } from '#tests/support/shows.ts';
import type { Acts } from './acts.ts';

/** The parts of a browser that an act uses: the focused element, the report of a press, and the delegation of a press. */
const activation = { isActive: false };
const iframe = { localName: 'iframe' } as HTMLIFrameElement;
const other = { localName: 'iframe' };
const listeners = new Map<string, () => void>();
const page: { activeElement: unknown; hasFocus: () => boolean } = { activeElement: iframe, hasFocus: () => true };
let acts: Acts;

async function browser(canForget: boolean): Promise<void> {
  vi.resetModules();
  vi.stubGlobal('window', {
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    postMessage: (_: null, options: { delegate?: string }) => {
      if (!canForget || options.delegate === undefined) return;
      if (!activation.isActive) throw new Error('There was no press.');
      activation.isActive = false;
    },
  });
  acts = new (await import('./acts.ts')).Acts();
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  activation.isActive = false;
  page.activeElement = iframe;
  vi.stubGlobal('navigator', { userActivation: activation });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { origin: 'https://ready.example' });
  await browser(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = (): void => void (activation.isActive = true);
const done: string[] = [];
/** Requests some acts, lets time pass, and returns those that were done. */
function ask(...list: Parameters<Acts['ask']>[0][]): string[] {
  done.splice(0);
  for (const act of list)
    acts.ask(
      act,
      iframe,
      () => done.push(act),
      () => done.push(`no ${act}`),
    );
  vi.advanceTimersByTime(6_000);
  return done;
}

test(shows('d43.acts')('an act needs a press that the browser tells of, be it after the message'), () => {
  expect(ask('save')).toEqual(['no save']);
  done.splice(0);
  acts.ask('save', iframe, () => done.push('save'));
  vi.advanceTimersByTime(300);
  expect(done).toEqual([]);
  press();
  vi.advanceTimersByTime(50);
  expect(done).toEqual(['save']);
});

test(shows('d43.acts')('an act needs the focus in the frame, be it after the message'), () => {
  press();
  page.activeElement = null;
  expect(ask('submit', 'leave', 'paste', 'link')).toEqual(['no submit', 'no leave', 'no paste', 'no link']);
  done.splice(0);
  press();
  acts.ask('link', iframe, () => done.push('link'));
  page.activeElement = iframe;
  vi.advanceTimersByTime(50);
  expect(done).toEqual(['link']);
});

test('a frame has the focus where the browser (WebKit) says only that some frame has it', () => {
  press();
  page.activeElement = { localName: 'h1' };
  expect(ask('save')).toEqual(['no save']);
  listeners.get('blur')?.();
  press();
  expect(ask('save')).toEqual(['save']);
  page.activeElement = other;
  press();
  expect(ask('submit')).toEqual(['no submit']);
  page.activeElement = { localName: 'h1' };
  listeners.get('focus')?.();
  press();
  expect(ask('submit')).toEqual(['no submit']);
});

test(shows('d43.acts')('a press is good for one act of a kind; the next press for the next'), () => {
  press();
  acts.ask('save', iframe, () => done.push('save'));
  done.splice(0);
  for (let time = 0; time < 20; time += 1) {
    acts.ask('save', iframe, () => done.push('forged'));
    vi.advanceTimersByTime(200);
  }
  expect(done).toEqual([]);
  press();
  vi.advanceTimersByTime(50);
  expect(done).toEqual(['forged']);
});

test(shows('d43.acts')('two presses that are told as one are good for their two acts, at once'), () => {
  press();
  done.splice(0);
  acts.ask('save', iframe, () => done.push('save'));
  acts.ask('submit', iframe, () => done.push('submit'));
  expect(done).toEqual(['save', 'submit']);
});

test('a press that was used is soon no press for acts of another kind either', () => {
  press();
  acts.ask('save', iframe, () => undefined);
  vi.advanceTimersByTime(1_500);
  expect(ask('submit', 'view', 'leave')).toEqual(['no submit', 'no view', 'no leave']);
});

test('a link leaves its press to the tab that it opens, and a press on the next one opens that', () => {
  press();
  expect(ask('link')).toEqual(['link']);
  press();
  acts.forget();
  expect(activation.isActive).toBe(false);
  press();
  expect(ask('link')).toEqual(['link']);
});

test('a link whose press was not used up by a tab is not opened again by it; a newer press is told once that one must be over', () => {
  press();
  expect(ask('link')).toEqual(['link']);
  vi.advanceTimersByTime(2_000);
  done.splice(0);
  activation.isActive = true;
  acts.ask('link', iframe, () => done.push('again'));
  vi.advanceTimersByTime(100);
  expect(done).toEqual(['again']);
  acts.ask(
    'link',
    iframe,
    () => done.push('forged'),
    () => done.push('no link'),
  );
  vi.advanceTimersByTime(2_000);
  activation.isActive = false;
  vi.advanceTimersByTime(5_000);
  expect(done).toEqual(['again', 'no link']);
});

test('where shortcuts are no presses they act by the focus, one of a kind in a second; a link does not', async () => {
  await browser(false);
  expect(ask('save', 'submit', 'link')).toEqual(['save', 'submit', 'no link']);
  page.hasFocus = () => false;
  expect(ask('save')).toEqual(['no save']);
  page.hasFocus = () => true;
  done.splice(0);
  for (let time = 0; time < 20; time += 1) {
    acts.ask('save', iframe, () => done.push('save'));
    vi.advanceTimersByTime(150);
  }
  expect(done.length).toBeLessThanOrEqual(3);
});

test('of one kind the newest waits, what gives way to it is refused, and so is all when the frame goes', () => {
  const refused = vi.fn<() => void>();
  const went = vi.fn<() => void>();
  for (let at = 0; at < 20; at += 1) acts.ask('paste', iframe, went, refused);
  expect(refused).toHaveBeenCalledTimes(19);
  acts.drop();
  expect(refused).toHaveBeenCalledTimes(20);
  press();
  vi.advanceTimersByTime(2_000);
  expect(went).not.toHaveBeenCalled();
});
