import type { PeopleAdmin } from '#ui/hooks/use-people-admin.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog, DialogActions } from '#ui/primitives/dialog.tsx';
import { shortText } from '../shared/moment.tsx';
import { nameOfPerson } from './person-texts.ts';
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
