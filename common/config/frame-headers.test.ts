import { expect, test } from 'vitest';

import { appPageHeaders, configureFrameHtml, frameHeaders, framePolicy } from './frame-headers.ts';

test('the headers of the frame, byte for byte', () => {
  expect(frameHeaders()).toEqual({
    'Content-Security-Policy':
      "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; " +
      "font-src data:; media-src data: blob:; connect-src 'none'; form-action 'none'; base-uri 'none'; frame-src 'none'; " +
      "worker-src 'none'; object-src 'none'; frame-ancestors 'self'",
    'Connection-Allowlist': '()',
    'Permissions-Policy':
      'accelerometer=(), autoplay=(), browsing-topics=(), camera=(), clipboard-read=(), clipboard-write=(), display-capture=(), ' +
      'fullscreen=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), ' +
      'midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), storage-access=(), ' +
      'sync-xhr=(), usb=(), xr-spatial-tracking=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'Cache-Control': 'no-cache',
  });
});

test("printing and an operator's widening change what they name and nothing else", () => {
  const policy = frameHeaders()['Content-Security-Policy'] ?? '';
  expect(frameHeaders({ print: true })['Content-Security-Policy']).toBe(
    policy.replace('sandbox allow-scripts', 'sandbox allow-scripts allow-modals'),
  );
  const widened = frameHeaders({
    imgSrc: ['https://i.example'],
    fontSrc: ['https://f.example'],
    allowEval: true,
    appOrigin: 'https://a.example',
  });
  expect(widened['Content-Security-Policy']).toBe(
    policy
      .replace('data: blob:;', 'data: blob: https://i.example;')
      .replace('font-src data:', 'font-src data: https://f.example')
      .replace("script-src 'unsafe-inline'", "script-src 'unsafe-inline' 'unsafe-eval'")
      .replace("ancestors 'self'", 'ancestors https://a.example'),
  );
  expect(widened['Connection-Allowlist']).toBe('("https://i.example" "https://f.example")');
});

test('the policy of the app page', () => {
  const headers = appPageHeaders({ nonce: 'R', apiOrigin: 'https://api.example', origin: 'http://127.0.0.1:4000' });
  expect(headers).toEqual({
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self' 'nonce-R'; style-src 'self' 'nonce-R'; img-src 'self' data:; font-src 'self'; " +
      "connect-src 'self' https://api.example; frame-src http://127.0.0.1:4000/frame.html; base-uri 'none'; form-action 'self'; " +
      "frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types default",
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'Cache-Control': 'no-store',
  });
  const still = appPageHeaders({ nonce: null, origin: null })['Content-Security-Policy'];
  expect(still).toContain("style-src 'self' 'unsafe-inline';");
  expect(still).toContain("connect-src 'self'; frame-src 'self';");
});

test("the file's own policy is widened with its header", () => {
  const file = (policy: string[], meta = ''): string =>
    `<meta content="${policy.join('; ')}">${meta}<meta name="referrer">`;
  const options = { imgSrc: ['https://i.example'], appOrigin: 'https://a.example' };
  expect(configureFrameHtml(file(framePolicy()), options)).toBe(
    file(framePolicy(options), '<meta name="app-origin" content="https://a.example">'),
  );
  expect(configureFrameHtml(file(framePolicy()), {})).toBe(file(framePolicy()));
});
