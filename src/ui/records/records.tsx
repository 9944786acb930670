import { useState } from 'react';
import { RECORDS_COUNTED } from '#common/config/records.ts';
import { paths, screens } from '#common/config/paths.ts';
import {
  FILTERS,
  type RecordChoicesMachine,
  type RecordListMachine,
  type TakeAwayMachine,
  useRecordList,
} from '#ui/records/use-records.ts';
import { mayOpen, useAuth } from '#ui/session/use-auth.ts';
import { Page, Panel } from '#ui/primitives/layout/app-frame.tsx';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Field, FieldRow, FieldStack } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Failure } from '../shared/failure.tsx';
import { BackLink, Link } from '../shared/link.tsx';
import { Moment, momentText } from '../shared/moment.tsx';
import { nameOf, optionsOf } from '../shared/names.ts';
import { PageTitle } from '../shared/page-title.tsx';
import { useAddress } from '../shared/use-address.ts';
import { useForm } from '../shared/use-form.ts';
import { TakeAway } from './take-away.tsx';
import styles from './records.module.css';
import { Acts, actsClass, factClass, rowsClass, ShowMore } from '../lists/detail-row.tsx';

type RecordList = ReturnType<typeof useRecordList>;
type Entry = RecordList['page']['records'][number];

const HEADING = 'records';
const EARLIER = 'records-before';
/** Changes that a row names; the others are counted. */
const NAMED = 2;

type Machines = {
  readonly machine: RecordListMachine;
  readonly choices: RecordChoicesMachine;
  readonly takeAway: TakeAwayMachine;
};

/** All submissions: who said what, when, and what changed. */
export function RecordsScreen(machines: Machines) {
  const { user } = useAuth();
  return (
    <Page>
      <PageTitle>Records</PageTitle>
      {mayOpen(user, screens.records) ? (
        <Records {...machines} />
      ) : (
        <Failure level={1} title="No Records" message="This server keeps no records to search." />
      )}
    </Page>
  );
}

function Records({ machine, choices, takeAway }: Machines) {
  const { params, keep } = useAddress();
  const list = useRecordList(machine, choices, params);
  const { page, loading, failed, message, filter } = list;
  const isFiltered = FILTERS.some((name) => filter[name] !== '');
  return (
    <>
      <PageHeader
        title="Records"
        subtitle="Every submission, by whom and when, and what it changed."
        actions={<BackLink to={paths.archives()}>Archives</BackLink>}
      />
      <Panel>
        <Filter list={list} keep={keep} />
      </Panel>
      {page.complete_since !== null && (
        <Banner tone="info">
          Records are complete from {momentText(page.complete_since)} on. Earlier ones are still being read.
        </Banner>
      )}
      {loading && <Skeleton label="Loading records" shape="lines" count={8} />}
      {failed && <Failure title="Error Loading Records" message={message} onRetry={list.retry} />}
      {!loading && !failed && (
        <>
          <Section
            title={titleOf(page.count)}
            id={HEADING}
            aside={
              page.records.length > 0 && (
                <TakeAway
                  machine={takeAway}
                  records={filter}
                  fingerprint={list.choices.fingerprint}
                  about={`${titleOf(page.count)}, as they are filtered here`}
                />
              )
            }
          >
            {page.records.length === 0 ? (
              <EmptyState
                message={isFiltered ? 'No submission matches.' : 'Nothing was submitted yet.'}
                hint={isFiltered ? 'Each word must be in the document, in its name or in the name of its author.' : ''}
              />
            ) : (
              <Rows labelledBy={HEADING} records={page.records} />
            )}
            {message !== null && <Failure message={message} />}
            <ShowMore next={page.next !== null} adding={list.adding} more={list.more} />
          </Section>
          {page.standing.length > 0 && (
            <Section title="What was there before" id={EARLIER}>
              <Rows labelledBy={EARLIER} records={page.standing} isEarlier />
              {(page.standing_count ?? 0) > page.standing.length && (
                <p>
                  The newest {page.standing.length} of {titleOf(page.standing_count ?? 0)} from before.
                </p>
              )}
            </Section>
          )}
        </>
      )}
    </>
  );
}

