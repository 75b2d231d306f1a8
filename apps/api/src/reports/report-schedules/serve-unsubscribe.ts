import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Db } from '#api/db/db.ts';
import { plainPage } from '#api/templates/public-pages/plain-page.service.ts';
import { html } from '#api/http/pages/html.ts';
import { findSubscription, unsubscribe } from './unsubscribe.service.ts';
import { sendOfToken, UNSUBSCRIBE_PAGES } from './unsubscribe-links.ts';

type Address = { Params: { token: string } };
const PAGE = `${UNSUBSCRIBE_PAGES}/:token`;
const OPEN = { config: { access: { kind: 'open' } } } as const;

/**
 * Serves the page that ends the emails of a scheduled report, for people without an account. Opening
 * it changes nothing, because mail scanners open links; its button does, as does the POST by which
 * mail programs unsubscribe (RFC 8058). A link that is not ours gets the same page as one whose
 * schedule is gone.
 */
export async function serveUnsubscribe(
  app: FastifyInstance,
  db: Db,
  linkKey: Uint8Array,
): Promise<void> {
  await app.register(async (pages) => {
    // The body of the POST says nothing that the address does not.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, async () => ({}));

    pages.get<Address>(PAGE, OPEN, async ({ params: { token } }, reply) => {
      const sendId = sendOfToken(linkKey, token);
      const found = sendId && (await findSubscription(db, sendId));
      if (!found) return send(reply.status(404), GONE);
      return send(
        reply,
        plainPage(
          'Unsubscribe',
          html`<section><p>End the emails with the report <strong>${found.title}</strong> of
<strong>${found.subject}</strong> to ${found.email}?</p></section>
<form method="post"><p class="act">
<button class="button primary" type="submit">Unsubscribe</button></p></form>`,
        ),
      );
    });

    pages.post<Address>(PAGE, OPEN, async ({ params: { token } }, reply) => {
      const sendId = sendOfToken(linkKey, token);
      if (!sendId) return send(reply.status(404), GONE);
      await unsubscribe(db, sendId);
      return send(reply, DONE);
    });
  });
}

const DONE = plainPage(
  'Unsubscribed',
  html`<section><p>You get no more emails with this report. If this was a mistake, ask the person
who set it up to add you again.</p></section>`,
);

const GONE = plainPage(
  'Nothing to unsubscribe from',
  html`<section><p>This report is no longer sent, or the address of this page is incomplete. Copy the
whole link from the email.</p></section>`,
);

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(page);
}
