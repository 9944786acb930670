import type { SnapshotError } from '../host/protocol.ts';
import { FRAME_LIMITS } from './limits.ts';
import { ownDocument } from './own.ts';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** The document's own function, whether it is a property of the window or a global constant. */
function ownFunction(functionName: string): (() => unknown) | null {
  const own: unknown = Reflect.get(window, functionName);
  if (typeof own === 'function') return own as () => unknown;
  if (!IDENTIFIER.test(functionName) || !ownDocument.documentElement) return null;
  let found: (() => unknown) | null = null;
  // A global constant is no property of the window; only a script of the page can name it.
  const script = ownDocument.createElement('script');
  const hook = `ready${Math.random().toString(36).slice(2)}`;
  Object.defineProperty(window, hook, {
    configurable: true,
    set(value: () => unknown) {
      found = value;
    },
  });
  script.textContent = `if(typeof ${functionName}==='function')window.${hook}=${functionName}`;
  ownDocument.documentElement.append(script);
  script.remove();
  Reflect.deleteProperty(window, hook);
  return found;
}

/** The rows that the document's own function gives (`s3.new-attributes`): JSON values within the caps and 2 s, or why there are none. */
export async function newAttributes(
  functionName: string,
): Promise<{ newAttributes: unknown[]; error: SnapshotError | null }> {
  const own = ownFunction(functionName);
  if (!own) return { newAttributes: [], error: null };
  const late = Symbol();
  try {
    const list: unknown = await Promise.race([
      Promise.resolve().then(() => own.call(window)),
      new Promise((resolve) => setTimeout(resolve, FRAME_LIMITS.ownFunction, late)),
    ]);
    if (list === late) return { newAttributes: [], error: 'timeout' };
    const json = Array.isArray(list) && list.length <= FRAME_LIMITS.rows ? JSON.stringify(list) : '';
    if (json === '' || json.length > FRAME_LIMITS.rowsJson) return { newAttributes: [], error: 'not-a-list' };
    return { newAttributes: JSON.parse(json) as unknown[], error: null };
  } catch (error) {
    console.error(error);
    return { newAttributes: [], error: 'threw' };
  }
}
