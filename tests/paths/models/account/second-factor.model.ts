import { secondFactorMachine } from '#machines/account/second-factor.machine.ts';
import { defineModel, emits } from 'chart-walks';
import { failures } from '../samples.ts';

const picture = { size: 21, path: 'M0 0h1v1h-1z' };
const asks = (effects: readonly { kind: string; src?: string }[], src: string): boolean =>
  effects.some((effect) => effect.kind === 'request' && effect.src === src);

export const secondFactorModel = defineModel(secondFactorMachine)({
  outcomes: {
    readFactor: {
      'none is asked for': { output: { since: null, recovery_codes_left: 0 } },
      'one is': { output: { since: 1_750_000_000_000, recovery_codes_left: 10 } },
      'not reached': { error: failures.network },
    },
    beginFactor: {
      'a secret': { output: { secret: 'A'.repeat(32), uri: 'otpauth://totp/x', picture } },
      'not reached': { error: failures.network },
    },
    setFactor: { set: { output: ['abcd-efgh'] }, 'not reached': { error: failures.network } },
    removeFactor: { removed: { output: undefined }, 'not reached': { error: failures.network } },
    copyCodes: { copied: { output: undefined }, 'not let': { error: new Error('no') } },
  },
  events: () => ({
    'tries again': { type: 'retry.requested' },
    'sets it up': { type: 'setup.requested' },
    'thinks better of it': { type: 'setup.cancelled' },
    'gives a code': { type: 'factor.given', form: { current: 'old', code: '123456' } },
    'gives no code': { type: 'factor.given', form: { current: 'old', code: ' ' } },
    'gives no password': { type: 'factor.given', form: { current: '', code: '123456' } },
    'copies the codes': { type: 'copy.requested' },
    'puts them away': { type: 'codes.dismissed' },
    'turns it off': { type: 'removal.requested' },
    'keeps it': { type: 'removal.cancelled' },
    'confirms by a code': { type: 'removal.given', form: { current: 'old', code: '123456' } },
    'confirms by no code': { type: 'removal.given', form: { current: 'old', code: ' ' } },
    'confirms by no password': { type: 'removal.given', form: { current: '', code: '123456' } },
  }),
  key: ({ snapshot: { context } }) => ({
    problem: context.problem?.field ?? null,
    message: context.message,
    hasSecret: context.secret !== null,
    isOn: context.factor.since !== null,
  }),
  accepts: {
    'tries again': 'failed',
    'sets it up': 'off',
    'thinks better of it': 'pairing',
    gives: 'pairing',
    copies: 'handing',
    puts: 'handing',
    'turns it off': 'on',
    'keeps it': 'asking',
    confirms: 'asking',
  },
  tags: {
    busy: 'beginning | setting | removing',
    loading: 'loading',
    pairing: 'pairing | setting',
    removing: 'asking | removing',
  },
  leads: {
    loading: 'tries | thinks | keeps | puts | removeFactor: removed',
    off: 'beginFactor: not',
    pairing: 'setFactor: not',
    asking: 'removeFactor: not',
  },
  changes: {
    factor: 'readFactor: none | readFactor: one',
    secret: 'beginFactor: a | thinks better | puts them',
    codes: 'setFactor: set | puts them',
    problem: 'keeps it | confirms by | thinks better | gives a | gives no',
    message: [
      'readFactor: not | sets it | tries again | beginFactor: not | keeps it | confirms by | thinks better | gives a | gives no | removeFactor: not',
      'setFactor: not',
    ],
  },
  says: { message: 'readFactor: not | beginFactor: not | setFactor: not | removeFactor: not' },
  never: {
    'a call with something missing': {
      after: ['gives no', 'confirms by no'],
      breaks: ({ snapshot, effects }) =>
        asks(effects, 'setFactor') || asks(effects, 'removeFactor') || snapshot.context.problem === null,
    },
    'a change that nobody wanted': ({ effects, label }) =>
      (asks(effects, 'setFactor') && label !== 'gives a code') ||
      (asks(effects, 'removeFactor') && label !== 'confirms by a code'),
    'recovery codes that go before they are put away, or stay after': ({ before, snapshot, label }) =>
      before.context.codes.length > 0 !== snapshot.context.codes.length > 0 &&
      !['setFactor: set', 'puts them away'].includes(label),
    'sessions that ended and are still listed, or are read again for nothing': ({ effects, label }) =>
      emits(effects, 'factor.set') !== (label === 'setFactor: set'),
    'a secret that stays when nothing is set up': ({ snapshot }) =>
      snapshot.context.secret !== null && (snapshot.hasTag('off') || snapshot.hasTag('on')),
    'something said to be on or off that the host did not say': ({ snapshot }) =>
      (snapshot.hasTag('on') && snapshot.context.factor.since === null) ||
      (snapshot.hasTag('off') && snapshot.context.factor.since !== null),
  },
});
