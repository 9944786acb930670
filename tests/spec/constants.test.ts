import { describe, expect, it } from 'vitest';
import {
  ADMIN_PERMISSION,
  BASIC_PERMISSION,
  DEFAULT_PERMISSION,
  INITIAL_AUTH_CHECK_TIMEOUT,
  JOURNAL_BYTES,
  JOURNAL_DAYS,
  JOURNAL_REST,
  JOURNAL_RETRY,
  JOURNAL_ROWS,
  JOURNAL_SETTLE,
  LOGIN_REDIRECT_DELAY,
  POST_LOGIN_WAIT,
  PRESENCE_ANSWER,
  PRESENCE_APART,
  PRESENCE_EVERY,
  PRESENCE_LIFE,
  PRESENCE_QUIET_MESSAGES,
  REQUEST_TIMEOUT,
  SIGNUP_REDIRECT_DELAY,
  SIGNUP_SIMULATED_DELAY,
  STREAM_RECONNECT,
  SUCCESS_BANNER,
  XSRF_COOKIE,
  XSRF_HEADER,
} from '#common/config/constants.ts';
import { FRAME_HEIGHT } from '#config/frame.ts';
import { EnvError, readEnv } from '#common/config/env.ts';
import { type ClauseId, quoteOf } from '#tests/support/clauses.ts';
import { shows } from '#tests/support/shows.ts';

/** Milliseconds of a row such as `| Success banner | 1.5 s |`. */
function milliseconds(id: ClauseId): number {
  const [, amount, unit] = /([\d.]+) (ms|s) \|$/.exec(quoteOf(id)) ?? [];
  return Number(amount) * (unit === 's' ? 1000 : 1);
}

describe('the constants of section 9', () => {
  it.each(
    (
      [
        ['s9.request-time-out', REQUEST_TIMEOUT],
        ['s9.initial-auth-check', INITIAL_AUTH_CHECK_TIMEOUT],
        ['s9.post-login-wait', POST_LOGIN_WAIT],
        ['s9.login-redirect', LOGIN_REDIRECT_DELAY],
        ['s9.signup-delay', SIGNUP_SIMULATED_DELAY],
        ['s9.signup-redirect', SIGNUP_REDIRECT_DELAY],
        ['s9.success-banner', SUCCESS_BANNER],
        ['s9.stream-reconnect', STREAM_RECONNECT],
      ] as const
    ).map(([id, value]) => [shows(id)(`${value} ms`), id, value] as const),
  )('%s', (_title, id, value) => {
    expect(value).toBe(milliseconds(id));
  });

  it('what is typed is on the disk within a second, and kept as docs/unsaved-text.md says', () => {
    expect([JOURNAL_REST, JOURNAL_ROWS, JOURNAL_RETRY, JOURNAL_SETTLE]).toEqual([300, 400, 5_000, 3_000]);
    expect([JOURNAL_DAYS, JOURNAL_BYTES]).toEqual([7, 20_000_000]);
  });

  it('presence messages are sent and expire as docs/server.md says, and stop after five minutes', () => {
    expect([PRESENCE_LIFE, PRESENCE_EVERY, PRESENCE_APART, PRESENCE_ANSWER]).toEqual([45_000, 20_000, 5_000, 2_000]);
    expect(PRESENCE_QUIET_MESSAGES * PRESENCE_EVERY).toBe(300_000);
  });

  it(shows('s9.default-permission s9.levels s9.anti-forgery')('levels and header names'), () => {
    expect(quoteOf('s9.default-permission')).toContain(`| ${DEFAULT_PERMISSION} |`);
    expect(quoteOf('s9.levels')).toContain(`${BASIC_PERMISSION} basic, ${ADMIN_PERMISSION} administrator`);
    expect(quoteOf('s9.anti-forgery')).toContain(`${XSRF_COOKIE} and ${XSRF_HEADER}`);
  });

  it(shows('s9.height-editor s9.height-dashboards s9.height-modal')('the heights of the frame'), () => {
    const { editor, wipDashboard, templateDashboard, commandDashboard, archiveModal } = FRAME_HEIGHT;
    expect(quoteOf('s9.height-editor')).toBe(`${editor} (editor, WIP dashboard)`);
    expect(wipDashboard).toBe(editor);
    expect(quoteOf('s9.height-dashboards')).toBe(`${templateDashboard} (template and command dashboards)`);
    expect(commandDashboard).toBe(templateDashboard);
    expect(quoteOf('s9.height-modal')).toBe(`${archiveModal} (archive modal)`);
  });
});

describe('the settings', () => {
  it(shows('d1.settings s9.command-ids')('have the values of decision 1 by themselves'), () => {
    const { productName, apiHost, commandTemplates } = readEnv({});
    expect({ productName, apiHost }).toEqual({ productName: 'Ready', apiHost: '' });
    expect(new Set(commandTemplates).size).toBe(2);
    for (const id of commandTemplates) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it(shows('d1.settings s7.host')('are taken as they are set, and refused all at once'), () => {
    const env = readEnv({
      VITE_PRODUCT_NAME: 'Steady',
      VITE_API_HOST: 'https://api.example.org/',
      VITE_COMMAND_TEMPLATES: ' a , b ',
    });
    expect(env).toMatchObject({
      productName: 'Steady',
      apiHost: 'https://api.example.org',
      commandTemplates: ['a', 'b'],
    });
    const wrong = () => readEnv({ VITE_API_HOST: 'api.example.org', VITE_COMMAND_TEMPLATES: 'a' });
    expect(wrong).toThrow(EnvError);
    expect(wrong).toThrow(/(?=[\s\S]*VITE_API_HOST)(?=[\s\S]*VITE_COMMAND_TEMPLATES)/);
  });
});
