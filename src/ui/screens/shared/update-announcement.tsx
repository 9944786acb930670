import { useState } from 'react';
import { VisuallyHidden } from '#ui/primitives/visually-hidden.tsx';
import { Moment } from './moment.tsx';
import { nameOf } from './names.ts';

type Shown = { readonly archive: string; readonly name: string | null; readonly submittedOn: number | null };

/**
 * Says to those who do not see it that another submission took the place of the one before. The first one is the page itself and is not announced.
 * @param archive what is shown now, or null
 */
export function UpdateAnnouncement({ archive }: { readonly archive: Shown | null }) {
  const [first, setFirst] = useState(archive?.archive ?? null);
  if (first === null && archive !== null) setFirst(archive.archive);
  const isUpdate = archive !== null && first !== null && archive.archive !== first;
  return (
    <VisuallyHidden role="status">
      {isUpdate && (
        <>
          Updated: {nameOf(archive)}
          {archive.submittedOn !== null && (
            <>
              , submitted <Moment at={archive.submittedOn} />
            </>
          )}
        </>
      )}
    </VisuallyHidden>
  );
}