function Filter({ list, keep }: { list: RecordList; keep: (values: Readonly<Record<string, string>>) => void }) {
  const { filter, choices, choicesMessage, page, loading } = list;
  const { form } = useForm(null, FILTERS, keep);
  // On a phone the list begins on the first screen.
  const [isWide] = useState(() => !matchMedia('(max-width: 47.99rem)').matches);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const isFiltered = FILTERS.some((name) => name !== 'q' && name !== 'wip' && filter[name] !== '');
  // A field has no name before one of its changes was listed.
  const fields = new Map(
    [...page.records, ...page.standing].flatMap(({ changes }) => (changes ?? []).map(({ id, label }) => [id, label])),
  );
  if (filter.region !== '' && !fields.has(filter.region)) fields.set(filter.region, filter.region);
  return (
    <form {...form} key={JSON.stringify(filter)} role="search" aria-label="Find records" noValidate>
      <FieldStack>
        <Field
          label="Search records"
          hint="All words, each from its beginning: of any field, of the name or of the author."
        >
          <TextInput name="q" type="search" autoComplete="off" maxLength={200} defaultValue={filter.q} />
        </Field>
        <details open={isOpen ?? (isWide || isFiltered)} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary style={{ paddingBlock: 'var(--space-2)' }}>More filters</summary>
          <FieldStack>
            <FieldRow>
              <Field label="From">
                <TextInput name="from" type="datetime-local" defaultValue={filter.from} />
              </Field>
              <Field label="To">
                <TextInput name="to" type="datetime-local" defaultValue={filter.to} />
              </Field>
            </FieldRow>
            <FieldRow>
              <Field label="Document">
                <NativeSelect
                  name="template"
                  key={`template ${choices.templates.length}`}
                  placeholder="Any"
                  options={optionsOf(choices.templates)}
                  defaultValue={filter.template}
                />
              </Field>
              <Field label="Person">
                <NativeSelect
                  name="by"
                  key={`by ${choices.people.length}`}
                  placeholder="Anybody"
                  options={choices.people.map(({ uuid, name }) => ({ value: uuid, label: name }))}
                  defaultValue={filter.by}
                />
              </Field>
              <Field label="Region">
                <NativeSelect
                  name="region"
                  placeholder="Any"
                  options={[...fields].map(([value, label]) => ({ value, label }))}
                  defaultValue={filter.region}
                />
              </Field>
            </FieldRow>
          </FieldStack>
        </details>
        {/* One document, chosen elsewhere: it stays until all filters are cleared. */}
        <input type="hidden" name="wip" value={filter.wip} />
        {choicesMessage !== null && <Failure message={choicesMessage} onRetry={list.retry} />}
        <Acts>
          <Button type="submit" variant="primary" busy={loading} busyLabel="Finding">
            Find
          </Button>
          {FILTERS.some((name) => filter[name] !== '') && (
            <Button variant="quiet" onClick={() => keep(Object.fromEntries(FILTERS.map((name) => [name, ''])))}>
              Show All
            </Button>
          )}
        </Acts>
      </FieldStack>
    </form>
  );
}

const titleOf = (count: number): string =>
  count === 1 ? '1 record' : `${count.toLocaleString()}${count >= RECORDS_COUNTED ? ' or more' : ''} records`;

type RowsProps = { readonly records: readonly Entry[]; readonly labelledBy: string; readonly isEarlier?: boolean };

const Rows = ({ records, labelledBy, isEarlier = false }: RowsProps) => (
  <ul role="list" className={rowsClass} aria-labelledby={labelledBy}>
    {records.map((record) => (
      <li key={record.archive_uuid} className={styles.row}>
        <Link to={paths.record(record.archive_uuid)}>
          <span className={actsClass}>
            <span className={styles.when}>
              {isEarlier && 'Since '}
              {record.submitted_on !== null && <Moment at={record.submitted_on} />}
            </span>
            <bdi>{nameOf(record)}</bdi>
          </span>
          <span className={styles.what} title={changesText(record)}>
            <span className={factClass}>
              {record.submitted_by === null ? 'A person who was removed' : <bdi>{record.submitted_by}</bdi>}
            </span>{' '}
            {changesText(record)}
          </span>
        </Link>
      </li>
    ))}
  </ul>
);

/** A value in one line. */
function inLine(text: string | null): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  return line === '' ? 'empty' : line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

/** Changes of a record, in one line. */
function changesText({
  changes,
  changed,
  number,
  content_removed_on: removed,
  wip_deleted_on: deleted,
}: Entry): string {
  const about = [
    ...(removed === null ? [] : ['Its content was removed']),
    ...(deleted === null ? [] : ['Its document was deleted']),
  ];
  if (changes === null || changed === null)
    return [number === 1 ? 'First submission' : removed === null ? 'Not compared' : '', ...about]
      .filter((text) => text !== '')
      .join(' · ');
  if (changed === 0) return ['Nothing changed', ...about].join(' · ');
  const named = changes.slice(0, NAMED).map(({ label, was, is }) => {
    if (was === null) return `${label}: ${inLine(is)} added`;
    if (is === null) return `${label} removed`;
    return was === is ? `${label} moved` : `${label} ${inLine(was)} → ${inLine(is)}`;
  });
  const more = changed - named.length;
  return [`${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`, ...about].join(' · ');
}
