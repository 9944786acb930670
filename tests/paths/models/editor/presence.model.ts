import {
  PRESENCE_ANSWER,
  PRESENCE_APART,
  PRESENCE_EVERY,
  PRESENCE_LIFE,
  PRESENCE_QUIET_MESSAGES,
  PRESENCE_RETURN,
} from '#common/config/constants.ts';
import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { presenceMachine } from '#machines/editor/presence.machine.ts';
import type { LoadedDocument } from '#machines/editor/edits.ts';
import type { SaveFacts } from '#machines/editor/their-changes.ts';
import { defineModel, type Effect, sends } from 'chart-walks';
import { failures } from '../samples.ts';
import { documentOf, savedWip, type Snapshot } from './editor-samples.ts';

type PresenceSnapshot = SnapshotFrom<typeof presenceMachine>;

type Events = Record<string, EventFromLogic<typeof presenceMachine>>;

/**
 * `isWip`: a WIP is open. `since`: milliseconds since its last message, which came too soon after another one if `isEarly`. */
type World = {
  isWip: boolean;
  since: number | null;
  isEarly: boolean;
  /** Only the others' saves matter. `isFree`: the editor has said so. */
  saves?: { isFree: boolean };
};

/** Milliseconds between an event and the next message of a user. */
const LATER = 20_000;
const START: World = { isWip: false, since: null, isEarly: false };
/** Milliseconds after which a user who is present has sent another message. */
const LATEST = PRESENCE_EVERY + PRESENCE_ANSWER;
/** Number of messages after which a newcomer is like one before. */
const ENOUGH = 2;
/** Milliseconds of the waits that do not depend on the others. */
const WAITS: Readonly<Record<string, number>> = {
  presenceReturn: PRESENCE_RETURN,
  presenceApart: PRESENCE_APART,
  presenceAgain: PRESENCE_EVERY - PRESENCE_APART,
  presenceAnswer: PRESENCE_ANSWER,
};
const amir = { user: 'u-amir', tab: '1', name: 'Amir' };
const twin = { ...amir, tab: '2' };
const june = { user: 'u-june', tab: '1', name: 'June' };
const me = { user: 'u-me', tab: '9', name: 'Dana' };

const received = (who: typeof amir, region: string | null, at: number) =>
  ({ type: 'message.received', isOwn: who === me, ...who, region, at }) as const;
const left = ({ user, tab }: typeof amir, at: number) => ({ type: 'person.left', user, tab, at }) as const;
const named = (label: string) => ({ Amir: amir, June: june })[label.split(' ')[0] ?? ''];
const isAmong = ({ context: { people } }: PresenceSnapshot, who: typeof amir): boolean =>
  people.some(({ user, tab }) => user === who.user && tab === who.tab);
const hasNewcomer = (before: PresenceSnapshot, snapshot: PresenceSnapshot): boolean =>
  snapshot.context.people.some((one) => !isAmong(before, one));
const firstEnd = ({ context: { people } }: PresenceSnapshot): number => Math.min(...people.map(({ ends }) => ends));
/** @param wip of the child's input; undefined for a child that has none */
const isStarted = (effects: readonly Effect[], id: string, wip?: string): boolean =>
  effects.some(
    (effect) =>
      effect.kind === 'request' &&
      effect.id === id &&
      effect.src === id &&
      (effect.input as { wip?: string } | undefined)?.wip === wip,
  );
const movesCaret = ({ context: { region } }: PresenceSnapshot) =>
  ({ type: 'region.reached', id: region === 'wind' ? 'sea' : 'wind' }) as const;

const DUE = { on: { messages: { present: { sent: 'due' } } } } as const;
const LEAVING = { on: { messages: { present: { sent: 'leaving' } } } } as const;
const messagesOf = ({ value }: PresenceSnapshot): string => (value === 'off' ? '' : JSON.stringify(value.on.messages));

