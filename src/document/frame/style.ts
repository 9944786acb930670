const INLINE = 'span,b,i,em,strong,u,a,code,small,font,label,mark,time,output';

/** The frame's own style: constructed, so that nothing is added to the document, and of no weight where the document has its own. */
export function frameStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
[contenteditable]:focus,[data-ready-lines]{white-space:pre-wrap!important}
:where([data-ready-mode=edit] .editable[id]:not(:has(.editable[id]))){cursor:text}
:where([contenteditable]):hover{outline:1px dashed GrayText;outline-offset:1px}
:where([contenteditable]):focus-visible{outline:2px solid Highlight;outline-offset:1px}
:where(${INLINE}):where([contenteditable]:empty){display:inline-block;min-width:3em;min-height:1em}
:where([contenteditable]) a{cursor:pointer}`);
  return sheet;
}
