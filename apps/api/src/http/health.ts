import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/db.ts';
import { Failure } from './failure.ts';

const OPEN = { access: { kind: 'open' } } as const;
const CACHED_MS = 1_000;

/** `/health` tells that the process lives and touches nothing; `/ready` that the database answers, asked at most once a second. */
export function serveHealth(app: FastifyInstance, db: Db): void {
  let asked = 0;
  let answer: Promise<void> = Promise.resolve();
  app.get('/health', { config: OPEN }, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/ready', { config: OPEN }, async (_request, reply) => {
    if (Date.now() - asked > CACHED_MS) {
      asked = Date.now();
      answer = ping(db);
    }
    await answer;
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}

async function ping(db: Db): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch {
    throw new Failure('NOT_READY', 'The service is not ready. Try again in a moment.', { retryAfter: 1 });
  }
}
