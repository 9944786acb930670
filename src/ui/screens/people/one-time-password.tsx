import type { PeopleAdmin, PeopleImport } from '#ui/hooks/use-people-admin.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/dialog.tsx';
import { shortText } from '../shared/moment.tsx';
import { nameOfPerson } from './person-texts.ts';
import { Table } from './table.tsx';
import styles from './people.module.css';

type OneTimePasswordProps = {
  readonly handed: NonNullable<PeopleAdmin['handed']>;
  /** The outcome of the copying; empty before. */
  readonly copied: string;
  readonly onCopy: () => void;
  readonly onDone: () => void;
};

/** A one-time password, shown once: Escape or a press beside it does not put it away. */
export function OneTimePassword({ handed, copied, onCopy, onDone }: OneTimePasswordProps) {
  const { username, password, until } = handed;
  return (
    <Dialog
      open
      onClose={() => undefined}
      title={`One-time password for ${nameOfPerson(handed)}`}
      description={`Hand it over now: it is not shown again. They sign in as ${username} and choose their own password first.${
        until === null ? '' : ` It works until ${shortText(until)}.`
      }`}
      isReadFirst
    >
      <p>
        <code className={styles.secret}>{password}</code>
      </p>
      <p role="status">{copied}</p>
      <DialogActions>
        <Button onClick={onCopy}>Copy</Button>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type PasswordsProps = Pick<PeopleImport, 'passwords' | 'copied' | 'copy' | 'putAway'> & {
  readonly added: NonNullable<PeopleImport['added']>;
};

/** The passwords of all who came from a file, shown once. */
export function OneTimePasswords({ added, passwords, copied, copy, putAway }: PasswordsProps) {
  const { people, one_time_until: until } = added;
  return (
    <Dialog
      open
      onClose={() => undefined}
      title={`One-time passwords of ${people.length} people`}
      description={`Keep or hand them over now: they are not shown again.${
        until === null ? '' : ` They work until ${shortText(until)}.`
      } Each person chooses their own password first.`}
      isReadFirst
    >
      <Table
        label="One-time passwords"
        headings={['Name', 'Username', 'Password']}
        rows={people.map(({ name, username, password }) => [name, username, password])}
      />
      <p role="status">{copied}</p>
      <DialogActions>
        <Button onClick={copy}>Copy All</Button>
        <a
          className={buttonClass()}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${passwords}`)}`}
          download="one-time-passwords.csv"
        >
          Save as CSV
        </a>
        <Button variant="primary" onClick={putAway}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
