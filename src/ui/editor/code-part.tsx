import { type ComponentType, useEffect, useState } from 'react';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import type { Editor } from '#ui/editor/use-editor.ts';

type Content = ComponentType<{ editor: Editor }>;
type Code = { Content: Content } | 'failed' | null;

const NOT_LOADED = 'This could not be loaded. Nothing has changed, and nothing is lost: close this, and try again.';

/**
 * A part of a question whose code loads after the screen: once, and if that failed, each time that the question opens.
 * @param load a function that stays the same
 * @returns null until it is loaded; 'failed' if it cannot be
 */
export function useCode(load: () => Promise<Content>, isOpen: boolean): Code {
  const [code, setCode] = useState<Code>(null);
  const isLoaded = code !== null && code !== 'failed';
  useEffect(() => {
    if (isLoaded) return;
    load().then(
      (loaded) => setCode({ Content: loaded }),
      () => setCode('failed'),
    );
  }, [load, isOpen, isLoaded]);
  return code;
}

/** A part of a question, or the words that it is not, or cannot be, loaded. */
export function CodePart({ code, editor }: { readonly code: Code; readonly editor: Editor }) {
  if (code === null) return <Skeleton label="Loading" shape="lines" />;
  return code === 'failed' ? <p role="alert">{NOT_LOADED}</p> : <code.Content editor={editor} />;
}
