import { type ComponentType, useEffect, useState } from 'react';
import type { Editor } from '#ui/editor/use-editor.ts';

type Content = ComponentType<{ editor: Editor }>;

/**
 * A part of a question whose code loads after the screen: once, and if that failed, each time that the question opens.
 * @param load a function that stays the same
 * @returns null until it is loaded; 'failed' if it cannot be
 */
export function useCode(load: () => Promise<Content>, isOpen: boolean): { Content: Content } | 'failed' | null {
  const [code, setCode] = useState<{ Content: Content } | 'failed' | null>(null);
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
