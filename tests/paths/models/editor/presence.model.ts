import { PRESENCE_LIFE } from '#config/constants.ts';
import { presenceMachine } from '#machines/editor/presence.machine.ts';
import { defineModel, sends } from '../../engine/model.ts';

/** Milliseconds between an event and the next message of a user. */
const LATER = 20_000;
const amir = { user: 'u-amir', tab: '1', name: 'Amir' };
const twin = { ...amir, tab: '2' };
const june = { user: 'u-june', tab: '1', name: 'June' };
const me = { user: 'u-me', tab: '9', name: 'Dana' };

const heard = (who: typeof amir, region: string | null, at: number) =>
  ({ type: 'person.heard', isMe: who === me, ...who, region, at }) as const;
const left = ({ user, tab }: typeof amir, at: number) => ({ type: 'person.left', user, tab, at }) as const;
const named = (label: string) => ({ Amir: amir, June: june })[label.split(' ')[0] ?? ''];

export const presenceModel = defineModel(presenceMachine)({
  starts: { 'an editor': { input: { isReader: false } } },
  events: ({ snapshot: { context } }) => {
    const { now, people } = context;
    // One and two users, windows and moments are enough: more would behave the same.
    const isAlone = people.length === 0;
    const isFresh = people.every(({ ends }) => ends === now + PRESENCE_LIFE);
    const isThere = (who: typeof amir): boolean => people.some(({ user, tab }) => user === who.user && tab === who.tab);
    return {
      'a WIP is opened': { type: 'document.opened', wip: 'w-1' },
      'a template is opened': { type: 'document.opened', wip: null },
      // The stream and the user's own caret are independent of the others.
      ...(isAlone && {
        'the stream is open': { type: 'stream.opened' } as const,
        ...(context.region === null && { 'the stream is closed': { type: 'stream.closed' } as const }),
        'the caret comes into a region': { type: 'region.reached', id: 'wind' } as const,
      }),
      'something is typed': { type: 'text.edited' },
      'the document is there': { type: 'document.shown' },
      'my other window is heard': heard(me, 'wind', now),
      ...(context.region === null && { 'Amir is heard': heard(amir, 'wind', now) }),
      ...(isFresh && isThere(amir) && { 'Amir is heard a while later': heard(amir, 'sea', now + LATER) }),
      ...(isFresh &&
        isThere(amir) &&
        !isThere(twin) && { 'June is heard a while later': heard(june, null, now + LATER) }),
      ...(isFresh && isThere(amir) && !isThere(june) && { 'Amir is heard in another window': heard(twin, null, now) }),
      ...(!isThere(twin) && { 'Amir leaves': left(amir, now) }),
      ...(isAlone && { 'Amir deletes the document': { type: 'document.deleted', name: 'Amir' } as const }),
      'June leaves long after all words': left(june, now + PRESENCE_LIFE),
      'somebody leaves who was not there': left({ ...june, tab: 'unknown' }, now),
    };
  },
  // Nothing else about a user decides.
  key: ({ snapshot, snapshot: { context } }) => ({
    wip: snapshot.matches('on') ? context.wip : '',
    people: context.people.map(({ user, tab, ends }) => `${user} ${tab} ${ends - context.now}`).join(', '),
    comer: context.comer,
    region: context.region,
  }),
  // The delay restarts from the user who expires first.
  restarts: {
    soonestEnds: {
      by: ['Amir', 'June', 'somebody leaves'],
      when: ({ snapshot }) => snapshot.context.people.length > 0,
    },
  },
  never: {
    'a deletion that the editor does not hear of': {
      after: ['Amir deletes the document'],
      breaks: ({ before, effects }) => before.matches('on') !== sends(effects, 'document.deletedBy'),
    },
    'somebody shown 45 s after their last word': ({ snapshot: { context } }) =>
      context.people.some(({ ends }) => ends <= context.now || ends - context.now > PRESENCE_LIFE),
    'a word that does not hold for 45 s': ({ label, before, snapshot: { context } }) =>
      label.includes('is heard') &&
      before.matches('on') &&
      named(label) !== undefined &&
      !context.people.some(({ user, ends }) => user === named(label)?.user && ends === context.now + PRESENCE_LIFE),
    oneself: ({ snapshot: { context } }) =>
      context.people.some(({ user }) => user === me.user) || context.comer === me.name,
    'somebody shown in silence for longer than a life': {
      after: ['after 45000 ms'],
      breaks: ({ before, snapshot: { context } }) =>
        before.context.people.length > 0 &&
        context.people.some(({ user, tab, ends }) =>
          before.context.people.some(
            (one) => one.user === user && one.tab === tab && one.ends === ends && ends <= context.now,
          ),
        ),
    },
    'somebody who has left': {
      after: ['Amir leaves'],
      breaks: ({ snapshot: { context } }) => context.people.some(({ user, tab }) => user === amir.user && tab === '1'),
    },
    'people of a document that is left': {
      after: ['a WIP is opened', 'a template is opened'],
      breaks: ({ snapshot: { context } }) => context.people.length > 0 || context.comer !== null,
    },
    'a caret that is forgotten, or one that is taken into another document': ({ label, snapshot: { context } }) =>
      (label === 'the caret comes into a region' && context.region !== 'wind') ||
      (label === 'a template is opened' && context.region !== null),
    'a caret that is not said after the first save': {
      after: ['a WIP is opened'],
      breaks: ({ before, effects }) =>
        !effects.some(
          (effect) =>
            effect.kind === 'request' &&
            effect.id === 'presenceWord' &&
            (effect.input as { region: string | null }).region === before.context.region,
        ),
    },
    'a newcomer who is not answered, or whose region is not named': ({ before, snapshot, effects }) =>
      snapshot.context.people.length > before.context.people.length &&
      !(sends(effects, 'newcomer.heard', 'presenceWord') && sends(effects, 'names.wanted')),
    'an answer to whoever is known, or to oneself': ({ before, snapshot, effects }) =>
      snapshot.context.people.length <= before.context.people.length &&
      sends(effects, 'newcomer.heard') &&
      // One came when another's message had expired.
      snapshot.context.people.every(({ user, tab }) =>
        before.context.people.some((one) => one.user === user && one.tab === tab),
      ),
    'somebody who came and is read out again, or is read out and gone': ({ before, label, snapshot: { context } }) =>
      (context.comer !== null && !context.people.some(({ name }) => name === context.comer)) ||
      (label === 'Amir is heard' &&
        before.context.people.some(({ user, ends }) => user === amir.user && ends > before.context.now) &&
        context.comer !== before.context.comer),
  },
});
