import { CopyPlus } from 'lucide-react';
import { paths } from '#common/config/paths.ts';
import { ButtonLink } from './link.tsx';
import { nameOf } from './names.ts';

type NewFromArchiveProps = {
  readonly template: string;
  readonly archive: { readonly uuid: string; readonly name: string | null };
  /** The id of the facts that distinguish it from others with its name. */
  readonly facts?: string;
};

/** Link to a new document with the values of an archive. */
export function NewFromArchive({ template, archive, facts }: NewFromArchiveProps) {
  return (
    <ButtonLink
      to={paths.newFrom(template, { kind: 'archive', id: archive.uuid })}
      variant="quiet"
      icon={CopyPlus}
      aria-label={`New from This: ${nameOf(archive)}`}
      aria-describedby={facts}
    >
      New from This
    </ButtonLink>
  );
}
