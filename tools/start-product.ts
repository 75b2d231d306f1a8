import process from 'node:process';
import { keepHeapSmall } from '@pos/api/start/small-heap.ts';

/**
 * Runs everything on one machine, from a fresh checkout to a sign-in page. Supervised by start.ts
 * (`npm start`), which restarts it after a crash.
 */

keepHeapSmall(process.env);
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { readConfig } = await import('@pos/api/config.ts');
  const { startProduct } = await import('@pos/api/start.ts');
  const { stopWithParent } = await import('@pos/api/start/stop-on-signals.ts');
  const { beginSeason, demoSource } = await import('./demo/begin-season.ts');
  const { DemoOwner } = await import('./demo/demo-sign-in.ts');
  const { buildWebIfStale, lastBuild } = await import('./setup/build-web.ts');
  const { RESTARTED, UP } = await import('./supervise.ts');
  // A person reads this terminal, so requests are logged only on demand.
  const given = readConfig({ LOG_LEVEL: 'warn', ...process.env });
  const hasOwnSource = given.syncSources.length > 0;
  const config =
    given.demo && !hasOwnSource
      ? { ...given, syncSources: [{ name: 'Demo season', place: demoSource(given.dataDir) }] }
      : given;
  const isRestart = process.argv.includes(RESTARTED);
  // After a crash the product comes back with what it had: sources that changed meanwhile are built by
  // the next `npm start`, as this user may not write the build that root made.
  const webDir = (isRestart ? lastBuild() : undefined) ?? buildWebIfStale(say);
  const demoOwner = new DemoOwner(config);
  const { signIn } = demoOwner;
  const running = await startProduct({ config, webDir, isRestart, demoSignIn: signIn, log: say });
  await demoOwner.learn(running);
  let endSeason = () => {};
  stopWithParent(async () => {
    endSeason();
    await running.stop();
  });
  if (process.connected) {
    // A supervisor that has just gone cannot be told; the closed channel stops the product.
    process.send?.(UP, undefined, undefined, () => undefined);
    say(
      isRestart
        ? `POS Admin is running again at ${running.address}`
        : greeting(running.address, running.owner),
    );
    endSeason = await beginSeason(config, running, say);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

function greeting(address: string, owner: { email: string; generatedPassword?: string }): string {
  const password =
    owner.generatedPassword ??
    (process.env['OWNER_PASSWORD']
      ? 'as set by OWNER_PASSWORD'
      : 'the one you chose or were shown');
  return [
    '',
    'POS Admin is ready.',
    `  Address   ${address}/login`,
    `  Email     ${owner.email}`,
    `  Password  ${password}`,
    '',
  ].join('\n');
}