/** Events of a reader, who sends nothing: the others come and go, and the stream closes. */
function readerEvents(snapshot: PresenceSnapshot): Events {
  const { now, people, region } = snapshot.context;
  // One and two users, windows and moments are enough: more would behave the same.
  const isAlone = people.length === 0;
  const isFresh = people.every(({ ends }) => ends === now + PRESENCE_LIFE);
  const isThere = isAmong(snapshot, amir);
  return {
    // The stream and the user's own caret are independent of the others.
    ...(isAlone && region === null && { 'the stream is closed': { type: 'stream.closed' } }),
    'the document is there': { type: 'document.shown' },
    ...(region === null && { 'Amir is heard': received(amir, 'wind', now) }),
    ...(isFresh && isThere && { 'Amir is heard a while later': received(amir, 'sea', now + LATER) }),
    ...(isFresh &&
      isThere &&
      !isAmong(snapshot, twin) && { 'June is heard a while later': received(june, null, now + LATER) }),
    ...(isFresh &&
      isThere &&
      !isAmong(snapshot, june) && { 'Amir is heard in another window': received(twin, null, now) }),
    ...(!isAmong(snapshot, twin) && { 'Amir leaves': left(amir, now) }),
    ...(isAlone && { 'Amir deletes the document': { type: 'document.deleted', name: 'Amir' } }),
    'June leaves long after all words': left(june, now + PRESENCE_LIFE),
    'somebody leaves who was not there': left({ ...june, tab: 'unknown' }, now),
  };
}

/** Events of a writer, who sends messages. One other user is enough, and comes at the moments that matter. */
function writerEvents(snapshot: PresenceSnapshot, { since }: World): Events {
  const { now, people, quiet, region } = snapshot.context;
  const isAlone = people.length === 0;
  const isAway = snapshot.matches({ on: { messages: 'away' } });
  const moment = snapshot.matches({ on: { messages: 'waiting' } })
    ? 'nothing was said'
    : snapshot.matches({ on: { messages: { present: 'answering' } } })
      ? 'an answer is due'
      : snapshot.matches({ on: { messages: { present: 'resting' } } })
        ? 'a word was said before'
        : 'a word was just said';
  const isOpen = snapshot.matches({ on: { stream: 'listening' } });
  // A timer of the messages begins, or none runs.
  const isAtStart = since === null || since === 0 || since === PRESENCE_APART;
  const isMoment = isOpen && quiet < ENOUGH && isAtStart;
  return {
    ...(isOpen && { 'the stream is open': { type: 'stream.opened' } }),
    ...(isAlone && isMoment && region === null && { 'the stream is closed': { type: 'stream.closed' } }),
    // The user's own hand is independent of the others and of the stream.
    ...(isAlone &&
      isOpen && {
        'the caret comes into another region': movesCaret(snapshot),
        'the caret stays in its region': { type: 'region.reached', id: region ?? 'wind' },
        [isAway ? 'somebody comes back and types' : 'something is typed']: { type: 'text.edited' },
      }),
    ...(isMoment && { 'Amir is heard': received(amir, 'wind', now) }),
    ...(!isAlone && { 'Amir leaves': left(amir, now) }),
    [isAway ? 'somebody comes back to the tab' : 'the tab is seen again at once']: { type: 'tab.shown' },
    // Under a name of its own in each state, all of which have to accept it.
    [`the tab is hidden when ${moment}`]: { type: 'tab.hidden' },
  };
}

/** Saves are counted from the revision that the editor shows, so that walks end. */
const newest = ({ context: { revision, saves } }: PresenceSnapshot): number =>
  Math.max(revision ?? 0, ...saves.map((save) => save.revision));
const saved = (revision: number, name: string | null) => ({ type: 'document.saved', revision, name }) as const;

/** Events of the others' saves, and of the editor that shows them. */
function saveEvents(snapshot: PresenceSnapshot): Events {
  const { saves, isReader } = snapshot.context;
  return {
    'the editor is free': { type: 'editor.free' },
    'the editor has a command at work': { type: 'editor.busy' },
    'the editor reads the document': { type: 'revision.read', revision: newest(snapshot) },
    ...(saves.length < 2 && {
      'Amir saves': saved(newest(snapshot) + 1, 'Amir'),
      'June saves': saved(newest(snapshot) + 1, 'June'),
      'a reply shows a save': saved(newest(snapshot) + 1, null),
    }),
    ...(saves.length === 1 && { 'the same save is reported again': saved(newest(snapshot), null) }),
    ...(isReader && { 'the stream is open': { type: 'stream.opened' } }),
  };
}

/** The document that the editor receives. */
const fetchedIn = (effects: readonly Effect[]) =>
  effects.flatMap((effect) =>
    effect.kind === 'sent' && effect.event.type === 'document.fetched' ? [effect.event as unknown as Fetched] : [],
  );
type Fetched = { output: LoadedDocument; save: SaveFacts };

