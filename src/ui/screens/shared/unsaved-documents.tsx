import { FilePenLine } from 'lucide-react';
import { paths } from '#config/paths.ts';
import { type UnsavedListMachine, useUnsavedList } from '#ui/hooks/use-unsaved-list.ts';
import { Card, CardGrid, Section } from '#ui/primitives/card.tsx';
import { ButtonLink } from './link.tsx';
import { notSavedText } from './not-saved-text.ts';

const HEADING = 'not-saved';

type UnsavedDocumentsProps = {
  readonly machine: UnsavedListMachine;
  /** Only those of this template. */
  readonly template?: string;
};

/** The person's documents with unsaved text on this computer, each with the way to it; nothing where there is none. */
export function UnsavedDocuments({ machine, template }: UnsavedDocumentsProps) {
  const documents = useUnsavedList(machine).filter(
    ({ place }) => template === undefined || place.template === template,
  );
  if (documents.length === 0) return null;
  return (
    <Section title="Not saved" id={HEADING}>
      <CardGrid labelledBy={HEADING}>
        {documents.map(({ place, title, ...unsaved }) => (
          <Card
            key={`${place.template} ${place.wip}`}
            look="wip"
            title={title}
            description={notSavedText(unsaved)}
            actions={
              <ButtonLink
                to={place.wip === null ? paths.form(place.template) : paths.wip(place.template, place.wip)}
                icon={FilePenLine}
                aria-label={`Go on with: ${title}`}
              >
                Go on
              </ButtonLink>
            }
          />
        ))}
      </CardGrid>
    </Section>
  );
}
