import type { AppWindow } from './windows.ts';

/**
 * Puts another text in the place of every template's and WIP's content, as if the host had it.
 * @param change given the host's own HTML
 */
export async function serve({ page }: AppWindow, change: (html: string) => string): Promise<void> {
  await page.route(/\/v1\/(templates|wips)\/[^/]+\?/, async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = (await response.json()) as { result?: { content?: string } };
    if (body.result?.content !== undefined) body.result.content = change(body.result.content);
    await route.fulfill({ response, json: body });
  });
}
