import { createServer as createVite } from 'vite';
import { createServer } from '../../server/app.ts';
import { readSettings } from '../../server/settings.ts';
import { StartError } from '../../server/start-error.ts';
import { welcome } from '../../server/welcome.ts';

/** The reference server on a free port, and Vite with hot reload in front of it: one address, one Ctrl+C. */
async function develop(): Promise<void> {
  const given = readSettings(process.env);
  const page = `http://127.0.0.1:${given.port}`;
  const settings = {
    ...given,
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    appOrigins: [],
    cookieDomain: null,
    devOrigins: [page, `http://localhost:${given.port}`],
  };
  const server = await createServer({ settings, seed: !process.argv.includes('--empty'), spa: false });
  await server.listen();
  process.env['READY_DEV_SERVER'] = server.insideAddress();
  const vite = await createVite({ server: { host: '127.0.0.1', port: given.port, strictPort: true, open: false } });
  const end = async (): Promise<void> => {
    await vite.close();
    await server.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());
  try {
    await vite.listen();
  } catch (error) {
    await server.close();
    throw new StartError(
      `Port ${given.port} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const firstRunCode = await server.newFirstRunCode();
  process.stdout.write(welcome(page, { ...server, firstRunCode }, undefined, false));
}

try {
  await develop();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
