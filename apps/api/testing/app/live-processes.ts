import { sql } from 'kysely';
import { createApp } from '#api/app.ts';
import { openDb } from '#api/db/db.ts';
import { readEvents, type EventReader } from '../calls/event-reader.ts';
import { openFair } from '../selling/sales-floor.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** Starts two processes of the product on one database, with a fair and its register. */
export async function openLiveProcesses() {
  const test = await startTestApp({ beatMs: 200 });
  const floor = await openFair(test);
  const register = await floor.logIn('LIVE-1');
  const address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const readers: EventReader[] = [];
  return {
    test,
    floor,
    register,
    /** URL of the process of `test`. */
    address,
    /** URL of a second process on the same database, with its own pool and feed. */
    neighbor: (await startNeighbor(test, address)).address,
    /** Starts one more such process. */
    startNeighbor: () => startNeighbor(test, address),
    /** Reads live events, as the owner and from `address` by default. */
    read: async (token = test.ownerToken, at = address, lastEventId?: string) => {
      const reader = await readEvents(at, token, lastEventId);
      readers.push(reader);
      return reader;
    },
    /** Closes all readers, after each test. */
    closeReaders: () => {
      for (const reader of readers.splice(0)) reader.close();
    },
    /** Lets earlier events count as old, before each test. */
    ageEvents: () => sql`update live_events set at = at - interval '1 minute'`.execute(test.db),
  };
}

async function startNeighbor(test: TestApp, publicUrl: string) {
  const db = openDb(test.url, () => undefined);
  const { url: databaseUrl, secrets, dataDir } = test;
  const app = await createApp({
    db,
    databaseUrl,
    secrets,
    dataDir,
    publicUrl,
    logLevel: 'silent',
    trustProxy: false,
    checkResponses: true,
    version: '0.0.0-test',
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= app.close().then(() => db.destroy()));
  test.atEnd(stop);
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), stop };
}
