import { describe, expect, it } from 'vitest';
import { appPageHeaders, frameHeaders } from '#document/frame-headers.ts';
import { rawCall } from '#tests/support/raw-call.ts';
import { given, givenDist, startInside } from './given.ts';

const APP = 'https://ready.example.org';
const FRAME = 'https://ready-documents.example.org';

const env = {
  READY_DIST: givenDist(),
  READY_PUBLIC_URL: APP,
  FRAME_URL: FRAME,
  FRAME_IMG_SRC: 'https://images.example.org',
  FRAME_STYLE_SRC: 'https://styles.example.org',
  FRAME_FONT_SRC: 'https://fonts.example.org https://styles.example.org',
};
const server = given(() => startInside(env, { seed: false, spa: true }));

const ask = (origin: string, path: string) =>
  rawCall(server.insideAddress(), {
    path,
    headers: { Host: new URL(origin).host, 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html' },
  });
const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe('documents under a second host name (FRAME_URL)', () => {
  it('the page names it in its policy and in itself', async () => {
    const { status, headers, text } = await ask(APP, '/');
    expect(status).toBe(200);
    expect(text).toContain(`<meta name="frame-url" content="${FRAME}">`);
    const nonce = /nonce="([^"]+)"/.exec(text)?.[1] ?? '';
    const expected = appPageHeaders({ nonce, origin: APP, frameUrl: `${FRAME}/frame.html` });
    expect(headers['content-security-policy']).toBe(expected['Content-Security-Policy']);
  });

  it('answers there with the frame alone, which only the application may show, widened as the operator says', async () => {
    const { status, headers } = await ask(FRAME, '/frame.html');
    expect(status).toBe(200);
    const expected = frameHeaders({
      imgSrc: ['https://images.example.org'],
      styleSrc: ['https://styles.example.org'],
      fontSrc: ['https://fonts.example.org', 'https://styles.example.org'],
      appOrigin: APP,
    });
    expect(headers).toMatchObject(lowerCased(expected));
    expect(expected['Connection-Allowlist']).toContain('"https://fonts.example.org"');
    for (const path of ['/', '/login', '/frame.html/', '/v1/templates', '/assets/index-a1b2c3d4.js'])
      expect((await ask(FRAME, path)).status).toBe(421);
  });
});
