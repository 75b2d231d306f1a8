import { today } from '@pos/contract/values/clock';
import { describe, expect, it } from 'vitest';
import { publishedTemplate, textField } from '#testing/files/artwork.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { dayFromNow, openPublicPages, toPage, toWords } from '#testing/selling/public-page-desk.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { fetchFile } from '@pos/contract/client';
import { customizationsApi } from '@pos/contract/templates/customizations';
import { changeFair, setCloseOut } from '#testing/calls/records.ts';
import { readActivity } from '#testing/calls/reading.ts';

const BUDGET_BYTES = 100_000;

describe("a fair's page for visitors", async () => {
  const { test, templates, published, bare, setPublished, get, page } = await openPublicPages();
  const toText = async (school: string) => toWords((await get(toPage(school))).body);

  it('shows as plain HTML where, when and how to pay, what to download and whom to ask', async () => {
    await published('WEB', {
      startDate: '2027-03-01',
      endDate: '2027-03-05',
      hours: '8 AM – 4 PM',
      publicMessage: 'Family night is Thursday.\nBring a friend.',
    });
    const answer = await get('/customized-fair/web/WEB-f');
    expect(answer).toMatchObject({
      statusCode: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'x-robots-tag': 'noindex',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      },
    });
    const { body } = answer;
    const text = toWords(body);
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
    const { body } = await get(toPage('WEB'));
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
    const fonts: string[] = [];
    let bytes = Buffer.byteLength(body);
    for (const address of loaded.slice(1)) {
      const answer = await get(address);
      expect(answer).toMatchObject({
        statusCode: 200,
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': expect.stringMatching(/^text\/(css|javascript)/),
        },
      });
      expect(answer.body).not.toMatch(/@import|url\((?!inter\.)|https?:|fetch\(|XMLHttpRequest/);
      bytes += Buffer.byteLength(answer.body);
      fonts.push(...(/inter\.[0-9a-f]{10}\.woff2/.exec(answer.body) ?? []));
    }
    expect(fonts).toHaveLength(1);
    const font = await get(`/customized-fair/${fonts[0]}`);
    expect(font).toMatchObject({ statusCode: 200, headers: { 'content-type': 'font/woff2' } });
    expect(bytes + font.rawPayload.length).toBeLessThan(BUDGET_BYTES);
    expect((await get('/customized-fair/page.0000000000.css')).statusCode).toBe(404);
  });

  it('has the color of the first published template with one, with readable text, in its style', async () => {
    const colored = async (name: string, pageColour: string) => {
      const { id, version } = await publishedTemplate(test, name, [textField('school_name', 120)]);
      return await test.ask.templates.update({ body: { id, version, pageColour } });
    };
    const green = await colored('Green flyer', '#17663A');
    const yellow = await colored('Yellow flyer', '#FFD23F');
    expect(green).toMatchObject({ pageColour: '#17663A', publishedNumber: 1, changed: false });
    await published('HERO', {}, [yellow.id, green.id, templates[0]!]);
    const { body } = await get(toPage('HERO'));
    const style = /<link rel="stylesheet" href="([^"]+)"/.exec(body)![1]!;
    expect(style).toMatch(/^\/customized-fair\/page\.[0-9a-f]{10}-17663a\.css$/);
    expect((await get(style)).body).toContain('--hero:#17663a;--on-hero:#ffffff;');
    expect((await page('HERO')).pageColour).toBe('#17663A');
    expect((await get(style.replace('17663a', '17663b'))).statusCode).toBe(404);
    const { id, version } = green;
    const red = test.owner.templates.update({ body: { id, version, pageColour: 'red' } });
    await expectErrors(red, { pageColour: 'Enter a color as #RRGGBB.' });
  });

  it('distinguishes an upcoming fair, a live one, its last day, and one that is over', async () => {
    for (const [school, from, to, words] of [
      ['SOON', 1, 3, /Starts tomorrow/],
      ['LATER', 12, 13, /Starts in 12 days/],
      ['ON', -1, 1, /On now until \w+day, \w+ \d+/],
      ['LAST', -1, 0, /Today is the last day/],
    ] as const) {
      await bare(school, { startDate: dayFromNow(from), endDate: dayFromNow(to) });
      expect(await toText(school)).toMatch(words);
    }
    await bare('OVER', { startDate: '2025-10-06', endDate: '2025-10-10' });
    const over = await toText('OVER');
    for (const words of [
      'This fair is over',
      'Thank you for coming!',
      'We hope to see you in spring.',
    ])
      expect(over).toContain(words);
    for (const words of ['Documents to download', 'Add to calendar', 'How to pay', 'Sales tax'])
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
    expect(await toText('WEST')).toContain('Today is the last day');
    expect(await toText('EAST')).toContain('This fair is over');
  });

  it('escapes any entered text everywhere', async () => {
    const evil = (where: string) => `<script>alert('${where}')</script>" onload="x&lt;`;
    const fair = await published('EVIL', { startDate: dayFromNow(2), endDate: dayFromNow(3) });
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
    const { body } = await get(toPage('EVIL'));
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).not.toContain('<b>');
    expect(body).not.toContain('" onload=');
    expect(body).toContain('Guide &lt;b&gt;for&lt;/b&gt; parents');
    for (const where of ['name', 'hours', 'address', 'message', 'school'])
      expect(body).toContain(
        `&lt;script&gt;alert(&#39;${where}&#39;)&lt;/script&gt;&quot; onload=&quot;x&amp;lt;`,
      );
    // Plain text of a calendar file: no line can be injected.
    const { body: calendar } = await get(`${toPage('EVIL')}/calendar.ics`);
    expect(calendar.split('\r\n').filter((line) => !/^([A-Z;=]+:| |$)/.test(line))).toEqual([]);
  });

  it('scenario 18: is the same 404 page to the byte for unknown, inactive or hidden addresses', async () => {
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
      ].map((address) => get(`/customized-fair/${address}`)),
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
    const asData = ['NOWHERE/NOWHERE-F', 'WEB/NOWHERE-F', 'PAUSED/PAUSED-F', 'UNSEEN/UNSEEN-F'].map(
      async (address) => {
        const { statusCode, body } = await get(`/v1/public/customized-fair/${address}`);
        return `${statusCode} ${body.replace(/"requestId":"[^"]*"/, '')}`;
      },
    );
    expect(new Set(await Promise.all(asData)).size).toBe(1);
    expect(await asData[0]).toMatch(/^404 /);
    expect(toWords(refusals[0]!.body)).toMatch(
      /Page not found.*ask the school.*\(555\) 010-2030.*help@fairs\.example\.com/s,
    );
  });

  it('contains no student, order, price or staff data, and no IDs but those of templates', async () => {
    const fair = await published('CANARY', { startDate: dayFromNow(0), endDate: dayFromNow(1) });
    const owner = await test.ask.admins.getById({ params: { id: fair.adminId } });
    await test.db
      .updateTable('schools')
      .set({ coordinatorName: 'Canary Coordinator', coordinatorEmail: 'canary@school.example.com' })
      .where('id', '=', fair.schoolId)
      .execute();
    const data = '/v1/public/customized-fair/CANARY/CANARY-F';
    for (const address of [toPage('CANARY'), `${toPage('CANARY')}/calendar.ics`, data]) {
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

  const templateIds = templates.slice(0, 1);

  it('shows where, when and how to pay, with templates to download, for identifiers in any case', async () => {
    const asked = {
      startDate: dayFromNow(3),
      endDate: dayFromNow(5),
      hours: '8 AM – 4 PM',
      publicMessage: 'Family night is Thursday.',
    };
    const { startDate, endDate } = await published('PAGE', asked, templateIds);
    const [templateId] = templateIds;
    expect(await page('page', 'PAGE-f')).toEqual({
      schoolIdentifier: 'PAGE',
      schoolName: 'School PAGE',
      fairIdentifier: 'PAGE-F',
      fairName: 'Fair PAGE',
      startDate,
      endDate,
      timeZone: 'America/Detroit',
      today: dayFromNow(0),
      phase: 'upcoming',
      daysToStart: 3,
      hours: '8 AM – 4 PM',
      address: '1 Lake Rd, Ada',
      message: 'Family night is Thursday.',
      featuredTitles: [],
      paymentMethods: ['Cash', 'Check', 'Credit Card', 'EWallet', 'Facts'],
      salesTaxRate: 8.25,
      pageColour: null,
      documents: [
        { templateId, name: 'Fair flyer', typeName: 'Flyer', pages: 1, bytes: expect.any(Number) },
      ],
      support: { email: 'help@fairs.example.com', phone: '(555) 010-2030' },
    });
  });

  it('stays until staff unpublish it, and returns with its templates when republished', async () => {
    const fair = await published('SWITCH', {}, templateIds);
    const body = { schoolIdentifier: 'SWITCH', fairIdentifier: 'SWITCH-F', templateIds };
    const download = () => fetchFile(customizationsApi.download, { body }, test.send());
    expect((await download()).blob.type).toBe('application/pdf');
    const { readiness } = await setPublished(fair, false);
    const notPublished = { code: 'publicPage', done: false, detail: 'Not published' };
    expect(readiness).toContainEqual(expect.objectContaining(notPublished));
    await expectRefusal(download(), 'NOT_FOUND');
    const again = (await setPublished(fair, true)).readiness;
    for (const [code, detail] of [
      ['template', 'Fair flyer'],
      ['publicPage', 'Published'],
    ])
      expect(again).toContainEqual(expect.objectContaining({ code, done: true, detail }));
    expect((await page('SWITCH')).documents).toMatchObject([{ name: 'Fair flyer' }]);
    expect((await readActivity(test, 'fair', fair.id)).slice(0, 2)).toMatchObject([
      { action: 'fair.page-published', changes: { published: { from: false, to: true } } },
      { action: 'fair.page-taken-back', changes: { published: { from: true, to: false } } },
    ]);
    await setPublished(await plannedFair(test, 'NOTHING'), true);
    expect((await page('NOTHING')).documents).toEqual([]);
  });

  it('can be unpublished for a closed-out fair, of which nothing else changes', async () => {
    const fair = await bare('SETTLED');
    await setCloseOut(test, fair, 'finished');
    expect((await setPublished(fair, false)).published).toBe(false);
    for (const changes of [
      { name: 'Other name', published: true },
      { salesTaxRate: 1, published: false },
      { deviceIds: [], published: true },
      { published: false },
      {},
    ])
      await expectRefusal(changeFair(test, fair, changes), 'FAIR_FINISHED');
    await setCloseOut(test, fair, 'open');
  });
});
