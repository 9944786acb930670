import { setNonce } from 'get-nonce';
import { WALL_WORKER } from '#config/wall.ts';

/** The part of the Trusted Types API that is used here; TypeScript's DOM library lacks it. */
interface TrustedTypesHost {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createHTML: (html: string) => string | null; createScriptURL: (url: string) => string | null },
    ): unknown;
  };
}

/** The one piece of markup that the page writes by way of a string: the style that Radix puts before a scrolling list. */
const RADIX_VIEWPORT_STYLE = /^\[data-radix-(scroll-area|select)-viewport\]\{[^<>]*\}$/;

/**
 * Installs the page's default Trusted Types policy: Radix's viewport style and the address of the walls' worker pass, every other string that would become
 * markup or the address of a script is refused by the browser with a TypeError. Scripts have no rule and are refused as well.
 * Call it once, before anything renders; does nothing where the browser has no Trusted Types.
 */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = globalThis as TrustedTypesHost;
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (RADIX_VIEWPORT_STYLE.test(html) ? html : null),
    createScriptURL: (url) => (url === WALL_WORKER ? url : null),
  });
}

/**
 * Hands the nonce of the page's policy to the style elements that Radix adds (scroll lock, select): under a strict `style-src`
 * they are refused without it, and the scroll lock fails silently. Vite writes the nonce into `<meta property="csp-nonce">`.
 * Call it once, before anything renders; does nothing on a page without a nonce.
 */
export function installStyleNonce(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers hide the attribute from selectors and getAttribute; the property keeps the value.
  const nonce = meta?.nonce || meta?.getAttribute('nonce');
  if (nonce) setNonce(nonce);
}
