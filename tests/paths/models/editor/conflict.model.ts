import { conflictMachine } from '#machines/editor/conflict.machine.ts';
import { defineModel } from 'chart-walks';

const questions = [
  { id: 'what', was: 'wind 4', theirs: 'wind 5', mine: 'wind 6', choice: null },
  { id: null, was: '', theirs: 'gust 8', mine: 'gust 9', choice: null },
];

export const conflictModel = defineModel(conflictMachine)({
  starts: { 'a region and the rows': { input: { questions } }, 'rows that merge': { input: { questions: [] } } },
  outcomes: {},
  events: () => ({
    'takes their text': { type: 'side.chosen', id: 'what', side: 'theirs' },
    'keeps the own text': { type: 'side.chosen', id: 'what', side: 'mine' },
    'takes their rows': { type: 'side.chosen', id: null, side: 'theirs' },
    'takes all of theirs': { type: 'side.chosenForAll', side: 'theirs' },
    'keeps all of the own': { type: 'side.chosenForAll', side: 'mine' },
    'changes the own text': { type: 'mine.edited', id: 'what', value: 'wind 7' },
    saves: { type: 'choice.confirmed' },
  }),
  key: ({ snapshot: { context } }) => ({
    choices: context.questions.map(({ choice }) => choice),
    mine: context.questions[0]?.mine,
    says: context.isIncomplete,
  }),
  accepts: {},
  changes: {
    questions: 'takes their | keeps the | takes all | keeps all | changes the',
    isIncomplete: 'takes their | keeps the | takes all | keeps all | changes the | saves',
  },
  never: {
    'a value of another person as mine': ({ snapshot }) =>
      snapshot.output?.values.some(([, value]) => value === 'wind 5') === true &&
      snapshot.context.questions[0]?.choice !== 'theirs',
    'a value of mine that was given up': ({ snapshot }) =>
      snapshot.context.questions[0]?.choice === 'theirs' &&
      snapshot.output?.values.some(([, value]) => value !== 'wind 5') === true,
    'a question that was answered before and keeps its answer when all are answered': {
      after: ['takes all', 'keeps all'],
      breaks: ({ snapshot, label }) =>
        snapshot.context.questions.some(({ choice }) => choice !== (label.startsWith('takes') ? 'theirs' : 'mine')),
    },
    'something settled that nobody has chosen': ({ snapshot }) =>
      snapshot.status === 'done' && snapshot.context.questions.some(({ choice }) => choice === null),
    'a press that says nothing': {
      after: ['saves'],
      breaks: ({ snapshot }) => snapshot.status !== 'done' && !snapshot.context.isIncomplete,
    },
    'a complaint about what was chosen since': {
      after: ['takes', 'keeps', 'changes'],
      breaks: ({ snapshot }) => snapshot.context.isIncomplete,
    },
  },
});
