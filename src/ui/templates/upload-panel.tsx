import { CircleAlert, Info, TriangleAlert, Upload } from 'lucide-react';
import { type DragEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { NO_REGIONS } from '#common/document/html/blanks.ts';
import { FRAME_HEIGHT } from '#config/frame.ts';
import { canRename, hasNoPlaces, isPublishable, type TemplateUpload } from '#ui/templates/use-template-admin.ts';
import { Panel } from '#ui/primitives/layout/app-frame.tsx';
import { OutcomeSlot } from '#ui/primitives/feedback/outcome-slot.tsx';
import { Button } from '#ui/primitives/forms/button.tsx';
import { Section } from '#ui/primitives/layout/card.tsx';
import { CheckBox } from '#ui/primitives/forms/check-box.tsx';
import { classNames } from '#ui/primitives/class-names.ts';
import { Dialog, CloseAction } from '#ui/primitives/overlays/dialog.tsx';
import { Field } from '#ui/primitives/forms/field.tsx';
import { TextInput } from '#ui/primitives/forms/inputs.tsx';
import { Tooltip } from '#ui/primitives/overlays/tooltip.tsx';
import { Acts, factClass } from '../lists/detail-row.tsx';
import { LiveDocument } from '../document/document-frame.tsx';
import { checkedText, counted, movesTexts, namesText, NO_PLACES } from './upload-texts.ts';
import styles from './templates.module.css';

const HEADING = 'template-upload';
/** The longest that our host keeps. */
const NAME_MAX = 200;

type UploadPanelProps = { readonly upload: TemplateUpload; readonly mayOfferToAll: boolean };

/** Files on their way to templates: chosen or dropped, with the results of the check, and publishing. */
export function UploadPanel({ upload, mayOfferToAll }: UploadPanelProps) {
  const { replaces, checked, message, previewed, previewing, document } = upload;
  return (
    <Panel>
      <Section title={replaces ? `Replace ${replaces.name}` : 'New template'} id={HEADING}>
        <FileChoice upload={upload} />
        <OutcomeSlot message={message} />
        {checked && (
          <Findings key={`${upload.named} ${upload.renames}`} upload={upload} mayOfferToAll={mayOfferToAll} />
        )}
      </Section>
      <Dialog
        open={previewing}
        onClose={upload.closePreview}
        title={previewed?.name ?? ''}
        description="As people will see it. Nothing is published yet, and nothing that is typed here is kept."
        size="large"
      >
        {previewing && previewed && (
          <LiveDocument document={document} title={previewed.name} height={FRAME_HEIGHT.archiveModal} />
        )}
        <CloseAction onClose={upload.closePreview} />
      </Dialog>
    </Panel>
  );
}

function FileChoice({
  upload: { checking, publishing, checked, replaces, choose, close },
}: {
  upload: TemplateUpload;
}) {
  const file = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  // It may have been opened from a row far below.
  useEffect(() => first.current?.focus(), []);
  const isBusy = checking || publishing;
  const take = ({ files, named }: Choice): void => choose(files, named);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    // A file that cannot be read is missing then, and the check says so.
    if (!isBusy) void droppedFrom(event.dataTransfer).then(take, () => take({ files: [], named: '' }));
  };
  const picked = (input: HTMLInputElement): void => {
    if (input.files?.length) take(chosenFrom(input.files));
    // The same file again is a choice, too: it may have changed.
    input.value = '';
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a drop is a way beside the buttons in it
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>
        An HTML file, a ZIP, or a folder with the pictures, styles and scripts of the document beside it. Drop it here,
        or choose it. Nothing is published before you say so.
      </p>
      <Acts>
        <Button
          ref={first}
          icon={<Upload />}
          variant={checked ? 'secondary' : 'primary'}
          busy={checking}
          busyLabel="Checking"
          unavailable={publishing}
          onClick={() => file.current?.click()}
        >
          Choose a File
        </Button>
        <Button unavailable={isBusy} onClick={() => folder.current?.click()}>
          Choose a Folder
        </Button>
        <Button variant="quiet" unavailable={publishing} onClick={close}>
          Cancel
        </Button>
      </Acts>
      <input
        ref={file}
        type="file"
        hidden
        multiple={!replaces}
        accept=".html,.htm,.zip,text/html,application/zip"
        aria-label="File of the template"
        onChange={(event) => picked(event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder of the template"
        {...{ webkitdirectory: '' }}
        onChange={(event) => picked(event.currentTarget)}
      />
    </div>
  );
}

type Examined = TemplateUpload['documents'][number];

/** The name of the field with a document's name. */
const nameFieldOf = (at: number): string => `name-${at}`;

function Findings({ upload, mayOfferToAll }: UploadPanelProps) {
  const { documents, replaces, named, renames, publishing, publish, giveOtherIds } = upload;
  const [allowsOutside, setAllowsOutside] = useState(false);
  const [isForAll, setForAll] = useState(false);
  const [left, setLeft] = useState<readonly number[]>([]);
  /** Fields about which the user says other than is proposed. */
  const [turned, setTurned] = useState<readonly string[]>([]);
  const same = documents.flatMap(({ moves }) => moves?.same ?? []);
  const kept = same.filter(({ to, by_name }) => by_name !== turned.includes(to));
  const publishable = documents.flatMap((one, at) => (isPublishable(one, allowsOutside) ? [at] : []));
  const wanted = publishable.filter((at) => !left.includes(at));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const nameAt = (at: number): string => {
      const name = data.get(nameFieldOf(at));
      return typeof name === 'string' ? name : '';
    };
    publish(
      wanted.map((at) => ({ at, name: nameAt(at) })),
      { forAll: isForAll, allowsOutside, kept: kept.map(({ from, to }) => ({ from, to })) },
    );
  };
  const isWithoutPlaces = documents.every(hasNoPlaces);
  const isSaid = isWithoutPlaces && documents.length === 1;
  const asksOutside = documents.some(({ outside, problems }) => outside.length > 0 && problems.length === 0);
  return (
    <form className={styles.findings} aria-label="What the check found" onSubmit={submit}>
      <Acts>
        <p role="status">{checkedText(named, documents.length, publishable.length, isWithoutPlaces)}</p>
        {isSaid && <FindThem onMark={() => upload.mark(0)} />}
      </Acts>
      <ul role="list" className={styles.findings}>
        {documents.map((one, at) => (
          <li key={one.file_name} className={styles.document}>
            <ExaminedDocument
              document={one}
              at={at}
              isNamed={replaces === null}
              isSaid={isSaid}
              onPreview={() => upload.preview(at)}
              onMark={() => upload.mark(at)}
              choice={
                documents.length > 1 && publishable.includes(at) ? (
                  <CheckBox
                    checked={!left.includes(at)}
                    onChange={() => setLeft(left.includes(at) ? left.filter((other) => other !== at) : [...left, at])}
                  >
                    Publish it
                  </CheckBox>
                ) : null
              }
            />
          </li>
        ))}
      </ul>
      {same.length > 0 && (
        <fieldset style={{ margin: 0, padding: 0, border: 0 }}>
          <legend>
            These fields have other ids now. Those that you tick keep the old ones: values used before and records go on
            with them. The others are new, and the old ones go.
          </legend>
          {same.map((one) => (
            <CheckBox
              key={one.to}
              checked={kept.includes(one)}
              onChange={() =>
                setTurned(turned.includes(one.to) ? turned.filter((to) => to !== one.to) : [...turned, one.to])
              }
            >
              {`${one.from_name} → ${one.to_name}`}
            </CheckBox>
          ))}
        </fieldset>
      )}
      {canRename(documents) && !renames && (
        <div>
          <Button onClick={giveOtherIds}>Give Other Ids</Button>
        </div>
      )}
      {asksOutside && (
        <CheckBox checked={allowsOutside} onChange={() => setAllowsOutside(!allowsOutside)}>
          Publish it all the same: what it asks other hosts for is missing.
        </CheckBox>
      )}
      {mayOfferToAll && replaces === null && (
        <CheckBox checked={isForAll} onChange={() => setForAll(!isForAll)}>
          For all organizations, not only your own.
        </CheckBox>
      )}
      <Acts>
        <Tooltip text={wanted.length === 0 ? 'Nothing in it can be published. See what the check found.' : null}>
          <Button
            type="submit"
            variant="primary"
            busy={publishing}
            busyLabel={replaces ? 'Replacing' : 'Publishing'}
            unavailable={wanted.length === 0}
          >
            {replaces
              ? `Replace ${replaces.name}`
              : wanted.length > 1
                ? `Publish ${wanted.length} Templates`
                : 'Publish'}
          </Button>
        </Tooltip>
        {replaces && wanted.length > 0 && (
          <p className={factClass}>
            Documents that are there stay as they are; new ones are made of this. What {replaces.name} is now can be put
            back.
          </p>
        )}
      </Acts>
    </form>
  );
}

type ExaminedDocumentProps = {
  readonly document: Examined;
  readonly at: number;
  /** True where it gets a name of its own. */
  readonly isNamed: boolean;
  /** True where the sentence about the upload says that it has no places yet. */
  readonly isSaid: boolean;
  readonly choice: ReactNode;
  readonly onPreview: () => void;
  readonly onMark: () => void;
};

function ExaminedDocument({ document, at, isNamed, isSaid, choice, onPreview, onMark }: ExaminedDocumentProps) {
  const { file_name, name, regions, embedded, problems, outside, notes, moves } = document;
  return (
    <>
      <Acts>
        <h3 dir="auto">{file_name}</h3>
        <span className={factClass}>{counted(regions.length, 'field')}</span>
        {choice}
        <Button size="small" aria-label={`Preview ${file_name}`} onClick={onPreview}>
          Preview
        </Button>
        {regions.length > 0 && (
          <Button size="small" variant="quiet" aria-label={`Mark more in ${file_name}`} onClick={onMark}>
            Mark More
          </Button>
        )}
      </Acts>
      {isNamed && problems.length === 0 && (
        <Field label="Name">
          <TextInput name={nameFieldOf(at)} defaultValue={name} maxLength={NAME_MAX} autoComplete="off" />
        </Field>
      )}
      {embedded.length > 0 && <p className={factClass}>{`Now in the document: ${namesText(embedded)}.`}</p>}
      {moves && movesTexts(moves).map((text) => <p key={text}>{text}</p>)}
      {hasNoPlaces(document) && !isSaid && (
        <Acts>
          <p>{NO_PLACES}</p>
          <FindThem of={file_name} onMark={onMark} />
        </Acts>
      )}
      <FindingList
        title="What keeps it from being published"
        kind="problem"
        texts={problems.filter((problem) => problem !== NO_REGIONS)}
      />
      <FindingList title="What it asks other hosts for" kind="warning" texts={outside} />
      <FindingList title="What to look at" kind="note" texts={notes} />
    </>
  );
}

/** Beside the sentence that a file has no places. @param of the file, where there are others */
const FindThem = ({ of, onMark }: { of?: string; onMark: () => void }) => (
  <>
    <Button variant="primary" aria-label={of && `Find Them in ${of}`} onClick={onMark}>
      Find Them
    </Button>
    <p className={factClass}>You say which of them people fill in.</p>
  </>
);

const ICONS = { problem: CircleAlert, warning: TriangleAlert, note: Info } as const;

function FindingList({ title, kind, texts }: { title: string; kind: keyof typeof ICONS; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  const Icon = ICONS[kind];
  return (
    <div className={classNames(styles.finding, styles[kind])}>
      <p>
        <Icon aria-hidden="true" />
        <strong>{title}</strong>
      </p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** A file with the folders in which it was chosen. */
type ChosenFile = { name: string; file: File };
/** Files chosen by a user, and the name by which the user knows them. */
type Choice = { files: ChosenFile[]; named: string };

/** More files than any upload may have: later ones are not read. */
const ENOUGH = 500;
/** Files that a system adds to folders by itself. */
const HIDDEN = /(^|\/)(\.|~\$)/;

/** Files of an `<input>`, from a folder or single ones. */
function chosenFrom(list: FileList): Choice {
  const files = [...list].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
  const [first] = files;
  const folder = first && /^[^/]+(?=\/)/.exec(first.name)?.[0];
  const kept = folder === undefined ? files : files.filter(({ name }) => !HIDDEN.test(name));
  return { files: kept, named: namedAs(kept, folder) };
}

const namedAs = (files: readonly ChosenFile[], folder: string | undefined): string =>
  folder ?? (files.length === 1 ? (files[0]?.name ?? '') : `${files.length} files`);

/** Files that were dropped, including those in folders. Read at once: a drop is empty a moment later. */
async function droppedFrom(dropped: DataTransfer): Promise<Choice> {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files: ChosenFile[] = [];
  for (const entry of entries) await walk(entry, files);
  const [only] = entries;
  return { files, named: namedAs(files, entries.length === 1 && only?.isDirectory ? only.name : undefined) };
}

async function walk(entry: FileSystemEntry, files: ChosenFile[]): Promise<void> {
  const name = entry.fullPath.replace(/^\//, '');
  if (HIDDEN.test(name) || files.length > ENOUGH) return;
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    files.push({ name, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const read = (): Promise<FileSystemEntry[]> => new Promise((done, fail) => reader.readEntries(done, fail));
  // The browser returns a hundred at a time, until none is left.
  for (let some = await read(); some.length > 0; some = await read()) {
    for (const one of some) await walk(one, files);
  }
}
