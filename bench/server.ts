import { execFileSync } from 'node:child_process';
import { COMMAND_TEMPLATE_LEFT } from '#config/constants.ts';
import { demo, signedIn } from '#tests/support/person.ts';
import { startServer } from '#tests/support/server.ts';
import { ensureBuilt } from '../scripts/build.ts';
import { fanOut, largestAsset, startFloor, startTimes, throughput } from './server/measure.ts';
import { saveTimes } from './server/save.ts';
import type { BenchRun } from './core.ts';
import { median, type Row } from './table.ts';

const KEPT = { situation: 'Smoke over the ridge. ', name: 'Bench' };
const DOCUMENT = 200_000;

/** Who listens on a port of this machine. */
function processOn(origin: string): number {
  const [, pid] =
    /pid=(\d+)/.exec(execFileSync('ss', ['-Hltnp', `sport = :${new URL(origin).port}`], { encoding: 'utf8' })) ?? [];
  return Number(pid ?? 0);
}

/** The server against bare `node:http`, a raw SQLite commit and an empty Node (quality.md, "Speed"). */
export async function measure({ report }: BenchRun): Promise<Row[]> {
  await ensureBuilt();
  const rows: Row[] = [];
  const tell = (...more: Row[]): void => {
    rows.push(...more);
    for (const row of more) report(row);
  };
  const server = await startServer({ env: { LOG_LEVEL: 'info' } });
  const floor = await startFloor();
  try {
    const writer = await signedIn(server.origin, demo.writer);
    const saved = await writer.post(`/v1/templates/${COMMAND_TEMPLATE_LEFT}/wips/save`, {
      save_name: KEPT.name,
      edited_attributes: [{ id: 'incident-name', value: KEPT.situation.repeat(DOCUMENT / KEPT.situation.length) }],
      new_attributes: [],
    });
    const wip = (saved.json as { result: { uuid: string } }).result.uuid;
    const addresses: [what: string, path: string, bar: number][] = [
      ['JSON list', '/v1/templates', 0.75],
      ['200 kB document in JSON', `/v1/wips/${wip}?html=true`, 0.8],
      ['largest file of the application', await largestAsset(), 0.85],
    ];
    for (const [what, path, least] of addresses) {
      // oxlint-disable-next-line no-await-in-loop -- one measurement at a time
      const { floor: bare, ours } = await throughput(server, floor, writer, path);
      tell({
        what: `${what}, requests a second`,
        floor: median(bare),
        ours: median(ours),
        unit: '/s',
        bar: { atLeast: least },
      });
    }
    const { spread, memory } = await fanOut(server, floor, {
      people: [demo.reader, demo.writer, demo.otherWriter, demo.writerWithoutRoles, demo.administrator],
      template: COMMAND_TEMPLATE_LEFT,
      pid: processOn(server.origin),
      async submit() {
        const { status, text } = await writer.post(`/v1/wips/${wip}/submit`);
        if (status !== 200) throw new Error(text);
      },
    });
    tell(
      {
        what: 'a submission to 1,000 streams, first to last',
        floor: median(spread.floor),
        ours: median(spread.ours),
        unit: 'ms',
        bar: { atMost: 1.25 },
      },
      { what: 'memory a stream', floor: memory.floor, ours: memory.ours, unit: 'B', bar: { atMost: 1.5 } },
    );
  } finally {
    floor.stop();
    await server.interrupt();
  }
  const start = await startTimes(server.dataDir);
  await server.stop();
  tell({
    what: 'start to first answer, over `node -e 0`',
    floor: median(start.floor),
    ours: median(start.ours),
    unit: 'ms',
    bar: { more: 600 },
  });
  const { median: saves, p99 } = await saveTimes();
  tell(
    {
      what: 'durable save of 200 kB, against a raw commit',
      floor: median(saves.floor),
      ours: median(saves.ours),
      unit: 'ms',
      bar: { atMost: 1 / 0.6 },
    },
    { what: 'the same, 99th percentile', floor: p99.floor, ours: p99.ours, unit: 'ms', bar: { atMost: 3 } },
  );
  return rows;
}
