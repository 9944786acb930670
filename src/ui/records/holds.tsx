import { useEffect } from 'react';
import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import { REASON_MAX } from '#common/config/records.ts';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Skeleton } from '#ui/primitives/feedback/skeleton.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Field, FieldStack } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { dayOfMoment, type HoldsOf, releaseField, useHolds, type useRecord } from '#ui/records/use-records.ts';
import { hasCapability, hasPermission, useAuth } from '#ui/session/use-auth.ts';
import { rowClass, rowsClass } from '../lists/detail-row.tsx';
import { Failure } from '../shared/failure.tsx';
import { dayText, momentText } from '../shared/moment.tsx';
import { useForm } from '../shared/use-form.ts';

type RecordFacts = NonNullable<ReturnType<typeof useRecord>['reply']>['record'];
type HoldsProps = { readonly machine: HoldsOf; readonly record: RecordFacts };
type Shown = ReturnType<typeof useHolds>;

/** The holds on a record, for administrators of a host that has them. */
export function Holds(props: HoldsProps) {
  const { user } = useAuth();
  return hasCapability(user, 'records.proof') && hasPermission(user, ADMIN_PERMISSION) && <List {...props} />;
}

function List({ machine, record }: HoldsProps) {
  const shown = useHolds(machine, record.archive_uuid);
  const { data, loading, listMessage, message, success, retry } = shown;
  return (
    <Section title="Holds" id="record-holds">
      <OutcomeSlot placement="toast" message={message} success={success} />
      {loading && <Skeleton label="Loading the holds" shape="lines" count={2} />}
      {listMessage !== null && !loading && <Failure message={listMessage} onRetry={retry} />}
      {data !== null && (
        <>
          <p>{data.some((hold) => hold.released_on === null) ? HELD : FREE}</p>
          <ul role="list" className={rowsClass} aria-label="Holds">
            {data.map((hold) => (
              <li key={hold.uuid} className={rowClass}>
                <p>
                  {hold.released_on === null ? 'Held' : 'Was held'} since {atText(hold.set_on)} by{' '}
                  <bdi>{hold.set_by ?? UNKNOWN}</bdi>: <bdi>{hold.reason}</bdi> ({whatOf(hold)})
                </p>
                {hold.released_on === null ? (
                  <Release hold={hold.uuid} shown={shown} />
                ) : (
                  <p>
                    Released on {atText(hold.released_on)} by <bdi>{hold.released_by ?? UNKNOWN}</bdi>:{' '}
                    <bdi>{hold.release_reason}</bdi>
                  </p>
                )}
              </li>
            ))}
          </ul>
          <NewHold record={record} shown={shown} />
        </>
      )}
    </Section>
  );
}

const HELD = 'Nothing removes this record’s content, or deletes its document, before its holds are released.';
const FREE = 'Nothing holds this record.';
const UNKNOWN = 'the command line or a removed user';

const atText = (at: number | null): string => (at === null ? 'an unknown day' : momentText(at));

function whatOf({ wip, template, from, to }: NonNullable<Shown['data']>[number]): string {
  if (wip !== null) return 'this document';
  return template === null ? `all from ${atText(from)} until ${atText(to)}` : 'all documents of its template';
}

function Release({ hold, shown: { problem, act, working, request } }: { hold: string; shown: Shown }) {
  const name = releaseField(hold);
  const { form, errorAt } = useForm(problem, [name], (texts) =>
    request({ kind: 'release', hold, reason: texts[name] ?? '' }),
  );
  const isOwn = act?.kind === 'release' && act.hold === hold;
  return (
    <form {...form} aria-label="Release" noValidate>
      <FieldStack>
        <Field label="Reason for the release" error={errorAt(name)}>
          <TextInput name={name} autoComplete="off" maxLength={REASON_MAX} />
        </Field>
        <div>
          <Button type="submit" busy={working && isOwn} unavailable={working && !isOwn} busyLabel="Releasing">
            Release
          </Button>
        </div>
      </FieldStack>
    </form>
  );
}

function NewHold({ record, shown: { problem, act, added, working, request } }: { record: RecordFacts; shown: Shown }) {
  const { wip_uuid: wip, template_id: template, submitted_on: at } = record;
  const { form, errorAt } = useForm(problem, ['what', 'reason'], ({ what, reason }) => {
    const held = what === 'day' && at !== null ? dayOfMoment(at) : what === 'template' ? { template } : { wip };
    request({ kind: 'add', held, reason });
  });
  // Cleared after the hold was set; the keyboard stays.
  useEffect(() => form.ref.current?.reset(), [form.ref, added]);
  const isOwn = act?.kind === 'add';
  return (
    <form {...form} aria-label="New hold" noValidate>
      <FieldStack>
        <Field label="Hold">
          <NativeSelect
            name="what"
            options={[
              { value: 'wip', label: 'This document' },
              { value: 'template', label: 'All documents of its template' },
              ...(at === null ? [] : [{ value: 'day', label: `Everything submitted on ${dayText(at)}` }]),
            ]}
          />
        </Field>
        <Field label="Reason" error={errorAt('reason')}>
          <TextInput name="reason" autoComplete="off" maxLength={REASON_MAX} />
        </Field>
        <div>
          <Button type="submit" busy={working && isOwn} unavailable={working && !isOwn} busyLabel="Holding">
            Hold
          </Button>
        </div>
      </FieldStack>
    </form>
  );
}
