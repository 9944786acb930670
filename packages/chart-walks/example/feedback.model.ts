import { defineModel } from 'chart-walks';
import { feedbackMachine } from './feedback.machine.ts';

export const feedbackModel = defineModel(feedbackMachine)({
  outcomes: {
    sendFeedback: {
      'it arrives': { output: undefined },
      'the network is down': { error: new Error('down') },
    },
  },
  events: () => ({
    'says it was good': { type: 'feedback.good' },
    'says it was bad': { type: 'feedback.bad' },
    'writes a text': { type: 'feedback.update', value: 'Too slow.' },
    'removes the text': { type: 'feedback.update', value: '' },
    sends: { type: 'submit' },
    closes: { type: 'close' },
  }),
  never: {
    'an empty text is sent': ({ effects }) =>
      effects.some((effect) => effect.kind === 'request' && (effect.input as { feedback: string }).feedback === ''),
  },
});
