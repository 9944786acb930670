import { type ChangeEvent, useId, useState } from 'react';
import { levelText, type PeopleAdmin, type PeopleImport, usePeopleImport } from '#ui/people/use-people-admin.ts';
import { Panel } from '#ui/primitives/layout/app-frame.tsx';
import { Banner, BannerSlot } from '#ui/primitives/feedback/banner.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Field, FieldStack } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { NativeSelect } from '#ui/primitives/forms/native-select.tsx';
import { Acts } from '../lists/detail-row.tsx';
import { JobProgress } from '../lists/job-progress.tsx';
import { OneTimePasswords } from './one-time-password.tsx';
import { Table } from './table.tsx';
import { PEOPLE_FILE_SIZE_MAX } from '#common/config/constants.ts';

/** Encodings of spreadsheets on Windows and old ones on a Mac, which no file names. */
const GUESS = 'windows-1252';
const ENCODINGS = [
  [GUESS, 'Western European'],
  ['windows-1250', 'Central European'],
  ['windows-1251', 'Cyrillic'],
  ['windows-1253', 'Greek'],
  ['windows-1254', 'Turkish'],
  ['windows-1255', 'Hebrew'],
  ['windows-1256', 'Arabic'],
  ['windows-1257', 'Baltic'],
  ['windows-1258', 'Vietnamese'],
  ['windows-874', 'Thai'],
  ['shift_jis', 'Japanese'],
  ['gb18030', 'Simplified Chinese'],
  ['big5', 'Traditional Chinese'],
  ['euc-kr', 'Korean'],
  ['macintosh', 'Western European, Mac'],
].map(([value = '', label]) => ({ value, label: `${label} (${value})` }));

type Check = NonNullable<PeopleImport['check']>;
type Line = Check['lines'][number];

const people = (count: number): string => `${count} ${count === 1 ? 'person' : 'people'}`;

/** Import of many users from a file, with a preview. The passwords are shown even if the form was closed meanwhile. */
export function PeopleImportForm({ imports, isOpen }: Pick<PeopleAdmin, 'imports'> & { isOpen: boolean }) {
  const form = usePeopleImport(imports);
  const { check, message, job, added } = form;
  const hint = useId();
  const [guessed, setGuessed] = useState<{ file: File; encoding: string } | null>(null);
  const read = (file: File, wanted?: string): void =>
    void textOfFile(file, wanted).then(({ text, encoding }) => {
      setGuessed(encoding === null ? null : { file, encoding });
      form.choose(file.name, text);
    }, form.sayUnread);
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.target.files ?? [];
    if (file) read(file);
  };
  return (
    <>
      {job && <JobProgress job={job} doing="Adding people" then="their one-time passwords are shown here afterwards" />}
      {isOpen && !job && (
        <Panel>
          <FieldStack>
            <p id={hint}>
              A CSV file, as a spreadsheet saves it. Its first line names the columns: <code>username</code> and{' '}
              <code>name</code>, and, where they are wanted, <code>email</code>, <code>level</code> (1 reads, 2 writes
              and submits, 3 administers), <code>organization</code> and <code>roles</code>. Each person gets a one-time
              password. Nothing is added before you have seen what would be.
            </p>
            <Field label="File of people">
              <TextInput
                type="file"
                disabled={form.importing || form.finding}
                accept=".csv,.tsv,.txt,text/csv"
                aria-describedby={hint}
                onClick={(event) => {
                  // The same file, mended meanwhile, is a choice, too.
                  event.currentTarget.value = '';
                }}
                onChange={choose}
              />
            </Field>
            {guessed && guessed.file.name === form.name && (
              <Field label="Encoding of the file" hint="It is not UTF-8. Are the names below right?">
                <NativeSelect
                  value={guessed.encoding}
                  options={ENCODINGS}
                  disabled={form.importing}
                  onChange={({ target }) => read(guessed.file, target.value)}
                />
              </Field>
            )}
            {check && <Checked form={form} check={check} />}
          </FieldStack>
        </Panel>
      )}
      <BannerSlot
        placement="inline"
        alert={message !== null && <Banner tone="error">{message}</Banner>}
        status={isOpen && !job && <p>{form.checking ? 'Checking the file' : check && verdictOf(form.name, check)}</p>}
      />
      {added && <OneTimePasswords {...form} added={added} />}
    </>
  );
}

/** Result of a check, in a sentence or two. */
function verdictOf(name: string, { lines, unused }: Check): string {
  const wrong = lines.filter(({ problem }) => problem !== null).length;
  const found =
    wrong === 0
      ? `${name}: ${people(lines.length)} can be added.`
      : `${name}: ${wrong} of ${lines.length} lines cannot be added. Mend them in the file and choose it again.`;
  const some = unused.slice(0, 5).map((one) => one.slice(0, 40));
  return unused.length === 0 ? found : `${found} Not used: ${some.join(', ')}${unused.length > 5 ? ' …' : ''}.`;
}

function Checked({ form, check }: { form: PeopleImport; check: Check }) {
  const { lines } = check;
  const wrong = lines.filter(({ problem }) => problem !== null).length;
  return (
    <>
      <Table
        label={`Lines of ${form.name}`}
        headings={['Line', ...(wrong > 0 ? ['Problem'] : []), 'Name', 'Username', 'Level', 'Roles']}
        rows={[...lines]
          .sort((a, b) => Number(a.problem === null) - Number(b.problem === null))
          .map((line) => cellsOf(line, wrong > 0))}
      />
      <Acts>
        <Button
          variant="primary"
          unavailable={!form.canImport && !form.importing}
          busy={form.importing}
          busyLabel="Adding people"
          onClick={form.confirm}
        >
          Add {people(lines.length)}
        </Button>
        <Button unavailable={form.importing} onClick={form.drop}>
          Cancel
        </Button>
      </Acts>
    </>
  );
}

const cellsOf = ({ line, name, username, level, roles, problem }: Line, hasProblems: boolean): string[] => [
  String(line),
  ...(hasProblems ? [problem ?? ''] : []),
  name,
  username,
  /^\d?$/.test(level) ? levelText(level === '' ? 2 : Number(level)) : level,
  roles,
];

/** Bytes of the longest character in any of the encodings. */
const CHARACTER_MAX = 4;

/**
 * Reads a file's text, in UTF-8, UTF-16 with its mark or by its blank bytes, or the encoding of spreadsheets on Windows. A file that is too large is
 * read only far enough to detect that.
 * @param wanted its encoding, if it is known
 * @returns `encoding` if that is not certain
 */
async function textOfFile(file: File, wanted = GUESS): Promise<{ text: string; encoding: string | null }> {
  const bytes = new Uint8Array(await file.slice(0, PEOPLE_FILE_SIZE_MAX * CHARACTER_MAX + 1).arrayBuffer());
  const [first, second] = bytes;
  const isLittle = (first === 0xff && second === 0xfe) || second === 0;
  const label = isLittle ? 'utf-16le' : (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding: null };
  } catch {
    return { text: new TextDecoder(wanted).decode(bytes), encoding: wanted };
  }
}
