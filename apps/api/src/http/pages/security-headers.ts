import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Creates a nonce for the styles of a page of the web app and adds it to the
 * Content-Security-Policy. A page with `camera` may open it and read barcodes.
 */
export function styleNonce(reply: FastifyReply, { camera }: { camera: boolean }): string {
  const nonce = randomBytes(16).toString('base64url');
  const scripts = camera ? WASM : '';
  void reply.header('content-security-policy', policy({ nonce: ` 'nonce-${nonce}'`, scripts }));
  if (camera) void reply.header('permissions-policy', permissions('(self)'));
  return nonce;
}

/**
 * Sets the headers of every answer (trust.md, "Tokens and cookies"): only our own scripts, styles
 * and connections, no framing, no referrer, and no caching under /v1.
 */
export function securityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(ALWAYS).header('x-request-id', request.id);
  if (request.protocol === 'https')
    void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  if (request.url.startsWith('/v1')) void reply.header('cache-control', 'no-store');
}

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

function policy({ nonce = '', scripts = '' } = {}): string {
  return `default-src 'none'; script-src 'self'${scripts}; style-src 'self'${nonce}; ${AFTER_STYLES}`;
}

function permissions(camera: '()' | '(self)'): string {
  return `camera=${camera}, microphone=(), geolocation=(), payment=(), usb=()`;
}

/** The reader of barcodes is WebAssembly, which compiles no text. */
const WASM = " 'wasm-unsafe-eval'";

/** Headers of the register, which may open the camera and read barcodes. */
export const REGISTER_PAGE_HEADERS = {
  'content-security-policy': policy({ scripts: WASM }),
  'permissions-policy': permissions('(self)'),
};

const ALWAYS = {
  'content-security-policy': policy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions('()'),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
