import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { readConfig } from '@pos/api/config.ts';
import { startProduct } from '@pos/api/start.ts';
import { stopOnSignals } from '@pos/api/start/stop-on-signals.ts';

/**
 * `npm run dev`: runs the API in this process, with every response validated against the contract,
 * behind Vite with hot reload: one for the web app, one for the register.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const running = await startProduct({
    config: readConfig(process.env),
    checkResponses: true,
    log: say,
  });
  const servers = ['apps/web', 'apps/register'].map((app) => {
    const vite = spawn(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js')], {
      cwd: path.join(root, app),
      stdio: 'inherit',
      env: { ...process.env, API_ORIGIN: running.address },
    });
    vite.on('exit', () => process.kill(process.pid, 'SIGTERM'));
    return vite;
  });
  stopOnSignals(async () => {
    for (const vite of servers) vite.kill();
    await running.stop();
  });
  say(
    `The API is running at ${running.address}; sign in as ${running.owner.email}${running.owner.generatedPassword ? ` with ${running.owner.generatedPassword}` : ''}.`,
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
