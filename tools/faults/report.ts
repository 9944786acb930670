import { explained, missedText, type Result, summary, tables } from 'chart-walks/faults';
import { survivors } from './survivors.ts';

const whyOf = explained(survivors);
/** Kinds of tests with a column of their own. */
const LAYERS = { rules: 'by rules', spec: 'by tests written by hand', screens: 'by walks on screens' };

/**
 * Each fault that was planted, and what detected it.
 * @param most faults of one kind in one machine
 * @returns Markdown
 */
export function report(results: readonly Result[], most: number): string {
  return `<!-- Written by npm run plant-faults. -->

# What the tests catch

${summary(results, whyOf)}

\`npm run plant-faults\` changes the program in one place at a time and runs the tests of the machine that it belongs to, until one fails: the rules of its model on every edge, the
tests written by hand for it, its paths on its screens in jsdom. Of each kind it planted ${most} in each machine (\`--most\`), spread over the chart, and six in a machine at least where there are so many:
\`--most 999\` plants every fault that it can think of. \`npm run plant-faults -- <machine>…\` does a part; \`--for 10\` stops after ten minutes, and \`--continue\` goes on where a run stopped, with what that one missed once more.
\`--layers rules,walks,spec\` runs these for every fault and says which of them sees what.

${tables(results, LAYERS)}

- Of charts. **event**: a transition is gone. **target**: it leads to another state. **guard**: a condition is gone, or the other way round. **action**, **tag**: one is left out. **delay**: a time is 1 ms longer.
  **rearm**: a state is not entered anew, so that its timer is not restarted. **wiring**: a state calls another actor or none, without its input, or takes its failure for success.
- Of the composition root. **wiring**: an actor gets another call of the API, or none. **constant**: a number is one more.
- Of the code around the charts (\`api\`, \`hooks\`, \`root\`, \`setup\`, \`unsaved\`, \`views\`). **condition**: the other way round. **cleanup**, **clearing**: a listener, a timer, a call or a note outlives its time. **hearing**: nothing is listened to.
  **address**: pushed for replaced, or replaced for pushed. **abort**: a signal is not passed on. **retry**: a read is not sent again, or a write is. **namesake**: something is found by its name instead of its id. **untrimmed**: blanks around a text are kept.
  **settle**: done after a success alone, and not after a failure too.
- Of texts. **text**: a sentence of the error catalogue is another one. **message**: a condition that chooses one is the other way round.
${missedText(results, whyOf)}`;
}
