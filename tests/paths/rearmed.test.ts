import { expect, it } from 'vitest';
import { chartFaultsOf, plant } from 'chart-walks/plant';
import { chartProblems, explore } from 'chart-walks';
import { loginModel } from './models/session/login.model.ts';
import { saveLineModel } from './models/editor/save-line.model.ts';
import { wallModel } from './models/live/wall.model.ts';

/** Faults of timers that users wait for: each changes how a timer begins again. */
const faults = [wallModel, saveLineModel, loginModel].flatMap((model) =>
  chartFaultsOf(model.machine)
    .filter(({ kind }) => kind === 'rearm')
    .map(({ id }) => ({ id, model })),
);

it('there are such faults: of the bar under a moving hand, of a save that is tried again, of a wall whose session is over', () => {
  expect(faults.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'rearm wall.hung.on.bar.shown · page.touched: without reenter',
      'rearm saveLine.saves.waiting · after saveRetry: without its target',
      'rearm login.form.resting · after sessionLook: without its target',
    ]),
  );
});

it.each(faults)('a rule is broken by: $id', ({ id, model }) => {
  expect(chartProblems(explore({ ...model, machine: plant(model.machine, id) }))).not.toEqual([]);
});
