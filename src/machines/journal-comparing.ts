import { journalSetup } from './journal.setup.ts';
import { fromEvent } from './loading.ts';

/**
 * What was found is looked at beside what the document holds. Looking changes neither; only Restore lays it over the document, and only a confirmed Discard
 * deletes it. Rows are asked for where some were kept: nobody but the document knows those that it holds.
 */
export const comparing = journalSetup.createStateConfig({
  tags: ['found', 'comparing'],
  entry: ['forgetRowsNow', 'askNames'],
  initial: 'choosing',
  on: {
    'comparison.closed': { target: '#journal.found.none' },
    'restore.requested': [
      { guard: 'hasFoundRows', target: '#journal.found.restoring' },
      {
        target: '#journal.found.none',
        actions: [{ type: 'giveBack', params: { html: null } }, 'dropFound'],
      },
    ],
    'discard.requested': { target: '.confirmingDiscard' },
  },
  states: {
    choosing: { always: [{ guard: 'hasFoundRows', target: 'asking' }, { target: 'looking' }] },
    asking: {
      entry: 'askRows',
      on: {
        'rows.told': [
          {
            guard: { type: 'isListed', params: fromEvent },
            target: 'looking',
            actions: { type: 'keepRowsNow', params: fromEvent },
          },
          { target: 'looking' },
        ],
      },
      after: { journalRows: { target: 'looking' } },
    },
    looking: {},
    confirmingDiscard: {
      tags: 'confirmingDiscard',
      on: {
        'discard.confirmed': { target: '#journal.found.none', actions: ['dropFound', 'remember'] },
        'discard.cancelled': { target: 'choosing' },
      },
    },
  },
});
