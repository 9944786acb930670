import { paths } from '#common/config/paths.ts';
import { type ComparisonMachine, useComparison, useStoredDocumentOf } from '#ui/records/use-records.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { DescriptionList } from '#ui/primitives/layout/description-list.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Failure } from '../shared/failure.tsx';
import { BackLink } from '../shared/link.tsx';
import { momentText } from '../shared/moment.tsx';
import { nameOf } from '../shared/names.ts';
import { PageTitle } from '../shared/page-title.tsx';
import { useAddress } from '../shared/use-address.ts';
import { Changes } from './changes.tsx';
import { StoredDocument } from './stored-document.tsx';

const [BEFORE, AFTER] = ['Before', 'After'];
/** Two columns, where there is room for two documents. */
const BESIDE = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 34rem), 1fr))',
  gap: '1.5rem',
  // Documents of the same height side by side, however long their titles are.
  alignItems: 'end',
};

type Compared = NonNullable<ReturnType<typeof useComparison>['compared']>;
type Side = Compared['from'] | Compared['to'];

/** Two records, or a record and the saved document, with their differences. */
export function ComparisonScreen({ machine }: { machine: ComparisonMachine }) {
  const { params } = useAddress();
  const sides = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  return (
    <Page>
      <PageTitle>Compare Records</PageTitle>
      <Comparison key={`${sides.from} ${sides.to}`} machine={machine} sides={sides} />
    </Page>
  );
}

type ComparisonProps = { machine: ComparisonMachine; sides: { from: string; to: string } };

function Comparison({ machine, sides }: ComparisonProps) {
  const { compared, owner, loading, failed, message, retry } = useComparison(machine, sides);
  return (
    <>
      <PageHeader
        title="Compare Records"
        subtitle={compared ? nameOf(compared.from) : ''}
        actions={<BackLink to={paths.record(sides.from)}>Back to the Record</BackLink>}
      />
      {loading && <Skeleton label="Comparing" shape="lines" count={6} />}
      {failed && <Failure title="Error Comparing" message={message} onRetry={retry} />}
      {compared && <Differences compared={compared} owner={owner} />}
    </>
  );
}

/** When a side was said, and by whom. */
function sideText(side: Side): string {
  const isRecord = 'archive_uuid' in side;
  const [at, by] = isRecord ? [side.submitted_on, side.submitted_by] : [side.saved_on, side.saved_by];
  return [
    isRecord ? 'Submitted' : 'Saved, not submitted,',
    ...(at === null ? [] : [momentText(at)]),
    ...(by === null ? [] : [`by ${by}`]),
  ].join(' ');
}

type DifferencesProps = { compared: Compared; owner: ReturnType<typeof useComparison>['owner'] };

function Differences({ compared, owner }: DifferencesProps) {
  const { from, to, changes, unchanged, template_changed: isOther } = compared;
  const [before, after] = [useStoredDocumentOf(owner, 'before'), useStoredDocumentOf(owner, 'after')];
  const count = changes.length === 1 ? '1 difference' : `${changes.length.toLocaleString()} differences`;
  return (
    <>
      <DescriptionList
        items={[
          { term: BEFORE, value: sideText(from) },
          { term: AFTER, value: sideText(to) },
        ]}
      />
      {isOther && <Banner tone="info">The template was changed between the two.</Banner>}
      <Section title={count} id="differences">
        {changes.length === 0 ? (
          <EmptyState message="Both say the same." />
        ) : (
          <Changes changes={changes} was={BEFORE} is={AFTER} />
        )}
        <p>{`${unchanged.toLocaleString()} ${unchanged === 1 ? 'field is' : 'fields are'} the same in both.`}</p>
      </Section>
      <div style={BESIDE}>
        <Section title={`${BEFORE}: ${sideText(from)}`} id="document-before">
          <StoredDocument document={before} title={`${BEFORE}: ${nameOf(from)}`} />
        </Section>
        <Section title={`${AFTER}: ${sideText(to)}`} id="document-after">
          <StoredDocument document={after} title={`${AFTER}: ${nameOf(to)}`} />
        </Section>
      </div>
    </>
  );
}
