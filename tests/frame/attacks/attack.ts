/** The evidence that an attack worked. */
type Sign =
  /** A request came to the canary, or to the host's own API. */
  | 'request'
  /** A TCP connection or a UDP packet came to a canary of its own. */
  | 'tcp'
  | 'udp'
  /** A host name was looked up. */
  | 'name'
  /** The script returned `leaked`. */
  | 'result'
  /** The page around the frame was reached: by a message, a dialog of the browser, or by being taken to another address. */
  | 'channel'
  | 'dialog'
  | 'address';

/** Difference of a browser other than Chromium: the attack works there, or its control does not, so that nothing is shown. */
type Elsewhere = 'open' | 'unknown';

export type Attack = {
  readonly id: string;
  readonly script: string;
  readonly sign: Sign;
  /** `leaves`: takes its own frame away. `takes`: takes the page away or opens another. Else it stays where it is. */
  readonly goes?: 'leaves' | 'takes';
  /** Only after a person has pressed in the document. */
  readonly isPressed?: true;
  readonly firefox?: Elsewhere;
  /** Our frame does not stop it in Chromium; the row says what limits it. */
  readonly isOpen?: true;
  /** Works on a host that sends no headers, where only the file's own policy and the sandbox stand. */
  readonly isOpenStatic?: boolean;
};

export type Row = {
  readonly what: string;
  readonly attacks: readonly Attack[];
  /** The defence, or, where the attack stays possible, its limit. */
  readonly by: string;
};
