import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishedTemplate, textField } from '#testing/artwork.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { type PublicPageDesk, openPublicPages } from '#testing/public-page-desk.ts';
import { getRefusal } from '#testing/refusals.ts';
import type { TestApp } from '#testing/test-app.ts';

const BUDGET_BYTES = 100_000;
const DETROIT = 'America/Detroit';

describe("a fair's page for visitors", () => {
  let test: TestApp;
  let templates: string[];
  let published: PublicPageDesk['published'];
  let bare: PublicPageDesk['bare'];
  let get: PublicPageDesk['get'];
  beforeAll(async () => {
    ({ test, templates, published, bare, get } = await openPublicPages());
  });
  const day = (count: number, zone = DETROIT) => addDays(today(zone), count);
  const textOf = async (address: string) => wordsOf((await get(address)).body);

  it('shows as plain HTML where, when and how to pay, what to download and whom to ask', async () => {
    await published('WEB', {
      startDate: '2027-03-01',
      endDate: '2027-03-05',
      hours: '8 AM – 4 PM',
      publicMessage: 'Family night is Thursday.\nBring a friend.',
    });
    const { statusCode, headers, body } = await get('web/WEB-f');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': expect.stringMatching(/^public, max-age=(5\d|60)$/),
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const text = wordsOf(body);
    for (const words of [
      'Fair WEB',
      'School WEB',
      'Mon, March 1 – Fri, March 5, 2027',
      '8 AM – 4 PM Eastern Time',
      '1 Lake Rd, Ada',
      'Family night is Thursday.\nBring a friend.',
      'Cash Check Credit Card EWallet Facts',
      'Families add to it at a register of the fair, or through the contact below.',
      'Sales tax of 8.25% is added at the register.',
      'Fair flyer',
      '(555) 010-2030',
      'help@fairs.example.com',
      'https://fairs.example.com/customized-fair/WEB/WEB-F',
      'Add to calendar',
    ])
      expect(text).toContain(words);
    expect(body).toContain('<title>POS Admin - Customized Fair</title>');
    expect(body).toContain(
      'href="https://www.google.com/maps/search/?api=1&amp;query=School+WEB%2C+1+Lake+Rd%2C+Ada"',
    );
    // The security policy would block these.
    expect(body).not.toMatch(/ style=| on\w+=|<style|<script(?! src="\/customized-fair\/page)/);
  });

  it('loads its own style and script, under 100 KB together, and nothing else but the icon', async () => {
    const { body } = await get('WEB/WEB-F');
    const loaded = [
      ...body.matchAll(
        /(?:<link rel="(?:stylesheet|icon)"[^>]* href|<script src|<img[^>]* src)="([^"]+)"/g,
      ),
    ].map(([, address]) => address!);
    expect(loaded).toEqual([
      '/favicon.svg',
      expect.stringMatching(/^\/customized-fair\/page\.[0-9a-f]{10}\.css$/),
      expect.stringMatching(/^\/customized-fair\/page\.[0-9a-f]{10}\.js$/),
    ]);
    const fonts: Awaited<ReturnType<typeof get>>[] = [];
    let bytes = Buffer.byteLength(body);
    for (const address of loaded.slice(1)) {
      const {
        statusCode,
        headers,
        body: content,
      } = await test.app.inject({ method: 'GET', url: address });
      expect({ statusCode, headers }).toMatchObject({
        statusCode: 200,
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': expect.stringMatching(/^text\/(css|javascript)/),
        },
      });
      expect(content).not.toMatch(/@import|url\((?!inter\.)|https?:|fetch\(|XMLHttpRequest/);
      bytes += Buffer.byteLength(content);
      const font = /url\((inter\.[0-9a-f]{10}\.woff2)\)/.exec(content)?.[1];
      if (font) fonts.push(await get(font));
    }
    expect(fonts.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual([
      [200, 'font/woff2'],
    ]);
    bytes += fonts[0]?.rawPayload.length ?? 0;
    expect(bytes).toBeLessThan(BUDGET_BYTES);
    expect((await get('page.0000000000.css')).statusCode).toBe(404);
  });

  it('has the color of the first published template with one, with readable text, in its style', async () => {
    const styleOf = async (address: string) => {
      const style = /<link rel="stylesheet" href="([^"]+)"/.exec((await get(address)).body)![1]!;
      return { style, content: (await test.app.inject({ method: 'GET', url: style })).body };
    };
    const colored = async (name: string, pageColour: string) => {
      const { id, version } = await publishedTemplate(test, name, [textField('school_name', 120)]);
      return await test.ask.templates.update({ body: { id, version, pageColour } });
    };
    const [plain, green, yellow] = [
      templates[0]!,
      await colored('Green flyer', '#17663A'),
      await colored('Yellow flyer', '#FFD23F'),
    ];
    expect(green).toMatchObject({ pageColour: '#17663A', publishedNumber: 1, changed: false });
    const fair = await plannedFair(test, 'HERO');
    await test.owner.customizations.generateUrl({
      body: { fairId: fair.id, templateIds: [yellow.id, green.id, plain] },
    });
    const shown = await styleOf('HERO/HERO-F');
    expect(shown.style).toMatch(/^\/customized-fair\/page\.[0-9a-f]{10}-17663a\.css$/);
    expect(shown.content).toContain('--hero:#17663a;--on-hero:#ffffff;');
    expect(
      (
        await test
          .client()
          .publicPages.customizedFair({ params: { school: 'HERO', fair: 'HERO-F' } })
      ).data.pageColour,
    ).toBe('#17663A');
    expect(
      (await get(shown.style.slice('/customized-fair/'.length).replace('17663a', '17663b')))
        .statusCode,
    ).toBe(404);
    expect(
      (
        await getRefusal(
          test.owner.templates.update({
            body: { id: green.id, version: green.version, pageColour: 'red' },
          }),
        )
      ).errors,
    ).toEqual({ pageColour: 'Enter a color as #RRGGBB.' });
  });

  it('distinguishes an upcoming fair, a live one, its last day, and one that is over', async () => {
    await bare('SOON', { startDate: day(1), endDate: day(3) });
    await bare('LATER', { startDate: day(12), endDate: day(13) });
    await bare('ON', { startDate: day(-1), endDate: day(1) });
    await bare('LAST', { startDate: day(-1), endDate: day(0) });
    await bare('OVER', { startDate: '2025-10-06', endDate: '2025-10-10' });
    expect(await textOf('SOON/SOON-F')).toContain('Starts tomorrow');
    expect(await textOf('LATER/LATER-F')).toContain('Starts in 12 days');
    expect(await textOf('ON/ON-F')).toMatch(/On now until \w+day, \w+ \d+/);
    expect(await textOf('LAST/LAST-F')).toContain('Today is the last day');
    const over = await textOf('OVER/OVER-F');
    expect(over).not.toContain('Documents to download');
    expect(over).toContain('This fair is over');
    expect(over).toContain('Thank you for coming!');
    expect(over).toContain('We hope to see you in spring.');
    for (const words of ['Add to calendar', 'How to pay', 'Sales tax'])
      expect(over).not.toContain(words);
  });

  it("uses the day of the school's time zone, far west and far east, at every hour", async () => {
    const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
    const date = today(west);
    for (const [identifier, timeZone] of [
      ['WEST', west],
      ['EAST', east],
    ] as const) {
      const fair = await bare(identifier, { startDate: date, endDate: date });
      await test.db.updateTable('fairs').set({ timeZone }).where('id', '=', fair.id).execute();
    }
    expect(await textOf('WEST/WEST-F')).toContain('Today is the last day');
    expect(await textOf('EAST/EAST-F')).toContain('This fair is over');
  });

  it('escapes any entered text everywhere', async () => {
    const evil = (where: string) => `<script>alert('${where}')</script>" onload="x&lt;`;
    const fair = await published('EVIL', { startDate: day(2), endDate: day(3) });
    await test.db
      .updateTable('fairs')
      .set({
        name: evil('name'),
        hours: evil('hours'),
        address: evil('address'),
        publicMessage: evil('message'),
      })
      .where('id', '=', fair.id)
      .execute();
    await test.db
      .updateTable('schools')
      .set({ name: evil('school') })
      .where('id', '=', fair.schoolId)
      .execute();
    const { body } = await get('EVIL/EVIL-F');
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).not.toContain('<b>');
    expect(body).not.toContain('" onload=');
    expect(body).toContain('Guide &lt;b&gt;for&lt;/b&gt; parents');
    for (const where of ['name', 'hours', 'address', 'message', 'school'])
      expect(body).toContain(
        `&lt;script&gt;alert(&#39;${where}&#39;)&lt;/script&gt;&quot; onload=&quot;x&amp;lt;`,
      );
    // Plain text of a calendar file: no line can be injected.
    const { body: calendar } = await get('EVIL/EVIL-F/calendar.ics');
    expect(calendar.split('\r\n').filter((line) => !/^([A-Z;=]+:| |$)/.test(line))).toEqual([]);
  });

  it('is byte for byte the same 404 page for unknown, inactive, unpublished and impossible addresses', async () => {
    const inactive = await bare('PAUSED');
    await test.owner.fairs.changeStatus({
      params: { id: inactive.id },
      body: { status: 'inactive' },
    });
    await plannedFair(test, 'UNSEEN');
    const refusals = await Promise.all(
      [
        'NOWHERE/NOWHERE-F',
        'WEB/NOWHERE-F',
        'PAUSED/PAUSED-F',
        'UNSEEN/UNSEEN-F',
        'x/%3Cscript%3E',
        'UNSEEN/UNSEEN-F/calendar.ics',
        `UNSEEN/UNSEEN-F/documents?template=${templates[0]}`,
        'NOWHERE/NOWHERE-F/documents',
        'UNSEEN',
        '',
        'UNSEEN/',
        'a/b/c',
        'WEB/WEB-F/c/d/',
        '//',
        'WEB/%E0%A4%A',
        `x/${'y'.repeat(300)}`,
      ].map((address) => get(address)),
    );
    const seen = refusals.map(
      ({ statusCode, body, headers: { 'content-type': type, 'cache-control': cache, etag } }) =>
        JSON.stringify({ statusCode, body, type, cache, etag }),
    );
    expect(seen.filter((one) => one !== seen[0])).toEqual([]);
    expect(refusals[0]).toMatchObject({
      statusCode: 404,
      headers: { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' },
    });
    expect(wordsOf(refusals[0]!.body)).toMatch(
      /Page not found.*ask the school.*\(555\) 010-2030.*help@fairs\.example\.com/s,
    );
  });

  it('contains no student, order, price or staff data, and no IDs but those of templates', async () => {
    const fair = await published('CANARY', { startDate: day(0), endDate: day(1) });
    const owner = await test.db
      .selectFrom('admins')
      .select(['firstName', 'lastName', 'email'])
      .where('id', '=', fair.adminId)
      .executeTakeFirstOrThrow();
    await test.db
      .updateTable('schools')
      .set({ coordinatorName: 'Canary Coordinator', coordinatorEmail: 'canary@school.example.com' })
      .where('id', '=', fair.schoolId)
      .execute();
    for (const address of ['CANARY/CANARY-F', 'CANARY/CANARY-F/calendar.ics']) {
      const { body } = await get(address);
      for (const secret of [
        owner.email,
        `${owner.firstName} ${owner.lastName}`,
        fair.id,
        fair.adminId,
        fair.schoolId,
        'Canary Coordinator',
        'canary@school',
        '$',
      ])
        expect(body).not.toContain(secret);
      expect(body).not.toMatch(/student|parent@|order|cents|coordinator/i);
      const ids = [...body.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([id]) => id);
      expect(ids.filter((id) => !templates.includes(id))).toEqual([]);
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
