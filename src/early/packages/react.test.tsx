import * as React from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import * as early from './react.ts';

type Kit = Pick<typeof React, 'Fragment' | 'createContext' | 'createElement' | 'use'>;

/** A screen of everything that screens are made of. */
function screenOf({ Fragment, createContext, createElement, use }: Kit) {
  const Depth = createContext('none');
  const Told = () => createElement('i', null, use(Depth));
  return createElement(
    Fragment,
    null,
    createElement('p', { title: '<b>&"', className: 'a b', hidden: false, tabIndex: 0 }, 'a', 0, null, false, true, ''),
    createElement('p', { hidden: true, 'aria-hidden': true, 'aria-expanded': false, onClick: () => {} }, '<b>&"'),
    createElement('label', { htmlFor: 'x' }, createElement('b', null, 1), [' of ', 2]),
    createElement('input', { id: 'x', type: 'search', spellCheck: false, autoComplete: 'off', defaultValue: 'a"b' }),
    createElement('svg', { viewBox: '0 0 24 24' }, createElement('path', { d: 'M0 0', strokeWidth: 2 })),
    createElement(Told),
    createElement(
      Depth,
      { value: 'outer' },
      createElement(Told),
      createElement(Depth, { value: 'inner' }, createElement(Told)),
      createElement(Told),
    ),
    createElement(Told),
  );
}

/** Without the order of attributes. */
const shapeOf = (root: Element): string[] =>
  Array.from(root.querySelectorAll('*'), (element) =>
    [
      element.localName,
      element.namespaceURI,
      ...Array.from(element.attributes, ({ name, value }) => `${name}="${value}"`).toSorted(),
      ...Array.from(element.childNodes, ({ nodeValue }) => nodeValue),
    ].join(' '),
  );

it('draws what React writes', async () => {
  const [drawn, written] = [document.createElement('main'), document.createElement('main')];
  await early.draw(screenOf(early as unknown as Kit), drawn, () => Promise.resolve());
  flushSync(() => createRoot(written).render(screenOf(React)));
  expect(shapeOf(drawn)).toEqual(shapeOf(written));
  expect(drawn.querySelectorAll('i')).toHaveLength(5);
});
