import type { Api } from '@pos/contract/endpoint';
import { openApiDocument } from '@pos/contract/openapi';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { documentsPage, documentsStyle } from './api-reference-page.ts';
import { noAddress } from '../failure.ts';
import { isFromThisMachine, type DocsReaders } from '../limits/this-machine.ts';

const OPEN = { access: { kind: 'open' } } as const;

/**
 * Serves `/openapi.json` and `/docs`, the same contract as a page. Each is rendered by its first
 * request, because rendering both takes longer than making the rest of the app.
 */
export function serveDocuments(
  app: FastifyInstance,
  apis: Record<string, Api>,
  { version, readers }: { version: string; readers: DocsReaders },
): void {
  let json: string | undefined;
  let page: string | undefined;
  const preHandler = async (request: FastifyRequest) => {
    if (readers === 'off' || (readers === 'local' && !isFromThisMachine(request)))
      throw noAddress();
  };
  app.get('/openapi.json', { config: OPEN, preHandler }, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send((json ??= JSON.stringify(openApiDocument(apis, version)))),
  );
  app.get('/docs', { config: OPEN, preHandler }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((page ??= documentsPage(apis, version))),
  );
  app.get('/docs/style.css', { config: OPEN, preHandler }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/css; charset=utf-8')
      .send(documentsStyle),
  );
}
