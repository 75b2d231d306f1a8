import { DownloadedDocuments, SELECT_TEMPLATE } from '@pos/contract/templates/customizations';
import type { SupportContact } from '@pos/contract/staff/support-contact';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#api/db/db.ts';
import { countDownload } from '#api/staff/sign-in/public-limits.service.ts';
import { publicDownload } from '#api/templates/customizations/fair-documents.service.ts';
import { cachedSupportContact } from '#api/imports/settings/support-contact.service.ts';
import { pageUrl, PUBLIC_PAGES } from '#api/templates/templates/merge-fields.service.ts';
import { missing, NO_ADDRESS } from '#api/http/failure.ts';
import { toFailure } from '#api/http/refusal.ts';
import { sendFile } from '#api/http/pages/send-file.ts';
import { CHOSEN, fairPage, notFoundPage, troublePage } from './fair-page.ts';
import { secondsLeft, type FindPage } from './cached-pages.ts';
import { pageFileNamed } from './page-files.ts';
import type { CustomizedFair } from '@pos/contract/templates/public-pages';
import type { Instant } from '@pos/contract/values';
import { addDays } from '@pos/contract/values/days';

/** Maximum bytes per line (RFC 5545, 3.1). Longer lines continue on the next one, after a space. */
const LINE_BYTES = 75;

/**
 * Renders a fair as a calendar event (RFC 5545): all-day without a time zone, so that it shows the
 * school's days everywhere, and marked as free time. `url` is the page's address, `made` the time
 * of the request.
 */
