import { DescriptionList } from '#ui/primitives/layout/description-list.tsx';
import { Moment } from '../shared/moment.tsx';

type Known = {
  readonly uuid: string;
  readonly format: string | null;
  readonly submittedOn: number | null;
  readonly submittedBy: string | null;
};

/** Facts of a submission beside its name; in a row of a list its time is the title. */
export function ArchiveFacts({ archive, isRow = false }: { archive: Known; isRow?: boolean }) {
  const { uuid, format, submittedOn, submittedBy } = archive;
  return (
    <DescriptionList
      isRow={isRow}
      items={[
        { term: 'Submitted', value: isRow || submittedOn === null ? null : <Moment at={submittedOn} /> },
        { term: 'By', value: submittedBy === null ? null : <bdi>{submittedBy}</bdi> },
        { term: 'Format', value: format?.toUpperCase() },
        { term: 'UUID', value: uuid },
      ]}
    />
  );
}