const documentAt = (revision: number, name: string): LoadedDocument => {
  const document = documentOf({ context: savedWip } as Snapshot, 'wind 5');
  return { ...document, detail: { ...document.detail, revision, updated_by: name, updated_on: 9 } };
};

export const presenceModel = defineModel(presenceMachine)<World>({
  starts: {
    'a reader': { input: { isReader: true } },
    'a writer': { input: { isReader: false } },
    'a reader while others save': { input: { isReader: true }, world: { ...START, saves: { isFree: false } } },
    'a writer while others save': {
      input: { isReader: false },
      world: { ...START, saves: { isFree: false } },
    },
  },
  outcomes: {
    readSaved: ({ snapshot }) => ({
      'the newest': { output: documentAt(newest(snapshot), snapshot.context.saves.at(-1)?.name ?? 'Amir') },
      'not reached': { error: failures.network },
    }),
  },
  world: {
    start: START,
    next({ world, label, passed, snapshot, effects }) {
      if (world.saves !== undefined) {
        const isFree = label === 'the editor is free' || (world.saves.isFree && !/at work|is opened/.test(label));
        return { ...world, isWip: snapshot.matches('on'), saves: { isFree } };
      }
      if (label.endsWith('is opened')) return { isWip: label === 'a WIP is opened', since: null, isEarly: false };
      const { isWip } = world;
      const isAway = snapshot.matches({ on: { messages: 'away' } });
      const since = world.since === null ? null : Math.min(world.since + passed, isAway ? PRESENCE_APART : LATEST + 1);
      return sends(effects, 'message.requested')
        ? { isWip, since: 0, isEarly: since !== null && since < PRESENCE_APART }
        : { isWip, since, isEarly: false };
    },
  },
  events: ({ snapshot, world }) => ({
    'a WIP is opened': { type: 'document.opened', wip: 'w-1', revision: 3 },
    'a template is opened': { type: 'document.opened', wip: null, revision: null },
    ...(world.saves === undefined && { 'my other window is heard': received(me, 'wind', snapshot.context.now) }),
    ...(world.saves === undefined &&
      snapshot.matches('off') && { 'the caret comes into a region of a template': movesCaret(snapshot) }),
    ...(world.saves !== undefined
      ? saveEvents(snapshot)
      : snapshot.context.isReader
        ? readerEvents(snapshot)
        : writerEvents(snapshot, world)),
  }),
  // Nothing else about a user decides, and all regions are alike.
  key: ({ snapshot, snapshot: { context } }) => ({
    isReader: context.isReader,
    people: context.people.map(({ user, tab, ends }) => `${user} ${tab} ${ends - context.now}`).join(', '),
    newcomer: context.newcomer,
    region: context.region !== null,
    quiet: snapshot.matches({ on: { messages: 'present' } }) ? context.quiet : 0,
    saves: context.saves.map(({ revision, name }) => `${revision - (context.revision ?? 0)} ${name}`).join(),
  }),
  changes: {
    wip: 'a WIP',
    region: 'a template | the caret',
    now: 'after | Amir is heard a | June is',
    people: 'after | a WIP | a template | Amir is | June is | Amir leaves | June leaves',
    newcomer: 'after | a WIP | a template | Amir is heard$ | June is | Amir leaves | June leaves',
    quiet:
      'after | a WIP | the stream is open | the caret comes into another | the caret stays | something is | somebody comes',
    revision: 'a WIP | the editor reads | readSaved: the',
    saves: 'a WIP | the editor reads | Amir saves | June saves | a reply | readSaved: the',
  },
  // A save was reported while the document was read.
  repeats: ['readSaved'],
  // The delay restarts from the user who expires first.
  restarts: {
    soonestEnds: {
      by: ['Amir', 'June', 'somebody leaves'],
      when: ({ snapshot }) => snapshot.context.people.length > 0,
    },
  },
  accepts: {
    'my other window': 'on',
    'the stream is closed': 'listening',
    'the stream is open': ({ snapshot }) =>
      (['waiting', { present: 'resting' }] as const).some((messages) => snapshot.matches({ on: { messages } })) ||
      (snapshot.context.isReader &&
        (['watching', 'reading'] as const).some((saves) => snapshot.matches({ on: { saves } }))),
    'the document is there': 'together',
    Amir: 'on',
    'Amir leaves': 'together',
    'June leaves': 'together',
    'somebody leaves': 'together',
    'the tab is seen': 'leaving',
    'the tab is hidden when a word was just said': 'present',
    'something is typed': 'present',
    'the editor is free': 'busy',
    'the editor has a command': 'watching | reading',
    'the editor reads': 'on',
    'June saves': 'on',
    'a reply': 'on',
    'the same save': 'on',
  },
  leads: {
    settled: 'the tab is seen',
    overtaken: { by: 'the stream is open', from: 'reading' },
    newest: { by: 'readSaved', from: 'overtaken', when: ({ label }) => label !== 'readSaved: not reached' },
  },
  waits: { presenceReturn: 'stream.closed' },
  does: { 'document.deletedBy': 'Amir deletes' },
  never: {
    'a document read, or given to the editor, while a command is at work': ({ world, effects }) =>
      world.saves?.isFree === false && (isStarted(effects, 'readSaved', 'w-1') || fetchedIn(effects).length > 0),
    'a save of somebody else that is not read, though nothing keeps the editor': ({ label, world, snapshot }) =>
      world.saves?.isFree === true &&
      snapshot.matches('on') &&
      label !== 'readSaved: not reached' &&
      newest(snapshot) > (snapshot.context.revision ?? 0) &&
      !snapshot.matches({ on: { saves: 'reading' } }),
    'a document that was read and that the editor does not get, or gets again': {
      after: ['readSaved: the newest'],
      breaks: ({ before, effects }) =>
        fetchedIn(effects).length !== (newest(before) > (before.context.revision ?? 0) ? 1 : 0),
    },
    'a save that is shown under the name of another person': ({ before, effects }) =>
      fetchedIn(effects).some(
        ({ output, save }) =>
          save.at !== 9 ||
          save.by !==
            (before.context.saves.slice(0, -1).every(({ name }) => name === output.detail.updated_by)
              ? output.detail.updated_by
              : null),
      ),
    'somebody shown 45 s after their last word': ({ snapshot: { context } }) =>
      context.people.some(({ ends }) => ends <= context.now || ends - context.now > PRESENCE_LIFE),
    'a word that does not hold for 45 s': ({ label, before, snapshot: { context } }) =>
      label.includes('is heard') &&
      before.matches('on') &&
      named(label) !== undefined &&
      !context.people.some(({ user, ends }) => user === named(label)?.user && ends === context.now + PRESENCE_LIFE),
    oneself: ({ snapshot: { context } }) =>
      context.people.some(({ user }) => user === me.user) || context.newcomer === me.name,
    'a document without a stream, or a stream without a document': ({ snapshot, world }) =>
      snapshot.matches('on') !== world.isWip,
    'somebody who is there, and whose end is not waited for': ({ snapshot }) =>
      snapshot.matches({ on: { others: 'together' } }) !== snapshot.context.people.length > 0,
    'somebody shown in silence for longer than a life, or for less': ({ before, ended, snapshot: { context } }) =>
      ended.includes('soonestEnds') &&
      before.context.people.some((one) => context.people.includes(one) !== one.ends > firstEnd(before)),
    'a wait that is too long': ({ snapshot, timers }) =>
      timers.some(
        ({ delay, whole }) => whole > (WAITS[delay] ?? Math.max(0, firstEnd(snapshot) - snapshot.context.now)),
      ),
    'somebody who has left': {
      after: ['Amir leaves'],
      breaks: ({ snapshot }) => isAmong(snapshot, amir),
    },
    'people of a document that is left': {
      after: ['a WIP is opened', 'a template is opened'],
      breaks: ({ snapshot: { context } }) => context.people.length > 0 || context.newcomer !== null,
    },
    'a caret that is forgotten, or one that is taken into another document': ({ label, before, snapshot }) =>
      (/^the caret comes into (another|a) region/.test(label) && snapshot.context.region !== movesCaret(before).id) ||
      (label === 'a WIP is opened' && snapshot.context.region !== before.context.region) ||
      (label === 'a template is opened' && snapshot.context.region !== null),
    'a document whose stream or messages are those of another one, or that is not watched for being out of sight': {
      after: ['a WIP is opened'],
      breaks: ({ effects }) =>
        !isStarted(effects, 'receiveMessages', 'w-1') ||
        !isStarted(effects, 'sendMessages', 'w-1') ||
        !isStarted(effects, 'visibility'),
    },
    'a newcomer whose region is not named': ({ before, snapshot, effects }) =>
      hasNewcomer(before, snapshot) && !sends(effects, 'names.wanted'),
    'somebody who came and is read out again, or is read out and gone': ({ before, label, snapshot: { context } }) =>
      (context.newcomer !== null && !context.people.some(({ name }) => name === context.newcomer)) ||
      (label === 'Amir is heard' &&
        before.context.people.some(({ user, ends }) => user === amir.user && ends > before.context.now) &&
        context.newcomer !== before.context.newcomer),
    'a word of a reader': ({ snapshot, effects }) => snapshot.context.isReader && sends(effects, 'message.requested'),
    'a word before the answers can be heard': ({ before, label, effects }) =>
      before.matches({ on: { messages: 'waiting' } }) &&
      label !== 'the stream is open' &&
      sends(effects, 'message.requested'),
    'a word less than five seconds after another': ({ world }) => world.isEarly,
    'a word that runs out while somebody is there': ({ world, snapshot }) =>
      snapshot.matches({ on: { messages: 'present' } }) && (world.since ?? 0) > LATEST,
    'a stream that opens, and nothing is said': {
      after: ['the stream is open'],
      breaks: ({ before, effects }) =>
        before.matches({ on: { messages: 'waiting' } }) && !sends(effects, 'message.requested'),
    },
    'another region that is said later than after five seconds': {
      after: ['the caret comes into another region'],
      breaks: ({ before, snapshot, effects }) =>
        before.matches({ on: { messages: { present: 'sent' } } }) && !before.matches(LEAVING)
          ? !snapshot.matches(DUE)
          : before.matches({ on: { messages: { present: 'resting' } } }) && !sends(effects, 'message.requested'),
    },
    'a region that was said already is said again': {
      after: ['the caret stays in its region'],
      breaks: ({ before, snapshot }) =>
        before.matches({ on: { messages: 'present' } }) &&
        before.context.region !== null &&
        messagesOf(before) !== messagesOf(snapshot),
    },
    'a word that is due is not said after five seconds': ({ before, ended, effects }) =>
      before.matches(DUE) && ended.includes('presenceApart') && !sends(effects, 'message.requested'),
    'a word that is due at once after another': ({ snapshot, effects }) =>
      sends(effects, 'message.requested') && snapshot.matches(DUE),
    'a word from a region in which the caret is not': ({ snapshot, effects }) =>
      effects.some(
        (effect) =>
          effect.kind === 'sent' &&
          effect.event.type === 'message.requested' &&
          effect.event['region'] !== snapshot.context.region,
      ),
    'a word of whom nobody has touched for minutes': ({ before, ended, snapshot }) =>
      ended.includes('presenceAgain') &&
      before.context.quiet >= PRESENCE_QUIET_MESSAGES &&
      !snapshot.matches({ on: { messages: 'away' } }),
    'a word out of sight': ({ label, before, passed, ended, snapshot, effects }) =>
      (before.matches({ on: { messages: 'away' } }) && passed > 0 && sends(effects, 'message.requested')) ||
      (before.matches(LEAVING) &&
        (ended.includes('presenceApart') || label.endsWith('is heard') || label.startsWith('the caret')) &&
        snapshot.matches(LEAVING) === ended.includes('presenceApart')) ||
      (label.startsWith('the tab is hidden') &&
        !snapshot.matches({ on: { messages: 'away' } }) &&
        !snapshot.matches(LEAVING)),
    'somebody who does something, and counts as quiet': {
      after: ['somebody comes back', 'something is typed', 'the caret'],
      breaks: ({ snapshot, effects }) => snapshot.context.quiet !== (sends(effects, 'message.requested') ? 1 : 0),
    },
    'somebody who comes back and says nothing': {
      after: ['somebody comes back', 'the caret'],
      breaks: ({ before, effects }) =>
        before.matches({ on: { messages: 'away' } }) && !sends(effects, 'message.requested'),
    },
    'a newcomer without an answer': ({ before, ended, effects }) =>
      before.matches({ on: { messages: { present: 'answering' } } }) &&
      ended.includes('presenceAnswer') &&
      !sends(effects, 'message.requested'),
    'a newcomer who is heard and not noticed': ({ before, snapshot }) =>
      hasNewcomer(before, snapshot) &&
      before.matches({ on: { messages: 'present' } }) &&
      !before.matches(LEAVING) &&
      !snapshot.matches({ on: { messages: { present: 'answering' } } }) &&
      !snapshot.matches(DUE),
    'an answer to whoever is known, or to oneself': ({ label, before, snapshot }) =>
      label.endsWith('is heard') && !hasNewcomer(before, snapshot) && messagesOf(before) !== messagesOf(snapshot),
  },
});
