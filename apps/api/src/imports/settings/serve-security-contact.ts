import type { CompanyContact } from '@pos/contract/staff/support-contact';
import type { FastifyInstance } from 'fastify';
import { Failure } from '#api/http/failure.ts';
import { SECURITY_CONTACT } from '#api/http/pages/odd-addresses.ts';

/** Days until a reader has to look again. */
const VALID_DAYS = 90;

/**
 * Serves `/.well-known/security.txt` (RFC 9116): where a person reports a weakness, which is the
 * company's email address for support. Without one the file does not exist.
 */
export function serveSecurityContact(
  app: FastifyInstance,
  publicUrl: string,
  getContact: () => Promise<CompanyContact>,
): void {
  app.get(SECURITY_CONTACT, { config: { access: { kind: 'open' } } }, async (_request, reply) => {
    const { email } = await getContact();
    if (!email) throw new Failure('NOT_FOUND', 'No address for security reports is set.');
    const expires = new Date(Date.now() + VALID_DAYS * 86_400_000);
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${email}`,
          `Expires: ${expires.toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${new URL(SECURITY_CONTACT, publicUrl).href}`,
          '',
        ].join('\n'),
      );
  });
}
