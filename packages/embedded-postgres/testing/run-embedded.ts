import { startEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';

/**
 * Process that only keeps the embedded PostgreSQL of one data folder running, for tests that kill
 * it. Writes one JSON line per event; stops in order on SIGTERM.
 */
const say = (what: Record<string, string>) =>
  void process.stdout.write(`${JSON.stringify(what)}\n`);

try {
  const postgres = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    log: (line) => say({ log: line }),
  });
  postgres.onExit((reason) => say({ ended: reason }));
  process.on('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
  setInterval(() => undefined, 60_000);
  say({ url: postgres.url });
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
