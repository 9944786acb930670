import { useEffect, useState } from 'react';
import type { Part } from '#common/document/text/differing-words.ts';
import styles from './sheet-text.module.css';

type SheetTextProps = {
  readonly value: string;
  /** The text to compare with: words that it does not contain are marked. */
  readonly other?: string | undefined;
};

/** The text of a document's region, beside another one. */
export function SheetText({ value, other }: SheetTextProps) {
  const parts = useParts(value, other);
  if (value === '') return <p className={styles.empty}>Empty</p>;
  return (
    <p className={styles.text} dir="auto">
      {parts === null
        ? value
        : parts.map(({ at, text, isNew }) =>
            isNew ? (
              <mark key={at} className={styles.differing}>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
    </p>
  );
}

/** Finds the differing words. The code is loaded with the first sheet; without it the text is not marked. */
function useParts(value: string, other: string | undefined): Part[] | null {
  const [found, setFound] = useState<{ value: string; parts: Part[] } | null>(null);
  useEffect(() => {
    if (other === undefined || other === '') return undefined;
    let isWanted = true;
    import('#common/document/text/differing-words.ts').then(
      ({ partsOf }) => isWanted && setFound({ value, parts: partsOf(value, other) }),
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [value, other]);
  return found?.value === value ? found.parts : null;
}
