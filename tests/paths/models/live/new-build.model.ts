import { newBuildMachine } from '#machines/live/new-build.machine.ts';
import { defineModel } from 'chart-walks';
import { failures } from '../samples.ts';

export const newBuildModel = defineModel(newBuildMachine)({
  outcomes: {
    findBuild: {
      'another one': { output: true },
      'the same': { output: false },
      'not reached': { error: failures.network },
    },
  },
  events: () => ({ 'the host is back': { type: 'host.returned' } }),
  key: () => ({}),
  accepts: {
    'the host is back': 'trusted | asking',
  },
  waits: {
    wallBuildLook: 'trusted | leaving',
    wallSpread: 'due',
  },
  leads: {
    asking: 'after 10000',
    due: 'after 900000 | the host',
    leaving: 'findBuild: another',
    trusted: 'findBuild: not | findBuild: the same | starts',
  },
  does: {
    findBuild: 'after 10000',
    loadPage: 'findBuild: another',
    hostReturns: 'starts',
  },
  changes: {},
  never: {
    'a page that has just loaded and is asked about': ({ label, snapshot }) =>
      label === 'starts' && !snapshot.matches('trusted'),
    'a host that comes back, and nothing on the page takes notice': ({ snapshot }) =>
      !('hostReturns' in snapshot.children) ||
      (snapshot.matches('trusted') && !snapshot.can({ type: 'host.returned' })),
    'a page that goes without another build': ({ before, snapshot, label }) =>
      snapshot.matches('leaving') && !before.matches('leaving') && label !== 'findBuild: another one',
    'a host that is asked before all its walls can be spread over ten seconds, or later': ({
      before,
      snapshot,
      label,
    }) => before.matches('due') && snapshot.matches('due') !== (label !== 'after 10000 ms'),
    'another build that is not loaded': {
      after: ['findBuild: another one'],
      breaks: ({ effects }) => !effects.some((effect) => effect.kind === 'called' && effect.action === 'loadPage'),
    },
    'a host that is back and is not asked for its build': {
      after: ['the host is back', 'after 900000 ms'],
      breaks: ({ before, snapshot }) => !snapshot.matches('due') && !before.matches('leaving'),
    },
  },
});
