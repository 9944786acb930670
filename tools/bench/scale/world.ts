/** Who works, over what. */
export type World = {
  engine: 'SQLite' | 'PostgreSQL';
  processes: number;
  walls: number;
  writers: number;
  /** Groups of walls; those of one group show the same template of one organisation. */
  audiences: number;
};

/** What people do, and what machines have. Times are seconds, sizes bytes. These are assumptions, not measurements. */
export type Habits = {
  /** Between two of one writer's saves, submissions and other calls. */
  saveEach: number;
  submitEach: number;
  callEach: number;
  /** Between two session checks of a wall, two exchanges of a session's token, and two heartbeats of a stream. */
  verifyEach: number;
  refreshEach: number;
  heartbeatEach: number;
  /** Between two looks of a process at the sessions of its streams. */
  keepAliveEach: number;
  /** A wall waits for up to so long before it reads a new archive. */
  jitter: number;
  processesAMachine: number;
  memoryAProcess: number;
  /** Of the machine that PostgreSQL has for itself. */
  databaseProcessors: number;
  /** Commits that PostgreSQL writes to the disk together. */
  commitsAtOnce: number;
};

/** The habits of the simulation: a busy day, in which each writer saves once a minute and submits every ten. */
export const habits: Habits = {
  saveEach: 60,
  submitEach: 600,
  callEach: 10,
  verifyEach: 300,
  refreshEach: 600,
  heartbeatEach: 15,
  keepAliveEach: 60,
  jitter: 0.5,
  processesAMachine: 4,
  memoryAProcess: 2_000_000_000,
  databaseProcessors: 8,
  commitsAtOnce: 8,
};
