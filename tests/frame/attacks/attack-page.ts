import { scenarios } from './scenarios.ts';
import { rows } from './table.ts';
import type { Attack } from './attack.ts';

/** Marks around the table in docs/security.md. */
export const MARKS = ['<!-- attacks: written by tests/frame/attacks/write-page.ts -->', '<!-- /attacks -->'] as const;

const HEAD = ['attack', 'runs', 'nothing protects', 'our frame, Chromium', 'our frame, Firefox', 'by'];

function verdict(
  own: readonly Attack[],
  isOpen: (attack: Attack) => boolean,
  isUnknown: (attack: Attack) => boolean,
): string {
  const open = own.filter(isOpen);
  const unknown = own.filter((attack) => !isOpen(attack) && isUnknown(attack));
  const rest = own.length - open.length - unknown.length;
  const named = (label: string, list: readonly Attack[]): string[] =>
    list.length === 0 ? [] : [list.length === own.length ? label : `${label}: ${list.map(({ id }) => id).join(', ')}`];
  return [...(rest > 0 ? ['stopped'] : []), ...named('**open**', open), ...named('not shown', unknown)].join('; ');
}

/** The table as Markdown, from the tests' own lists. */
export function attackPage(): string {
  const lines = [
    HEAD,
    HEAD.map(() => '---'),
    ...rows.map(({ what, attacks, by }) => [
      what,
      String(attacks.length),
      'works',
      verdict(
        attacks,
        (attack) => attack.isOpen ?? false,
        () => false,
      ),
      verdict(
        attacks,
        (attack) => attack.firefox === 'open',
        (attack) => attack.firefox === 'unknown',
      ),
      by,
    ]),
    ...scenarios.map(({ what, by, control, chromium, firefox }) => [
      what,
      '1',
      control === 'works' ? 'works' : '–',
      chromium === 'open' ? '**open**' : chromium,
      firefox === 'open' ? '**open**' : firefox,
      by,
    ]),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The cells of the table in a page, whatever the widths of its columns. */
export function cellsOf(page: string): string[][] {
  const start = page.indexOf(`| ${HEAD[0] ?? ''} `);
  const table = page.slice(Math.max(0, start)).split(/\n(?!\|)/)[0] ?? '';
  return table
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => !/^-+$/.test(cells[0] ?? ''));
}
