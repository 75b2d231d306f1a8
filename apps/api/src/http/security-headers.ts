import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const nonces = new WeakMap<FastifyRequest, string>();

/** The style nonce of this answer; stands in its Content-Security-Policy. */
export function nonceOf(request: FastifyRequest): string {
  return nonces.get(request) ?? '';
}

/**
 * Headers of every answer (trust.md, "Tokens and cookies"): no script, style or connection but our own, no framing,
 * no referrer, and nothing under /v1 is ever cached.
 */
export function securityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const nonce = randomBytes(16).toString('base64url');
  nonces.set(request, nonce);
  void reply.headers({
    'x-request-id': request.id,
    'content-security-policy': policy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(request.protocol === 'https' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    ...(request.url.startsWith('/v1') && { 'cache-control': 'no-store' }),
  });
}

const BEFORE_STYLES = [
  "default-src 'none'",
  "script-src 'self'",
].join('; ');
const AFTER_STYLES = [
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types default app',
].join('; ');

function policy(nonce: string): string {
  return `${BEFORE_STYLES}; style-src 'self' 'nonce-${nonce}'; ${AFTER_STYLES}`;
}
