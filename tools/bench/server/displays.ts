import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { COMMAND_TEMPLATE_LEFT } from '#common/config/constants.ts';
import { paneOf } from '#server/domain/boards/display-reading.ts';
import { createReceivedNotes } from '#server/domain/boards/received.ts';
import { hashToken, newToken } from '#server/domain/session/tokens.ts';
import { readSettings } from '#server/settings.ts';
import { openForCommand } from '#server/storage/lifecycle/open.ts';
import { newBoard } from '#tests/contract/boards/walls.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { save, submit } from '#tests/support/writing.ts';
import { alone, beside, type Pairs, type Row } from '../table.ts';
import { startAt, type Host } from './host.ts';
import { askOnce, getRequest } from './load.ts';
import { processorSeconds } from './processes.ts';

const DISPLAYS = 500;
const ROUNDS = 7;
/** Milliseconds after which a server has written what displays have read. */
const WRITTEN = 2_500;

/** Displays that read a submission, with the notes of what each has received and without them. */
export async function* displays({ engine, newPlace }: Host): AsyncGenerator<Row> {
  const place = await newPlace();
  await using server = await startAt(place);
  const { storage } = await openForCommand(readSettings(place), new Date().toISOString());
  try {
    const writer = await signedIn(server.origin, demo.writer);
    const board = await newBoard(writer);
    const { uuid: wip } = await save(writer, 'Bench');
    const administrator = await storage.users.byUsername(demo.administrator);
    const now = new Date().toISOString();
    const walls = Array.from({ length: DISPLAYS }, (_, at) => ({
      uuid: randomUUID(),
      name: `Wall ${at}`,
      token: newToken(),
    }));
    for (const { token, ...wall } of walls)
      // oxlint-disable-next-line no-await-in-loop -- SQLite has one writer
      await storage.displays.add({
        ...wall,
        board,
        token: hashToken(token),
        organisation: administrator?.organisation ?? '',
        author: administrator?.uuid ?? '',
        paired_at: now,
        last_seen: now,
      });
    const port = Number(new URL(server.origin).port);
    const readAll = (path: string): Promise<number> =>
      askOnce(
        port,
        walls.map(({ token }) => getRequest(port, `/v1/displays/self${path}`, { Cookie: `display=${token}` })),
      );
    /** Milliseconds of this process for the same notes as the server's. */
    const notesOf = async (archive: string): Promise<number> => {
      const notes = createReceivedNotes(
        storage,
        () => new Date(),
        () => undefined,
      );
      const pane = paneOf('template', COMMAND_TEMPLATE_LEFT);
      const news = { kind: 'read', panes: [pane], archive, submitted_on: new Date().toISOString() } as const;
      const before = process.cpuUsage();
      for (const wall of walls) notes.seen(wall, '127.0.0.1', { kind: 'newest', pane, archive });
      for (const wall of walls) notes.seen(wall, null, news);
      await notes.close();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    const processor: Pairs = { floor: [], ours: [] };
    let refused = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // oxlint-disable no-await-in-loop -- one measurement at a time
      const before = await processorSeconds(server.pid());
      const archive = await submit(writer, wip);
      refused += await readAll(`/templates/${COMMAND_TEMPLATE_LEFT}/archives/recent`);
      refused += await readAll(`/archives/${archive}`);
      await wait(WRITTEN);
      const whole = ((await processorSeconds(server.pid())) - before) * 1_000;
      // A submission that no display has read.
      const notes = await notesOf(await submit(writer, wip));
      processor.ours.push(whole);
      processor.floor.push(whole - notes);
      // oxlint-enable no-await-in-loop
    }
    const what = `${engine}: ${DISPLAYS} displays read a submission`;
    yield beside(`${what}, the server's processor (without notes of what they received)`, processor, 'ms', {
      atMost: 1.1,
    });
    yield alone(`${engine}: of these reads refused`, refused, '', 0);
  } finally {
    await storage.close();
  }
}
