import { expect } from 'vitest';
import type { AppWindow } from './windows.ts';

type Sheet = { name: string; rows: number; note: string | null; foot: string | null };

/** Replaces the browser's print dialog and records the content of each print frame at that moment. */
export async function watchPrinter({ page }: AppWindow): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  await page.context().exposeFunction('takeSheet', (sheet: Sheet) => void sheets.push(sheet));
  await page.context().addInitScript(() => {
    window.print = () => {
      const rules = document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
      const take = Reflect.get(window, 'takeSheet') as (sheet: Sheet) => void;
      take({
        name: document.getElementById('incident-name')?.innerText ?? 'no region',
        rows: document.querySelectorAll('#log-rows tr').length,
        note: /html::before \{ content: "([^"]*)"/.exec(rules.join('\n'))?.[1] ?? null,
        foot: /html::after \{ content: ("[^;]*);/.exec(rules.join('\n'))?.[1] ?? null,
      });
    };
  });
  return sheets;
}

/** Waits for as many sheets. */
export async function arrived(sheets: Sheet[], count: number): Promise<void> {
  await expect.poll(() => sheets.length, { timeout: 60_000 }).toBe(count);
}
