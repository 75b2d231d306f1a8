import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { SMALL_HEAP } from '@pos/api/start/small-heap.ts';
import type { OrdinaryUser } from './setup/ordinary-user.ts';
import { supervise } from './supervise.ts';

/** `npm start`: runs the product on this machine and restarts it after a crash. */
const program = fileURLToPath(new URL('start-product.ts', import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);
const user = process.getuid?.() === 0 ? await leaveRoot() : undefined;
process.exitCode = await supervise({
  program,
  nodeArgs: SMALL_HEAP.args,
  env: { ...SMALL_HEAP.env, ...process.env },
  ...(user && { user }),
  say,
});

/**
 * Returns the ordinary user that the product runs as although root starts it. Builds the web app
 * first, which writes into the checkout. Says why if it has to stay root.
 */
async function leaveRoot(): Promise<OrdinaryUser | undefined> {
  const { readConfig } = await import('@pos/api/config.ts');
  const { buildWebIfStale } = await import('./setup/build-web.ts');
  const { ordinaryUser } = await import('./setup/ordinary-user.ts');
  let config;
  try {
    config = readConfig(process.env);
  } catch {
    return undefined; // The program says what is wrong, and ends.
  }
  try {
    buildWebIfStale(say);
    return await ordinaryUser(config);
  } catch (error) {
    say(
      `POS Admin runs as root, because ${(error as Error).message}. It needs no root: see docs/operating.md, "Not as root".`,
    );
    return undefined;
  }
}
