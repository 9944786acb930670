import type { PeopleAdmin, PeopleImport } from '#ui/people/use-people-admin.ts';
import { buttonClass } from '#ui/primitives/forms/button.tsx';
import { shortText } from '../shared/moment.tsx';
import { ShownOnce } from '../shared/shown-once.tsx';
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

/** The one-time password of one user. */
export function OneTimePassword({ handed, copied, onCopy, onDone }: OneTimePasswordProps) {
  const { username, password, until, disabled } = handed;
  return (
    <ShownOnce
      title={`One-time password for ${nameOfPerson(handed)}`}
      description={`Hand it over now: it is not shown again. They sign in as ${username} and choose their own password first.${untilText(until)}${disabled ? ' They are disabled: enable them, too.' : ''}`}
      copied={copied}
      onCopy={onCopy}
      onDone={onDone}
    >
      <p>
        <code className={styles.secret}>{password}</code>
      </p>
    </ShownOnce>
  );
}

const untilText = (until: number | null): string => (until === null ? '' : ` It works until ${shortText(until)}.`);

type PasswordsProps = Pick<PeopleImport, 'passwords' | 'copied' | 'copy' | 'putAway'> & {
  readonly added: NonNullable<PeopleImport['added']>;
};

/** The passwords of all users from a file, shown once. */
export function OneTimePasswords({ added, passwords, copied, copy, putAway }: PasswordsProps) {
  const { people, one_time_until: until } = added;
  return (
    <ShownOnce
      title={`One-time passwords of ${people.length} people`}
      description={`Keep or hand them over now: they are not shown again. Each person signs in with theirs and chooses their own first.${untilText(until)}`}
      copied={copied}
      copyLabel="Copy All"
      onCopy={copy}
      onDone={putAway}
      more={
        <a
          className={buttonClass()}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${passwords}`)}`}
          download="one-time-passwords.csv"
        >
          Save as CSV
        </a>
      }
    >
      <Table
        label="One-time passwords"
        headings={['Name', 'Username', 'Password']}
        rows={people.map(({ name, username, password }) => [name, username, password])}
      />
    </ShownOnce>
  );
}