function fairCalendar(
  {
    fairName,
    schoolName,
    schoolIdentifier,
    fairIdentifier,
    startDate,
    endDate,
    hours,
    address,
    message,
  }: CustomizedFair,
  url: string,
  made: Instant,
): string {
  const notes = [hours, message, url].filter(Boolean).join('\n');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//POS Admin//Customized Fair//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${schoolIdentifier}.${fairIdentifier}@${new URL(url).hostname}`,
    `DTSTAMP:${made.replace(/\.\d+/, '').replace(/[-:]/g, '')}`,
    `DTSTART;VALUE=DATE:${plain(startDate)}`,
    // The first day after the fair.
    `DTEND;VALUE=DATE:${plain(addDays(endDate, 1))}`,
    `SUMMARY:${text(`${fairName}, ${schoolName}`)}`,
    `LOCATION:${text([schoolName, address].filter(Boolean).join(', '))}`,
    `DESCRIPTION:${text(notes)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const plain = (day: string) => day.replaceAll('-', '');
const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

function folded(line: string): string {
  const lines: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (bytes + more > LINE_BYTES) {
      lines.push(piece);
      piece = ' ';
      bytes = 1;
    }
    piece += character;
    bytes += more;
  }
  return [...lines, piece].join('\r\n');
}

type Address = { Params: { school: string; fair: string } };
const PAGE = `${PUBLIC_PAGES}/:school/:fair`;
/**
 * Refusals of unknown, inactive and unpublished fairs and of malformed addresses. Visitors see the
 * same page for all of them.
 */
const NOWHERE: readonly string[] = [missing('page').message, NO_ADDRESS];

/**
 * Serves the public pages as plain HTML that works without JavaScript. Separate from the web app,
 * so that visitors load nothing of it. Errors are pages too. Pages are `noindex`, so that only
 * people with the address or code find them and identifiers are not collected.
 */
export function servePublicPages(
  app: FastifyInstance,
  db: Db,
  publicUrl: string,
  find: FindPage,
): void {
  const options = publicRoute(cachedSupportContact(db));
  servePageFiles(app, options);
  serveNotFound(app, options);
  serveFairPage(app, options, find);
  serveCalendar(app, options, find);
  serveDocuments(app, options, find, { db, publicUrl });
}

type RouteOptions = ReturnType<typeof publicRoute>;

/** Returns the options of a route that everybody may call and whose errors are pages. */
function publicRoute(support: () => Promise<SupportContact>) {
  return {
    config: { access: { kind: 'open' } } as const,
    errorHandler: async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const failure = toFailure(error, request);
      if (failure.details.retryAfter !== undefined)
        void reply.header('retry-after', String(failure.details.retryAfter));
      const contact = await contactOrNone(support);
      const page = NOWHERE.includes(failure.message)
        ? notFoundPage(contact)
        : troublePage(failure.message, contact);
      return sendPage(reply.status(failure.status).header('cache-control', 'no-store'), page);
    },
  };
}

function servePageFiles(app: FastifyInstance, options: RouteOptions): void {
  app.get<{ Params: { file: string } }>(
    `${PUBLIC_PAGES}/:file`,
    options,
    async ({ params: { file } }, reply) => {
      const found = pageFileNamed(file);
      if (!found) throw missing('page');
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(found.type)
        .send(found.content);
    },
  );
}

/** Covers all other addresses below it, so that visitors never see a page of the admin panel. */
function serveNotFound(app: FastifyInstance, options: RouteOptions): void {
  for (const nowhere of [PUBLIC_PAGES, `${PUBLIC_PAGES}/*`]) {
    app.get(nowhere, options, () => {
      throw missing('page');
    });
  }
}

function serveFairPage(app: FastifyInstance, options: RouteOptions, find: FindPage): void {
  app.get<Address>(PAGE, options, async ({ params: { school, fair }, headers, ip }, reply) => {
    const cached = await find(school, fair, ip);
    const { html } = cached;
    void reply
      .header('etag', html.etag)
      .header('cache-control', `public, max-age=${secondsLeft(cached)}`)
      .header('vary', 'accept-encoding');
    if (headers['if-none-match'] === html.etag) return reply.status(304).send();
    const encoding = (['br', 'gzip'] as const).find((one) =>
      headers['accept-encoding']?.includes(one),
    );
    if (encoding) void reply.header('content-encoding', encoding);
    return sendPage(reply, encoding ? html[encoding] : html.plain);
  });

  app.get<Address>(`${PAGE}/`, options, async ({ params: { school, fair } }, reply) => {
    if (!school || !fair) throw missing('page');
    return reply.redirect(pageUrl('', school, fair), 308);
  });
}

function serveCalendar(app: FastifyInstance, options: RouteOptions, find: FindPage): void {
  app.get<Address>(
    `${PAGE}/calendar.ics`,
    options,
    async ({ params: { school, fair }, ip }, reply) => {
      const cached = await find(school, fair, ip);
      const { page, url } = cached;
      void reply
        .header('content-disposition', `inline; filename="${page.fairIdentifier}.ics"`)
        .header('cache-control', `public, max-age=${secondsLeft(cached)}`)
        .header('x-robots-tag', 'noindex');
      return reply
        .type('text/calendar; charset=utf-8')
        .send(fairCalendar(page, url, new Date().toISOString()));
    },
  );
}

/** Serves the chosen documents as one file. Without a valid choice, shows the page with the error. */
function serveDocuments(
  app: FastifyInstance,
  options: RouteOptions,
  find: FindPage,
  { db, publicUrl }: { db: Db; publicUrl: string },
): void {
  app.get<Address & { Querystring: Record<string, string | string[]> }>(
    `${PAGE}/documents`,
    options,
    async ({ params: { school, fair }, query, ip }, reply) => {
      const { page, url } = await find(school, fair, ip);
      const chosen = DownloadedDocuments.safeParse({
        schoolIdentifier: school,
        fairIdentifier: fair,
        templateIds: [query[CHOSEN] ?? []].flat(),
      });
      void reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      if (!chosen.success)
        return sendPage(
          reply.status(400),
          fairPage(page, url, chosen.error.issues[0]?.message ?? SELECT_TEMPLATE),
        );
      await countDownload(db, ip);
      return sendFile(await publicDownload(db, publicUrl, chosen.data), reply);
    },
  );
}

function sendPage(reply: FastifyReply, page: string | Buffer): FastifyReply {
  return reply.header('x-robots-tag', 'noindex').type('text/html; charset=utf-8').send(page);
}

/** The error may be that the database is unreachable. */
async function contactOrNone(support: () => Promise<SupportContact>): Promise<SupportContact> {
  try {
    return await support();
  } catch {
    return { email: '', phone: '' };
  }
}
