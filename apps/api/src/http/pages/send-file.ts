import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '../feature.ts';

/** Sends a file to download, under a name that every system accepts. */
export function sendFile(
  { fileName, contentType, content, maxAge }: FileAnswer,
  reply: FastifyReply,
): FastifyReply {
  if (maxAge !== undefined)
    void reply.header('cache-control', `public, max-age=${maxAge}, immutable`);
  return reply
    .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w .()-]/g, '_')}"`)
    .type(contentType)
    .send(content);
}
