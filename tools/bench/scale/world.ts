/** Users and processes of a simulation. */
export type World = {
  engine: 'SQLite' | 'PostgreSQL';
  processes: number;
  walls: number;
  writers: number;
  /** Groups of walls; those of one group show the same template of one organisation. */
  audiences: number;
};

/**
 * Behaviour of users, and capacities of machines. Times are seconds, sizes bytes. These are assumptions, not
 * measurements.
 */
export type Habits = {
  /** Times between two of one writer's saves, submissions and other calls. */
  saveEach: number;
  submitEach: number;
  callEach: number;
  /** Times between two session checks of a wall, two exchanges of a session's token, and two heartbeats of a stream. */
  verifyEach: number;
  refreshEach: number;
  heartbeatEach: number;
  /** Time between two checks of a process for the sessions of its streams. */
  keepAliveEach: number;
  /** Maximum time that a wall waits before it reads a new archive. */
  jitter: number;
  processesAMachine: number;
  memoryAProcess: number;
  /** Processors of the machine that PostgreSQL has for itself. */
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
