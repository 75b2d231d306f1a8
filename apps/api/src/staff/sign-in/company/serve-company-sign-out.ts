import type { FastifyInstance } from 'fastify';
import type { Db } from '#api/db/db.ts';
import { Failure } from '#api/http/failure.ts';
import { endSessionsByProvider } from './company-sessions.service.ts';
import { BACK_CHANNEL } from './provider.ts';
import type { ProviderKeys } from './provider-connection.ts';

const OPEN = { config: { access: { kind: 'open' } } } as const;

/**
 * Serves the address that the provider calls when a person signs out there (OpenID Connect
 * Back-Channel Logout 1.0). The call is a form; its token proves who sends it.
 */
export async function serveCompanySignOut(
  app: FastifyInstance,
  db: Db,
  keys: ProviderKeys,
): Promise<void> {
  await app.register(async (calls) => {
    calls.removeAllContentTypeParsers();
    calls.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 20_000 },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    );
    calls.post(BACK_CHANNEL, OPEN, async ({ body, log }, reply) => {
      void reply.header('cache-control', 'no-store');
      const token = body instanceof URLSearchParams ? body.get('logout_token') : null;
      try {
        await endSessionsByProvider(db, keys, token ?? '');
        return await reply.send();
      } catch (error) {
        log.warn({ err: error }, 'a sign-out by the identity provider was refused');
        throw new Failure('VALIDATION_FAILED', 'This is not a logout token.');
      }
    });
  });
}
