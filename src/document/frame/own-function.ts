import type { SnapshotError } from '../host/protocol.ts';
import { FRAME_LIMITS } from './limits.ts';
import { asScript, ownDocument } from './own.ts';
import { outside } from './realm.ts';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** The document's own function, whether it is a property of the window or a global constant. */
function ownFunction(functionName: string): (() => unknown) | null {
  const own: unknown = Reflect.get(window, functionName);
  if (typeof own === 'function') return own as () => unknown;
  if (!IDENTIFIER.test(functionName) || !ownDocument.documentElement) return null;
  // A global constant is no property of the window; only a script of the page can name it.
  const script = ownDocument.createElement('script');
  const hook = `ready${Math.random().toString(36).slice(2)}`;
  script.textContent = asScript(`if(typeof ${functionName}==='function')window.${hook}=${functionName}`);
  ownDocument.documentElement.append(script);
  script.remove();
  const found: unknown = Reflect.get(window, hook);
  Reflect.deleteProperty(window, hook);
  return typeof found === 'function' ? (found as () => unknown) : null;
}

/** Rows as JSON. An old library gives lists a `toJSON` that makes text of them: they are written as they are. */
const jsonOf = (rows: unknown[]): string =>
  JSON.stringify(rows, function (this: Record<string, unknown>, name, value: unknown) {
    return Array.isArray(this[name]) ? this[name] : value;
  });

/** The rows that a document has listed, and the error if there are none. */
export type OwnRows = { newAttributes: unknown[]; error: SnapshotError | null };

function rowsOf(list: unknown): OwnRows {
  const json = Array.isArray(list) && list.length <= FRAME_LIMITS.rows ? jsonOf(list) : '';
  if (json === '' || json.length > FRAME_LIMITS.rowsJson) return { newAttributes: [], error: 'not-a-list' };
  return { newAttributes: JSON.parse(json) as unknown[], error: null };
}

/**
 * Requests the rows of the document's own function (`s3.new-attributes`): JSON values within the caps and 2 s, or the reason for none. It answers
 * once, even if the document has changed its realm: no promise is passed on, since a document may have replaced `then`.
 */
export function askForRows(functionName: string, answer: (rows: OwnRows) => void): void {
  let isAnswered = false;
  const once = (rows: OwnRows): void => {
    if (!isAnswered) answer(rows);
    isAnswered = true;
  };
  setTimeout(() => once({ newAttributes: [], error: 'timeout' }), FRAME_LIMITS.ownFunction);
  void (async () => {
    let rows: OwnRows = { newAttributes: [], error: 'threw' };
    try {
      const own = outside(() => ownFunction(functionName));
      rows = own ? rowsOf(await outside(() => Reflect.apply(own, window, []))) : { newAttributes: [], error: null };
    } catch (error) {
      console.error(error);
    }
    once(rows);
  })();
}
