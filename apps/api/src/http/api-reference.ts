import type { Api } from '@pos/contract/endpoint';
import { openApiDocument } from '@pos/contract/openapi';
import type { FastifyInstance } from 'fastify';
import { documentsPage, documentsStyle } from './api-reference-page.ts';

const OPEN = { access: { kind: 'open' } } as const;

/**
 * Serves `/openapi.json` and `/docs`, the same contract as a page. Both are rendered once at
 * startup.
 */
export function serveDocuments(
  app: FastifyInstance,
  apis: Record<string, Api>,
  version: string,
): void {
  const json = JSON.stringify(openApiDocument(apis, version));
  const page = documentsPage(apis, version);
  app.get('/openapi.json', { config: OPEN }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json),
  );
  app.get('/docs', { config: OPEN }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );
  app.get('/docs/style.css', { config: OPEN }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/css; charset=utf-8')
      .send(documentsStyle),
  );
}
