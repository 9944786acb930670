import { FilePenLine } from 'lucide-react';
import { paths } from '#common/config/paths.ts';
import type { KeptList } from '#ui/unsaved/use-unsaved-list.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Card, CardList, Section } from '#ui/primitives/layout/card.tsx';
import { ButtonLink } from '../shared/link.tsx';
import { notSavedText } from './not-saved-text.ts';

const HEADING = 'not-saved';

type UnsavedDocumentsProps = {
  readonly kept: KeptList['documents'];
  /** Limits the list to this template. */
  readonly template?: string;
};

const unreadableText = (count: number): string =>
  `Unsaved text of ${count === 1 ? 'a document' : `${count} documents`} is kept on this device and cannot be read any more: your host has given you a new key since. It is deleted after 7 days, or when you open the document and discard it.`;

/** Links to the user's documents with unsaved text on this device; empty if there are none. */
export function UnsavedDocuments({ kept, template }: UnsavedDocumentsProps) {
  const documents = kept.flatMap(({ place, ...unsaved }) =>
    place !== null && (template === undefined || place.template === template) ? [{ place, ...unsaved }] : [],
  );
  const unreadable = template === undefined ? kept.filter(({ place }) => place === null).length : 0;
  if (documents.length + unreadable === 0) return null;
  return (
    <Section title="Not saved" id={HEADING}>
      {unreadable > 0 && <Banner tone="warning">{unreadableText(unreadable)}</Banner>}
      <CardList labelledBy={HEADING}>
        {documents.map(({ place, title, ...unsaved }) => (
          <Card
            key={`${place.template} ${place.wip}`}
            title={title}
            description={notSavedText(unsaved)}
            actions={
              <ButtonLink
                to={place.wip === null ? paths.form(place.template) : paths.wip(place.template, place.wip)}
                icon={FilePenLine}
                aria-label={`Continue: ${title}`}
              >
                Continue
              </ButtonLink>
            }
          />
        ))}
      </CardList>
    </Section>
  );
}
