import { keepCompiledCode } from './compile-cache.ts';

const NODE_LEAST = [24, 7] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NODE_LEAST[0] || (major === NODE_LEAST[0] && minor < NODE_LEAST[1])) {
  fail(`Ready needs Node ${NODE_LEAST.join('.')} or newer; this is ${process.versions.node}.`);
} else {
  await start();
}

async function start(): Promise<void> {
  keepCompiledCode();
  // An older Node could not link these: they are loaded after the check above.
  const [
    { createServer },
    { readSettings },
    { endOnSignal, outliveHangUp, renewOnSignal },
    { StartError },
    { welcome },
  ] = await Promise.all([
    import('./app.ts'),
    import('./settings.ts'),
    import('./signals.ts'),
    import('./start-error.ts'),
    import('./welcome.ts'),
  ]);
  const given = process.argv.slice(2);
  const unknown = given.find((argument) => argument !== '--empty');
  try {
    if (unknown !== undefined) throw new StartError(`Unknown argument '${unknown}'. The only one is --empty.`);
    const seed = !given.includes('--empty');
    const settings = readSettings(process.env);
    for (const warning of settings.warnings) process.stderr.write(`${warning}\n`);
    outliveHangUp();
    const server = await createServer({ settings, seed, spa: true });
    endOnSignal(server);
    renewOnSignal(server);
    let address: string;
    try {
      address = await server.listen();
    } catch (error) {
      await server.close();
      throw error;
    }
    const place = ['DATABASE_URL', 'READY_DATA'].find((name) => process.env[name]);
    // systemd names each start of a service.
    // A start that failed must not end the code of a server that runs.
    const firstRunCode = await server.newFirstRunCode();
    const isService = process.env['INVOCATION_ID'] !== undefined;
    process.stdout.write(welcome(address, { ...server, firstRunCode }, place, isService));
  } catch (error) {
    if (error instanceof StartError) fail(error.message);
    else throw error;
  }
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
