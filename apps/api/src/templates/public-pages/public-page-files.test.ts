import { SELECT_TEMPLATE } from '@pos/contract/templates/customizations';
import { describe, expect, it } from 'vitest';
import { publishedTemplate } from '#testing/files/artwork.ts';
import { dayFromNow, openPublicPages, toPage, toWords } from '#testing/selling/public-page-desk.ts';
import { readEntries } from '#testing/files/zip.ts';

describe("caching and files of a fair's page", async () => {
  const { test, published, bare, get } = await openPublicPages();

  it.each([
    ['KEPT', '/customized-fair/KEPT/KEPT-F'],
    ['DATA', '/v1/public/customized-fair/DATA/DATA-F'],
  ])('is cached for a minute, and answers 304 to a known ETag: %s', async (identifier, url) => {
    const fair = await bare(identifier);
    const first = await get(url);
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers['cache-control']).toMatch(/^public, max-age=(5\d|60)$/);
    expect(await get(url, { 'if-none-match': etag })).toMatchObject({ statusCode: 304, body: '' });
    await test.db
      .updateTable('fairs')
      .set({ name: 'Changed within the minute' })
      .where('id', '=', fair.id)
      .execute();
    const lower = url.replace(`${identifier}/${identifier}-F`, (own) => own.toLowerCase());
    expect((await get(lower)).body).toBe(first.body);
  });

  it('answers HEAD without a body, and leads to its address without a slash', async () => {
    await bare('HEAD');
    const { headers } = await get(toPage('HEAD'));
    const head = await test.app.inject({ method: 'HEAD', url: toPage('HEAD') });
    expect(head).toMatchObject({ statusCode: 200, body: '', headers: { etag: headers['etag'] } });
    const location = toPage('HEAD');
    expect(await get(`${location}/`)).toMatchObject({ statusCode: 308, headers: { location } });
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
    const { headers, body } = await get(`${toPage('DAYS')}/calendar.ics`);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="DAYS-F.ics"',
    });
    const widths = body.split('\r\n').map((line) => Buffer.byteLength(line));
    expect(Math.max(...widths)).toBeLessThanOrEqual(75);
    const lines = body.replaceAll('\r\n ', '').split('\r\n');
    const stamp = lines.splice(6, 1);
    expect(stamp).toEqual([expect.stringMatching(/^DTSTAMP:\d{8}T\d{6}Z$/)]);
    expect(lines).toEqual([
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
  });

  it('sends selected documents to a plain form, and shows errors of the selection on the page', async () => {
    await published('FORM', { startDate: dayFromNow(2), endDate: dayFromNow(3) });
    const documents = `${toPage('FORM')}/documents`;
    const { body } = await get(toPage('FORM'));
    expect(body).toContain(`<form action="${documents}#documents" method="get"`);
    const boxes = body.matchAll(/<input type="checkbox" name="template" value="([^"]+)"/g);
    const [first, second] = [...boxes].map(([, id]) => id!);
    const one = await get(`${documents}?template=${first}`);
    expect(one).toMatchObject({
      statusCode: 200,
      headers: {
        'content-disposition': 'attachment; filename="Fair flyer FORM-F.pdf"',
        'cache-control': 'no-store',
      },
    });
    expect(one.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const url = `${documents}?template=${first}&template=${second}`;
    expect([...(await readEntries((await get(url)).rawPayload)).keys()]).toEqual([
      'Fair flyer FORM-F.pdf',
      'Guide _b_for__b_ parents FORM-F.pdf',
    ]);
    expect((await test.app.inject({ method: 'HEAD', url })).body).toBe('');
    const none = await get(documents);
    expect(none.statusCode).toBe(400);
    expect(none.body).toContain(`role="alert">${SELECT_TEMPLATE}</p>`);
    const unpublished = (await publishedTemplate(test, 'Of another fair', [])).id;
    const other = await get(`${documents}?template=${unpublished}`);
    expect(other.statusCode).toBe(404);
    expect(toWords(other.body)).toContain('This template does not exist');
  });

  it('tells as a page that somebody looked up too many, and shows it to everybody else', async () => {
    await bare('SEEN');
    await get(toPage('SEEN'));
    let refused: Awaited<ReturnType<typeof get>> | undefined;
    for (let count = 0; count < 301 && !refused; count++) {
      const answer = await get(`/customized-fair/GUESS/GUESS-${count}`);
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
    expect(toWords(refused?.body ?? '')).toMatch(
      /Something went wrong.*Too many attempts\. Try again in/s,
    );
    expect((await get(toPage('SEEN'))).statusCode).toBe(200);

    // Somebody who may not look up pages asks first, a visitor just after.
    for (const [index, url] of [
      toPage('NEW-0'),
      `${toPage('NEW-1')}/calendar.ics`,
      `${toPage('NEW-2')}/documents`,
      '/v1/public/customized-fair/NEW-3/NEW-3-F',
    ].entries()) {
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
