import type { FastifyRequest } from 'fastify';

/** Readers of /docs and /openapi.json: browsers on this machine, everybody, nobody. */
export const DOCS_READERS = ['local', 'public', 'off'] as const;
export type DocsReaders = (typeof DOCS_READERS)[number];

/** True if a browser on this machine asks directly, by a name of the loopback address. */
export function isFromThisMachine({ headers, hostname, socket }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => /^(forwarded|via|x-)/.test(name));
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(hostname);
  return !isForwarded && isLocal && /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
}
