const INLINE = 'span,b,i,em,strong,u,a,code,small,font,label,mark,time,output';

/** The frame's own style: constructed, so that nothing is added to the document, and of no weight where the document has its own. */
export function frameStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
[contenteditable]:focus,[data-ready-lines]{white-space:pre-wrap!important}
:where([data-ready-mode=edit] .editable[id]){cursor:text}
:where([contenteditable]):hover{outline:1px dashed GrayText;outline-offset:1px}
:where([contenteditable]):focus-visible{outline:2px solid Highlight;outline-offset:1px}
:where(html[tabindex]):focus-visible{outline:3px solid Highlight;outline-offset:-3px}
:where(${INLINE}):where([contenteditable]:empty){display:inline-block;min-width:3em;min-height:1em}
:where([contenteditable]) a{cursor:pointer}`);
  return sheet;
}

/** A line at the top of the printed document. */
export function printNote(note: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  const text = note.replace(/[^\p{L}\p{N} .,:-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
  sheet.replaceSync(
    `@media print{html::before{content:"${text}";display:block;border:1px solid;padding:4pt;margin-bottom:8pt;font:bold 11pt sans-serif}}`,
  );
  return sheet;
}
