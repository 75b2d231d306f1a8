import process from 'node:process';
import { readConfig } from '@pos/api/config.ts';
import { startProduct } from '@pos/api/start.ts';
import { stopOnSignals } from '@pos/api/stop-on-signals.ts';
import { beginSeason, demoSource } from './demo/begin-season.ts';
import { buildWebIfStale } from './setup/build-web.ts';

/** `npm start`: everything on one machine, from a fresh checkout to a page to sign in on. */

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  // A person reads this terminal: requests are logged only where that is asked for.
  const given = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const config = given.demo && !given.syncSource ? { ...given, syncSource: demoSource(given.dataDir) } : given;
  const webDir = buildWebIfStale(say);
  const running = await startProduct({ config, webDir, log: say });
  let endSeason = () => {};
  stopOnSignals(async () => {
    endSeason();
    await running.stop();
  });
  say(greeting(running.address, running.owner));
  endSeason = await beginSeason(config, running, say);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function greeting(address: string, owner: { email: string; generatedPassword?: string }): string {
  const password = owner.generatedPassword ?? (process.env['OWNER_PASSWORD'] ? 'as OWNER_PASSWORD says' : 'the one that you chose or were shown');
  return ['', 'POS Admin is ready.', `  Address   ${address}/login`, `  E-mail    ${owner.email}`, `  Password  ${password}`, ''].join('\n');
}
