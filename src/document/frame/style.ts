import type { PrintFoot } from '#document/host/protocol.ts';
import { sheetOf } from './own.ts';

const INLINE = 'span,b,i,em,strong,u,a,code,small,font,label,mark,time,output';

/**
 * The frame's own style: a constructed sheet adds nothing to the document, and any rule of the document's own wins over
 * it. At rest it moves and covers nothing: a document looks as it does when it is opened by itself.
 *
 * - A browser lets text that can be edited wrap where it likes and keeps its blanks. In a layer, `revert` undoes that
 *   and nothing else, except for the document's own rules in a layer; while the user types the blanks stay.
 * - An empty region in a line of text has no width, and widening it would move all that follows. It has an outline, which takes no room;
 *   a press beside it counts (`nearEmpty`).
 * - An empty region that is a block or a cell by itself is a line high for as long as it can be edited, by the browser's own doing: without
 *   a height of its own there would be nothing to press. On walls and paper it has that height if its mark in the workshop has taken away what gave
 *   it: a zero width blank, one for each of its lines.
 * - Each line is read in the direction of its first letter, as with `dir="auto"`, unless the document says which one counts.
 */
export const frameStyle = (): CSSStyleSheet =>
  sheetOf(`
[data-ready-open]:not(:is(pre,listing),:is(pre,listing) *):focus,[data-ready-lines]{white-space-collapse:preserve!important}
[data-ready-locked]{pointer-events:none!important}
[data-ready-covered]{display:none!important}
@layer ready{[contenteditable]{overflow-wrap:revert;white-space:revert;line-break:revert}[contenteditable]:not([data-ready-open]:focus){-webkit-user-modify:read-write}}
:where([data-ready-mode=edit] .editable[id]){cursor:text}
:where(${INLINE}):where([contenteditable]:empty){outline:1px dashed GrayText;outline-offset:2px}
:where([data-ready-room]:is(:empty,:not([contenteditable])))::before{content:'\\200b'}
:where([data-ready-room]:empty:not([contenteditable]))::before{content:'\\200b' attr(data-ready-room);white-space:pre}
@media print{:where([data-ready-room]:empty)::before{content:'\\200b' attr(data-ready-room);white-space:pre}}
:where([contenteditable]):hover{outline:1px dashed GrayText;outline-offset:1px}
:where([contenteditable]):focus-visible{outline:2px solid Highlight;outline-offset:1px}
:where(html[tabindex]):focus-visible{outline:3px solid Highlight;outline-offset:-3px}
:where(.editable[id]:not([dir],[dir]:not(html,body) *,[dir=rtl i] *)){unicode-bidi:plaintext}
:where([data-ready-misfit]){text-decoration:underline wavy #c4314b;text-decoration-skip-ink:none}
:where([data-ready-misfit]):is(:focus,:hover)::after{content:attr(data-ready-misfit);content:attr(data-ready-misfit) / '';position:absolute;z-index:2147483645;margin:1.4em 0 0;padding:.1em .5em;border-radius:3px;background:#9b1c31;color:#fff;font:12px/1.5 system-ui,sans-serif;white-space:nowrap;pointer-events:none}
:where([contenteditable]) a{cursor:pointer}`);

/** A text within a string of CSS. */
const inCss = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .,:-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);

const printed = (rules: string): CSSStyleSheet => sheetOf(`@media print{${rules}}`);

/** A line at the top of the printed document. */
export const printNote = (note: string): CSSStyleSheet =>
  printed(
    `html::before{content:"${inCss(note)}";display:block;border:1px solid;padding:4pt;margin-bottom:8pt;font:bold 11pt sans-serif}`,
  );

/** Facts at the end of the printed document. */
export const printFoot = ({ text, picture }: PrintFoot): CSSStyleSheet =>
  printed(
    `html::after{content:"${inCss(text)}"${picture === null ? '' : ` "\\a " url("${inCss(picture)}")`};display:block;clear:both;break-inside:avoid;border-top:1px solid;padding:4pt;margin-top:12pt;font:9pt/1.4 sans-serif;white-space:pre-wrap;overflow-wrap:anywhere;color:#000;background:#fff}`,
  );
