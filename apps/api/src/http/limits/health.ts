import { SERVICE_SENTENCES } from '@pos/contract/staff/service-state';
import type { FastifyInstance } from 'fastify';
import { requireReady, type ServiceWatch } from './service-state.ts';

const OPEN = { access: { kind: 'open' } } as const;

/**
 * Serves `/health`, which only shows that the process is alive, and `/ready`, which shows that
 * calls can be answered and sales accepted: 503 NOT_READY within 2 seconds if the database is
 * unreachable or read-only, 503 STORAGE_FULL if the disk is full. An almost full disk is a warning
 * in the answer.
 */
export function serveHealth(app: FastifyInstance, service: ServiceWatch): void {
  app.get('/health', { config: OPEN }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/ready', { config: OPEN }, async (_request, reply) => {
    const state = await service.state();
    requireReady(state);
    const warnings =
      state.storage === 'low' ? [{ code: 'STORAGE_LOW', text: SERVICE_SENTENCES.low }] : undefined;
    return reply
      .header('cache-control', 'no-store')
      .send({ status: 'ready', ...(warnings && { warnings }) });
  });
}
