import { useState } from 'react';
import { VisuallyHidden } from '#ui/primitives/layout/visually-hidden.tsx';
import { Moment } from '../shared/moment.tsx';
import { nameOf } from '../shared/names.ts';

type Shown = { readonly archive: string; readonly name: string | null; readonly submittedOn: number | null };

/**
 * Announces to screen readers that a newer submission is shown now. The first one is not announced: it belongs to the page that was opened.
 * @param archive the shown submission, or null
 */
export function UpdateAnnouncement({ archive }: { readonly archive: Shown | null }) {
  const [first, setFirst] = useState(archive?.archive ?? null);
  if (first === null && archive !== null) setFirst(archive.archive);
  const isUpdate = archive !== null && first !== null && archive.archive !== first;
  return (
    <VisuallyHidden role="status">
      {isUpdate && (
        <span key={archive.archive}>
          Updated: {nameOf(archive)}
          {archive.submittedOn !== null && (
            <span>
              , submitted <Moment at={archive.submittedOn} />
            </span>
          )}
        </span>
      )}
    </VisuallyHidden>
  );
}
