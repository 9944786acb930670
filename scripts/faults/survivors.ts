/** Why a fault that no test sees is none: the program does the same with it. By machine and fault, as the report names them. */
export const survivors: readonly { machine: string; what: string; why: string }[] = [
  {
    machine: 'login',
    what: "without the tag 'succeeded'",
    why: '`login.left` is over when it is entered, and its screen is gone by then.',
  },
  {
    machine: 'dashboard',
    what: "without the tag 'loading'",
    why: 'Whatever is neither `loaded` nor `failed` is shown as loading.',
  },
  {
    machine: 'editor',
    what: "without the tag 'loading'",
    why: 'Whatever has no document is shown as loading, and another address takes the old one away at once.',
  },
  {
    machine: 'liveArchive',
    what: "without the tag 'connecting'",
    why: 'A stream that is neither `live` nor `reconnecting` is shown as connecting.',
  },
  {
    machine: 'templatePicker',
    what: "without the tag 'loading'",
    why: 'Whatever is neither `loaded` nor `failed` is shown as loading.',
  },
  {
    machine: 'templatePicker',
    what: "without entry: 'clearMessage'",
    why: 'A message is shown in the failed states only, and each is entered with a message of its own.',
  },
];
