import { dirname } from 'node:path';

const said = (cause: unknown): string => (cause instanceof Error ? cause.message || cause.name : 'unknown');

/** The database cannot be reached just now, or not in time. */
export class StorageUnavailable extends Error {
  /**
   * @param cause error of the engine
   * @param message for the operator
   */
  constructor(cause: unknown, message = `The database does not answer: ${said(cause)}.`) {
    super(message, { cause });
    this.name = 'StorageUnavailable';
  }
}

/**
 * Reasons why nothing can be written: no room, no permission, errors of the disk, or a database file that is not the
 * one that was opened.
 */
export type TroubleKind = 'full' | 'readOnly' | 'failing' | 'moved';

type Words = {
  /** For users of the application. */
  userMessage: string;
  /** For monitors. */
  reason: string;
  /** For the operator. @param file the database's; null on PostgreSQL */
  message: (file: string | null, cause: unknown) => string;
};

const words: Record<TroubleKind, Words> = {
  full: {
    userMessage: 'The server’s disk is full. What you typed is still here.',
    reason: 'disk full',
    message: (file) =>
      file === null
        ? 'The disk of PostgreSQL is full. Make room there.'
        : `The disk that holds ${dirname(file)} is full. Make room there.`,
  },
  readOnly: {
    userMessage: 'The server’s database can only be read just now. What you typed is still here.',
    reason: 'database read only',
    message: (file) =>
      file === null
        ? 'PostgreSQL can only be read: it is a standby, or was set so.'
        : `The database ${file} can only be read. Mount its disk for writing, and see that the file and its folder belong to the user who runs Ready.`,
  },
  failing: {
    userMessage: 'The server’s disk reports errors. What you typed is still here.',
    reason: 'disk errors',
    message: (file, cause) =>
      file === null
        ? `The disk of PostgreSQL reports errors (${said(cause)}). Look at the log of its machine.`
        : `The disk that holds ${dirname(file)} reports errors (${said(cause)}). Look at the log of the machine (dmesg), and run: doctor.`,
  },
  moved: {
    userMessage: 'The server’s database file was taken away. What you typed is still here.',
    reason: 'database file gone',
    message: (file) =>
      `The database ${file ?? ''} was moved or removed, or another file was put in its place, or its -wal or -shm file is gone, while the server runs. Put the same file back, and the server goes on by itself; or stop the server, not with kill -9: it then writes what it holds to ${file ?? ''}.rescued-…, which restore takes.`,
  },
};

/** Error if the database cannot be written, or not read either, for a reason that the operator can fix. */
export class StorageTrouble extends StorageUnavailable {
  readonly kind: TroubleKind;
  /** The database's file; null on PostgreSQL. */
  readonly file: string | null;
  /** The sentence for users of the application. */
  readonly userMessage: string;
  /** Two or three words for monitors. */
  readonly reason: string;

  /**
   * @param kind the kind of trouble
   * @param file the database's file; null on PostgreSQL
   * @param cause error of the engine
   */
  constructor(kind: TroubleKind, file: string | null, cause?: unknown) {
    const { userMessage, reason, message } = words[kind];
    super(cause, message(file, cause));
    this.name = 'StorageTrouble';
    this.kind = kind;
    this.file = file;
    this.userMessage = userMessage;
    this.reason = reason;
  }
}
