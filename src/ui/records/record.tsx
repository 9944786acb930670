import { ArchiveRestore, ChevronLeft, ChevronRight, GitCompare, History, ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { paths } from '#common/config/paths.ts';
import { resultText } from '#common/proof/sentences.ts';
import {
  type HoldsOf,
  type RecordCheckMachine,
  type RecordFieldsMachine,
  type RecordViewMachine,
  type TakeAwayMachine,
  useFieldHistory,
  useOpenHistory,
  useRecord,
  useRecordCheck,
  useStoredDocumentOf,
} from '#ui/records/use-records.ts';
import { hasCapability, isReader, useAuth } from '#ui/session/use-auth.ts';
import { Page } from '#ui/primitives/layout/app-frame.tsx';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { EmptyState } from '#ui/primitives/feedback/empty-state.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { DescriptionList } from '#ui/primitives/layout/description-list.tsx';
import { PageHeader } from '#ui/primitives/layout/page-header.tsx';
import { Dialog } from '#ui/primitives/overlays/dialog.tsx';
import { NewFromArchive } from '../shared/new-from-archive.tsx';
import { Failure } from '../shared/failure.tsx';
import { BackLink, ButtonLink } from '../shared/link.tsx';
import { dayText, Moment, momentText } from '../shared/moment.tsx';
import { nameOf } from '../shared/names.ts';
import { PageTitle } from '../shared/page-title.tsx';
import { Changes } from './changes.tsx';
import { FieldHistory } from './field-history.tsx';
import { goToFields, RecordFieldList } from './fields.tsx';
import { Holds } from './holds.tsx';
import { StoredDocument } from './stored-document.tsx';
import { TakeAway } from './take-away.tsx';
import { Acts, rowClass, rowsClass } from '../lists/detail-row.tsx';

type Shown = ReturnType<typeof useRecord>;
type Reply = NonNullable<Shown['reply']>;

type Machines = {
  machine: RecordViewMachine;
  takeAway: TakeAwayMachine;
  holds: HoldsOf;
  fields: RecordFieldsMachine;
  checkOf: (archive: string) => RecordCheckMachine;
};

const ALL = <BackLink to={paths.records()}>All Records</BackLink>;

/** One record: the document as it was, and what it changed. */
export function RecordScreen(machines: Machines) {
  const { archive = '' } = useParams();
  // Another record is another screen.
  return <RecordPage key={archive} {...machines} archive={archive} />;
}

function RecordPage({ machine, archive, ...parts }: Machines & { archive: string }) {
  const { state } = useLocation() as { state: { region?: Parameters<typeof useRecord>[2] } | null };
  const shown = useRecord(machine, archive, state?.region);
  const { reply, loading, failed, message, retry } = shown;
  return (
    <Page>
      <PageTitle>{reply ? `Record of ${nameOf(reply.record)}` : 'Record'}</PageTitle>
      {reply === null && <PageHeader title="Record" actions={ALL} />}
      {loading && <Skeleton label="Loading the record" shape="lines" count={4} />}
      {failed && <Failure title="Error Loading the Record" message={message} onRetry={retry} />}
      {reply && <Facts shown={shown} reply={reply} {...parts} />}
    </Page>
  );
}

function Facts({
  shown,
  reply,
  takeAway,
  holds,
  fields,
  checkOf,
}: { shown: Shown; reply: Reply } & Omit<Machines, 'machine'>) {
  const { record, previous, next } = reply;
  const { user } = useAuth();
  const isReading = isReader(user);
  const name = nameOf(record);
  const check = useMemo(() => checkOf(record.archive_uuid), [checkOf, record.archive_uuid]);
  return (
    <>
      <PageHeader
        title={name}
        subtitle={record.submitted_on === null ? '' : `As it was submitted on ${momentText(record.submitted_on)}`}
        actions={ALL}
      />
      <nav aria-label="Records of this document">
        <Acts>
          {previous !== null && (
            <ButtonLink to={paths.record(previous)} icon={ChevronLeft}>
              Previous
            </ButtonLink>
          )}
          {next !== null && (
            <ButtonLink to={paths.record(next)} icon={ChevronRight}>
              Next
            </ButtonLink>
          )}
          {previous !== null && (
            <ButtonLink to={paths.comparison(previous, record.archive_uuid)} icon={GitCompare}>
              Compare with the One Before
            </ButtonLink>
          )}
          {record.wip_deleted_on === null && record.content_removed_on === null && (
            <ButtonLink to={paths.comparison(record.archive_uuid, record.wip_uuid)} icon={GitCompare}>
              Compare with the Document Now
            </ButtonLink>
          )}
          <ButtonLink to={paths.records({ wip: record.wip_uuid })} icon={History}>
            All of This Document
          </ButtonLink>
          <TakeAway
            machine={takeAway}
            records={{ archive: record.archive_uuid }}
            about={name}
            isRemoved={record.content_removed_on !== null}
          />
          {!isReading && record.content_removed_on === null && record.wip_deleted_on === null && (
            <ButtonLink
              to={paths.bringBack(record.template_id, record.wip_uuid, record.archive_uuid)}
              icon={ArchiveRestore}
            >
              Bring Back
            </ButtonLink>
          )}
          {!isReading && record.content_removed_on === null && (
            <NewFromArchive template={record.template_id} archive={{ uuid: record.archive_uuid, name }} />
          )}
        </Acts>
      </nav>
      <DescriptionList
        items={[
          { term: 'Submitted', value: record.submitted_on === null ? null : <Moment at={record.submitted_on} /> },
          {
            term: 'By',
            value: record.submitted_by === null ? 'A person who was removed' : <bdi>{record.submitted_by}</bdi>,
          },
          { term: 'Number', value: String(record.number) },
          {
            term: 'Document',
            value: record.wip_deleted_on === null ? null : `Deleted on ${dayText(record.wip_deleted_on)}`,
          },
          { term: 'Held', value: record.held ? 'Nothing removes its content before the hold is released' : null },
          { term: 'Checksum', value: record.checksum },
          { term: 'UUID', value: record.archive_uuid },
        ]}
      />
      <Section title={titleOf(record)} id="record-changes">
        {record.changes === null || record.changes.length === 0 ? (
          <EmptyState
            message={record.changes === null ? unknownText(record) : 'It says the same as the one before it.'}
          />
        ) : (
          <Changes changes={record.changes} was="Before" is="In this record" onHistory={shown.openHistory} />
        )}
      </Section>
      {reply.received.length > 0 && (
        <Section title="Shown on" id="record-received">
          <ul role="list" className={rowsClass}>
            {reply.received.map(({ display, name: wall, ...times }) => (
              <li key={`${display} ${times.from}`} className={rowClass}>
                <bdi>{wall}</bdi>, {timesText(times)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {hasCapability(user, 'records.proof') && <Check machine={check} />}
      <Content shown={shown} reply={reply} />
      {record.content_removed_on === null && (
        <RecordFieldList machine={fields} archive={record.archive_uuid} onHistory={shown.openHistory} />
      )}
      <Holds machine={holds} record={record} />
      <HistoryDialog shown={shown} />
    </>
  );
}

const titleOf = ({ changed }: Reply['record']): string =>
  changed === null || changed === 0 ? 'Changes' : changed === 1 ? '1 change' : `${changed.toLocaleString()} changes`;

const unknownText = ({ number, content_removed_on: removed }: Reply['record']): string =>
  number === 1
    ? 'It is the first submission of its document.'
    : removed === null
      ? 'It is not known what it changed.'
      : 'Its content was removed.';

let secondsFormat: Intl.DateTimeFormat | undefined;

/** The times at which a display showed it; the day of the end alone if that is another one. */
function timesText({ from, until }: Pick<Reply['received'][number], 'from' | 'until'>): string {
  if (from === null) return '';
  if (until === null) return `since ${momentText(from)}, still shown`;
  secondsFormat ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
  const isOneDay = new Date(from).toDateString() === new Date(until).toDateString();
  return `${momentText(from)} to ${isOneDay ? secondsFormat.format(until) : momentText(until)}`;
}

/** Maximum of displays on paper. */
const WALLS_ON_PAPER = 20;

/** QR codes beside each other, the width of each in pixels: the second has more squares. */
const CODES = [110, 170];
const [PICTURE_WIDTH, PICTURE_HEIGHT] = [310, 170];

/** QR codes as one picture. */
function pictureOf(codes: readonly { size: number; path: string }[]): string {
  const parts = codes.map(
    ({ size, path }, at) =>
      `<svg x="${at * (PICTURE_WIDTH - PICTURE_HEIGHT)}" width="${CODES[at]}" height="${CODES[at]}" viewBox="-1 -1 ${size + 2} ${size + 2}"><path d="${path}"/></svg>`,
  );
  return `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}">${parts.join('')}</svg>`)}`;
}

/** A checkpoint in a line: the number and the link of the newest record, and when it was signed. The whole one is in its code. */
function checkpointText(note: string): string {
  const [, count, link, , time = ''] = note.split('\n');
  return `Checkpoint ${count} ${link} of ${time.replace('time ', '')}`;
}

/** Facts for the printed page, by which a reader of the paper finds the record and proves it. */
function paperFoot({ record, received, code, checkpoint }: Reply) {
  const more = received.length - WALLS_ON_PAPER;
  const at = record.submitted_on === null ? null : new Date(record.submitted_on);
  const by = record.submitted_by === null ? 'a person who was removed' : record.submitted_by;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    text: [
      nameOf(record),
      ...(at ? [`Submitted on ${momentText(at.getTime())} (${zone}), in UTC ${at.toISOString()}, by ${by}`] : []),
      ...received.slice(0, WALLS_ON_PAPER).map((one) => `Shown on \u2068${one.name}\u2069, ${timesText(one)}`),
      ...(more > 0 ? [`Shown ${more.toLocaleString()} more times`] : []),
      `Record ${record.archive_uuid}`,
      `Checksum ${record.checksum}`,
      ...(code ? [code.address] : []),
      ...(checkpoint ? [checkpointText(checkpoint.text)] : []),
      ...(checkpoint?.fingerprint === undefined ? [] : [`Signed by the key ${checkpoint.fingerprint}`]),
    ].join('\n'),
    picture: code ? pictureOf(checkpoint ? [code, checkpoint] : [code]) : null,
  };
}

function Content({ shown, reply }: { shown: Shown; reply: Reply }) {
  const foot = useMemo(() => paperFoot(reply), [reply]);
  const { content_removed_on: removedOn } = reply.record;
  const document = useStoredDocumentOf(shown.owner, 'content');
  return (
    <Section title="The document as it was" id="record-document">
      {removedOn !== null && <EmptyState message={`Its content was removed on ${dayText(removedOn)}.`} />}
      <StoredDocument
        document={document}
        title={nameOf(reply.record)}
        foot={foot}
        openHistory={(region) => {
          if (region) shown.openHistory(region);
          return region !== undefined || goToFields();
        }}
      />
    </Section>
  );
}

/** The values of one field of the document. */
function HistoryDialog({ shown: { owner, region, historyOpen, closeHistory } }: { shown: Shown }) {
  const history = useFieldHistory(useOpenHistory(owner));
  return (
    <Dialog open={historyOpen} onClose={closeHistory} title={`History of “\u2068${region.label}\u2069”`}>
      <FieldHistory history={history} onClose={closeHistory} />
    </Dialog>
  );
}

/** The check of one record. */
function Check({ machine }: { machine: RecordCheckMachine }) {
  const { result, checking, message, check } = useRecordCheck(machine);
  return (
    <Section title="Proof" id="record-proof">
      <div>
        <Button icon={<ShieldCheck />} busy={checking} busyLabel="Checking" onClick={check}>
          Check
        </Button>
      </div>
      {message !== null && <Failure message={message} />}
      {result && (
        <Banner tone={result.fits === null ? 'warning' : result.fits ? 'success' : 'error'}>
          {[resultText(result.fits), ...result.sentences].join('\n')}
        </Banner>
      )}
    </Section>
  );
}
