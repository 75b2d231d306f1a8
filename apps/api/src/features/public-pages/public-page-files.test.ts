import { SELECT_TEMPLATE } from '@pos/contract/customizations';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishedTemplate } from '#testing/artwork.ts';
import { type PublicPageDesk, openPublicPages } from '#testing/public-page-desk.ts';
import type { TestApp } from '#testing/test-app.ts';
import { readEntries } from '#testing/zip.ts';

const DETROIT = 'America/Detroit';

describe("caching and files of a fair's page", () => {
  let test: TestApp;
  let published: PublicPageDesk['published'];
  let bare: PublicPageDesk['bare'];
  let get: PublicPageDesk['get'];
  beforeAll(async () => {
    ({ test, published, bare, get } = await openPublicPages());
  });
  const day = (count: number, zone = DETROIT) => addDays(today(zone), count);

  it('is cached for a minute, answers 304 to a known ETag, and HEAD without a body', async () => {
    const fair = await bare('KEPT');
    const first = await get('KEPT/KEPT-F');
    const again = await get('KEPT/KEPT-F', { 'if-none-match': String(first.headers['etag']) });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    const head = await test.app.inject({ method: 'HEAD', url: '/customized-fair/KEPT/KEPT-F' });
    expect({ status: head.statusCode, body: head.body, etag: head.headers['etag'] }).toEqual({
      status: 200,
      body: '',
      etag: first.headers['etag'],
    });
    await test.db
      .updateTable('fairs')
      .set({ name: 'Changed within the minute' })
      .where('id', '=', fair.id)
      .execute();
    expect((await get('kept/kept-f')).body).toBe(first.body);
    expect(await get('KEPT/KEPT-F/')).toMatchObject({
      statusCode: 308,
      headers: { location: '/customized-fair/KEPT/KEPT-F' },
    });
  });

  it('is added to a calendar as whole days, including the last one', async () => {
    await bare('DAYS', {
      name: 'Books, games; more',
      startDate: '2027-10-28',
      endDate: '2027-11-01',
      hours: '8 AM – 4 PM',
      publicMessage:
        'One\nTwo and a line that is long enough to be folded – into the next – because it has more than 75 bytes',
    });
    const { headers, body } = await get('DAYS/DAYS-F/calendar.ics');
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="DAYS-F.ics"',
    });
    expect(
      Math.max(...body.split('\r\n').map((line) => Buffer.byteLength(line))),
    ).toBeLessThanOrEqual(75);
    const lines = body.replaceAll('\r\n ', '').split('\r\n');
    expect(lines.filter((line) => !line.startsWith('DTSTAMP:'))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//POS Admin//Customized Fair//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:DAYS.DAYS-F@fairs.example.com',
      'DTSTART;VALUE=DATE:20271028',
      'DTEND;VALUE=DATE:20271102',
      'SUMMARY:Books\\, games\\; more\\, School DAYS',
      'LOCATION:School DAYS\\, 1 Lake Rd\\, Ada',
      'DESCRIPTION:8 AM – 4 PM\\nOne\\nTwo and a line that is long enough to be folded – into the next – because it has more than 75 bytes\\nhttps://fairs.example.com/customized-fair/DAYS/DAYS-F',
      'URL:https://fairs.example.com/customized-fair/DAYS/DAYS-F',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
    expect(lines.find((line) => line.startsWith('DTSTAMP:'))).toMatch(/^DTSTAMP:\d{8}T\d{6}Z$/);
  });

  it('sends selected documents to a plain form, and shows errors of the selection on the page', async () => {
    await published('FORM', { startDate: day(2), endDate: day(3) });
    const { body } = await get('FORM/FORM-F');
    expect(body).toContain(
      '<form action="/customized-fair/FORM/FORM-F/documents#documents" method="get"',
    );
    const [first, second] = [
      ...body.matchAll(/<input type="checkbox" name="template" value="([^"]+)"/g),
    ].map(([, id]) => id!);
    const one = await get(`FORM/FORM-F/documents?template=${first}`);
    expect({
      status: one.statusCode,
      start: one.rawPayload.subarray(0, 5).toString(),
      headers: one.headers,
    }).toMatchObject({
      status: 200,
      start: '%PDF-',
      headers: {
        'content-disposition': 'attachment; filename="Fair flyer FORM-F.pdf"',
        'cache-control': 'no-store',
      },
    });
    const both = await get(`FORM/FORM-F/documents?template=${first}&template=${second}`);
    expect([...(await readEntries(both.rawPayload)).keys()]).toEqual([
      'Fair flyer FORM-F.pdf',
      'Guide _b_for__b_ parents FORM-F.pdf',
    ]);
    const none = await get('FORM/FORM-F/documents');
    expect(none.statusCode).toBe(400);
    expect(none.body).toContain(`role="alert">${SELECT_TEMPLATE}</p>`);
    const unpublished = (await publishedTemplate(test, 'Of another fair', [])).id;
    const other = await get(`FORM/FORM-F/documents?template=${unpublished}`);
    expect({ status: other.statusCode, text: wordsOf(other.body) }).toMatchObject({
      status: 404,
      text: expect.stringContaining('This template does not exist'),
    });
    expect(
      (
        await test.app.inject({
          method: 'HEAD',
          url: `/customized-fair/FORM/FORM-F/documents?template=${first}&template=${second}`,
        })
      ).body,
    ).toBe('');
  });

  it('tells as a page that somebody looked up too many, and shows it to everybody else', async () => {
    await bare('SEEN');
    await get('SEEN/SEEN-F');
    let refused: Awaited<ReturnType<typeof get>> | undefined;
    for (let count = 0; count < 301 && !refused; count++) {
      const answer = await get(`GUESS/GUESS-${count}`);
      if (answer.statusCode !== 404) refused = answer;
    }
    expect(refused).toMatchObject({
      statusCode: 429,
      headers: {
        'retry-after': expect.stringMatching(/^\d+$/),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      },
    });
    expect(wordsOf(refused?.body ?? '')).toMatch(
      /Something went wrong.*Too many attempts\. Try again in/s,
    );
    expect((await get('SEEN/SEEN-F')).statusCode).toBe(200);

    // Somebody who may not look up pages asks first, a visitor just after.
    const addresses = [
      '/customized-fair/NEW-0/NEW-0-F',
      '/customized-fair/NEW-1/NEW-1-F/calendar.ics',
      '/customized-fair/NEW-2/NEW-2-F/documents',
      '/v1/public/customized-fair/NEW-3/NEW-3-F',
    ];
    for (const [index, url] of addresses.entries()) {
      await bare(`NEW-${index}`);
      const [throttled, visitor] = await Promise.all(
        ['127.0.0.1', '203.0.113.7'].map((remoteAddress) =>
          test.app.inject({ method: 'GET', url, remoteAddress }),
        ),
      );
      expect(throttled!.statusCode).toBe(429);
      expect(visitor!.statusCode, url).toBe(url.endsWith('documents') ? 400 : 200);
    }
  });
});

/** Text that a screen reader reads. */
function wordsOf(page: string): string {
  const meanings: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return page
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<\/?(?:p|li|h\d|ul|div|section|small|strong|label)\b[^>]*>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(\w+|#39);/g, (_, name: string) => meanings[name] ?? '')
    .replace(/ +/g, ' ');
}
