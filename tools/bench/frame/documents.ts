/**
 * The documents of the bench, each with a script that reports when its layout is done; floor and ours load the same
 * bytes.
 */

const SENTENCE = 'All of it is written down, and read again by those who come after. ';

/**
 * Reports to the parent window when the document is parsed and its layout is done, including its tasks after the load.
 */
const WATCH =
  '<script>addEventListener("load",()=>setTimeout(()=>setTimeout(()=>{document.documentElement.offsetHeight;parent.postMessage("laid-out","*")})))</script>';
const STYLE = '<style>body{font:16px sans-serif;margin:16px;background:#fff}.editable{min-height:1em}</style>';

const page = (body: string, more = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title>${STYLE}${WATCH}${more}</head><body>${body}</body></html>`;

/** A register of so many regions, about 330 bytes each. @param more added to the head */
export function register(regions: number, more = ''): string {
  return page(
    Array.from(
      { length: regions },
      (_, n) =>
        `<section><h3>Entry ${n}</h3><p>${SENTENCE.repeat(3)}</p><p class="editable" id="r${n}">Value ${n}</p></section>`,
    ).join('\n'),
    more,
  );
}

/** A handbook of 5 MB with 300 regions. */
export function handbook(): string {
  return page(
    Array.from(
      { length: 300 },
      (_, n) =>
        `<section><h2>Part ${n}</h2>${`<p>${SENTENCE.repeat(6)}</p>`.repeat(41)}<p class="editable" id="r${n}">Note ${n}</p></section>`,
    ).join('\n'),
  );
}

/** Makes one region of a document a bare editing host whose text is read at each key: the floor of typing. */
export const bareEditor = (id: string): string =>
  `<script>addEventListener("DOMContentLoaded",()=>{const e=document.getElementById("${id}");e.setAttribute("contenteditable","plaintext-only");` +
  `e.addEventListener("input",()=>{window.state=e.textContent})})</script>`;

/** A page of one colour with 1 000 regions: a blank moment between two of them can be seen. */
export const coloured = (colour: string): string =>
  register(1_000, `<style>body{background:${colour}!important}</style>`);
