import { expect, it } from 'vitest';
import { shortest, simple } from './light.ts';

const readme = Object.values(
  import.meta.glob<string>('../README.md', { eager: true, query: '?raw', import: 'default' }),
).join('');
const sources = import.meta.glob<string>(['./*.ts', './*.tsx'], { eager: true, query: '?raw', import: 'default' });

it('paths of a chart without calls come from XState itself', () => {
  const paths = ['green: ', 'yellow: next', 'red: next, next', 'blinking: next, next, fault'];
  expect(shortest).toEqual(paths);
  expect(simple).toEqual(paths);
});

it.each(['light.ts', 'feedback.machine.ts', 'feedback.model.ts'])('the guide has %s as it is tested', (name) => {
  expect(readme).toContain(sources[`./${name}`]?.trim() ?? 'nothing');
});
