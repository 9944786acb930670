import { Download } from 'lucide-react';
import { ADMIN_PERMISSION } from '#common/config/constants.ts';
import { type TakeAwayMachine, useTakeAway } from '#ui/records/use-records.ts';
import { hasCapability, hasPermission, useAuth } from '#ui/session/use-auth.ts';
import { Banner } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/overlays/dialog.tsx';
import { factClass, rowsClass } from '../lists/detail-row.tsx';
import { Failure } from '../shared/failure.tsx';
import styles from './records.module.css';

type Format = NonNullable<ReturnType<typeof useTakeAway>['format']>;
type Form = readonly [format: Format, name: string, hint: string];

const TABLES: readonly Form[] = [
  ['csv', 'Table (CSV)', 'For a spreadsheet: a row a submission, a column a field.'],
  ['values', 'Values (CSV)', 'For a spreadsheet: a row a value, with its time and author.'],
  ['json', 'Data (JSON)', 'For programs: each submission with all of its changes.'],
];
const OF_LIST: readonly Form[] = [
  ['zip', 'Documents (ZIP)', 'Each document as it was, in a file of its own, and a table of all.'],
  ...TABLES,
];
const OF_ONE: readonly Form[] = [
  ['html', 'Document (HTML)', 'The document as it was, which any browser shows without Ready.'],
  ...TABLES,
];

const BUNDLE: Form = [
  'bundle',
  'Proof (ZIP)',
  'For a stranger, who needs neither Ready nor a network to check it: each document of these records that has no private fields, what proves all records and the audit log of the organization, and a page that checks them. A person who gets it reads the names and authors of all records, and the audit log.',
];

type TakeAwayProps = {
  readonly machine: TakeAwayMachine;
  /** The filter of a list, or the archive. */
  readonly records: Readonly<Record<string, string>>;
  /** The records in words. */
  readonly about: string;
  /** That of the key that signs the checkpoints, if it is known. */
  readonly fingerprint?: string | null;
  /** True for one record whose document is not stored any more. */
  readonly isRemoved?: boolean;
};

/** Takes records away as a file. */
export function TakeAway({ machine, records, about, fingerprint = null, isRemoved = false }: TakeAwayProps) {
  const { user } = useAuth();
  const { open, asking, begun, message, format, start, choose, close } = useTakeAway(machine);
  const forms = records['archive'] === undefined ? OF_LIST : OF_ONE;
  const hasBundle = forms === OF_LIST && hasCapability(user, 'records.proof') && hasPermission(user, ADMIN_PERMISSION);
  return (
    <>
      <Button icon={<Download />} onClick={() => start(records)}>
        Take Away
      </Button>
      <Dialog open={open} onClose={close} title="Take Away">
        <p>
          <bdi>{about}</bdi>. Private fields are left out.
        </p>
        <ul role="list" className={rowsClass} aria-label="Kinds of files">
          {[...forms, ...(hasBundle ? [BUNDLE] : [])]
            .filter(([one]) => !(isRemoved && one === 'html'))
            .map(([one, name, hint]) => (
              <li key={one} className={styles.form}>
                <Button
                  busy={asking && format === one}
                  busyLabel="Asking"
                  unavailable={asking && format !== one}
                  aria-describedby={`take-away-${one}`}
                  onClick={() => choose(one)}
                >
                  {name}
                </Button>
                <span id={`take-away-${one}`} className={factClass}>
                  {hint}
                </span>
              </li>
            ))}
        </ul>
        {hasBundle && fingerprint !== null && (
          <p>
            The proof is signed by the key with the fingerprint {fingerprint}. Keep it elsewhere, such as on a printed
            record: by it the stranger sees that the key is yours.
          </p>
        )}
        {message !== null && <Failure message={message} />}
        {begun && (
          <Banner tone="success">
            The download has begun. Your browser shows how far it is, and whether all of it came.
          </Banner>
        )}
        <DialogActions>
          <Button onClick={close}>Close</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
