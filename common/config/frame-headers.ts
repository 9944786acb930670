/** The exact headers of the two pages (docs: the frame's design). Used by `server/`, by Vite in development and by the tests. */

export type FrameHeaderOptions = {
  /** Operator's widening (`FRAME_IMG_SRC` and so on): origins such as `https://images.example`. Each opens a way out to that host. */
  readonly imgSrc?: readonly string[];
  readonly styleSrc?: readonly string[];
  readonly fontSrc?: readonly string[];
  /** `FRAME_EVAL=1`: adds `'unsafe-eval'` for old templates. */
  readonly allowEval?: boolean;
  /** `/frame.html?print=1`: a short-lived frame that may open the print dialog. */
  readonly print?: boolean;
  /** The app's origin where the frame is served from another host (`FRAME_URL`); default the same origin. */
  readonly appOrigin?: string;
};

export type AppPageOptions = {
  /** A new value for each response; null in a static build, whose policy then needs `'unsafe-inline'` in style-src. */
  readonly nonce: string | null;
  /** Address of the API when it is not on the page's own origin. */
  readonly apiOrigin?: string | null;
  /** The page's own origin, such as `http://127.0.0.1:4000`; null when it cannot be known, which weakens `frame-src` to `'self'`. */
  readonly origin: string | null;
  /** The frame's address when it is on another host (`FRAME_URL`). */
  readonly frameUrl?: string | null;
};

const PERMISSIONS = (
  'accelerometer autoplay browsing-topics camera clipboard-read clipboard-write display-capture fullscreen geolocation gyroscope hid ' +
  'idle-detection local-fonts magnetometer microphone midi payment picture-in-picture publickey-credentials-get screen-wake-lock ' +
  'serial storage-access sync-xhr usb xr-spatial-tracking'
).split(' ');

const join = (...sources: readonly string[]): string => sources.filter((source) => source !== '').join(' ');

/** The policy of the frame without the directives that a meta element cannot carry (`sandbox`, `frame-ancestors`). */
export function framePolicy(options: FrameHeaderOptions = {}): string[] {
  return [
    `default-src 'none'`,
    join(`script-src 'unsafe-inline'`, options.allowEval ? `'unsafe-eval'` : ''),
    join(`style-src 'unsafe-inline'`, ...(options.styleSrc ?? [])),
    join('img-src data: blob:', ...(options.imgSrc ?? [])),
    join('font-src data:', ...(options.fontSrc ?? [])),
    'media-src data: blob:',
    `connect-src 'none'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-src 'none'`,
    `worker-src 'none'`,
    `object-src 'none'`,
  ];
}

/**
 * Writes the operator's extra sources into the built `frame.html`: a page's meta policy and its header both apply, so they must agree.
 * @param html as built without options
 */
export function configureFrameHtml(html: string, options: FrameHeaderOptions): string {
  const origin = options.appOrigin === undefined ? '' : `<meta name="app-origin" content="${options.appOrigin}">`;
  return html
    .replace(framePolicy().join('; '), () => framePolicy(options).join('; '))
    .replace('<meta name="referrer"', (meta) => origin + meta);
}

/** The headers of `/frame.html`. */
export function frameHeaders(options: FrameHeaderOptions = {}): Record<string, string> {
  const hosts = [...new Set([...(options.imgSrc ?? []), ...(options.styleSrc ?? []), ...(options.fontSrc ?? [])])];
  return {
    'Content-Security-Policy': [
      `sandbox allow-scripts${options.print ? ' allow-modals' : ''}`,
      ...framePolicy(options),
      `frame-ancestors ${options.appOrigin ?? `'self'`}`,
    ].join('; '),
    'Connection-Allowlist': `(${hosts.map((host) => JSON.stringify(host)).join(' ')})`,
    'Permissions-Policy': PERMISSIONS.map((feature) => `${feature}=()`).join(', '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'Cache-Control': 'no-cache',
  };
}

/** The headers of `index.html`. A nonce belongs to one response: no-store, no ETag, never a 304. */
export function appPageHeaders(options: AppPageOptions): Record<string, string> {
  const frame = options.frameUrl ?? (options.origin === null ? `'self'` : `${options.origin}/frame.html`);
  const api = options.apiOrigin && options.apiOrigin !== options.origin ? options.apiOrigin : '';
  return {
    'Content-Security-Policy': [
      `default-src 'none'`,
      `script-src 'self'${options.nonce === null ? '' : ` 'nonce-${options.nonce}'`}`,
      `style-src 'self' ${options.nonce === null ? `'unsafe-inline'` : `'nonce-${options.nonce}'`}`,
      `img-src 'self' data:`,
      `font-src 'self'`,
      join(`connect-src 'self'`, api),
      `frame-src ${frame}`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
      `object-src 'none'`,
      `require-trusted-types-for 'script'`,
      'trusted-types default',
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'Cache-Control': 'no-store',
  };
}
