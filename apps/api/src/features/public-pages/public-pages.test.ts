import { fetchFile } from '@pos/contract/client';
import { customizationsApi } from '@pos/contract/customizations';
import type { FairDetails } from '@pos/contract/fairs';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { describe, expect, it } from 'vitest';
import { publishedTemplate, textField } from '#testing/artwork.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { getRefusal } from '#testing/refusals.ts';
import { startTestApp } from '#testing/test-app.ts';

describe("a fair's public page", async () => {
  const test = await startTestApp();
  const templateId = (await publishedTemplate(test, 'Fair flyer', [textField('school_name', 120)]))
    .id;
  await test.db
    .updateTable('settings')
    .set({ supportEmail: 'help@fairs.example.com', supportPhone: '(555) 010-2030' })
    .execute();
  const published = async (identifier: string, changes: Partial<FairDetails> = {}) => {
    const fair = await plannedFair(test, identifier, changes);
    await test.owner.customizations.generateUrl({
      body: { fairId: fair.id, templateIds: [templateId] },
    });
    return fair;
  };
  const setPublished = async ({ id }: FairDetails, isPublished: boolean) => {
    const {
      version,
      schoolIdentifier,
      name,
      address,
      startDate,
      endDate,
      salesTaxRate,
      adminId,
      packageOption,
    } = await test.ask.fairs.getById({ params: { id } });
    return await test.ask.fairs.update({
      params: { id },
      body: {
        version,
        schoolIdentifier,
        name,
        address,
        startDate,
        endDate,
        salesTaxRate,
        adminId,
        packageOption,
        published: isPublished,
      },
    });
  };
  const page = (school: string, fair: string) =>
    test.client().publicPages.customizedFair({ params: { school, fair } });
  const raw = (address: string, headers: Record<string, string> = {}) =>
    test.app.inject({ method: 'GET', url: `/v1/public/customized-fair/${address}`, headers });
  const day = (count: number) => addDays(today('America/Detroit'), count);

  it('shows where, when and how to pay, with templates to download, for identifiers in any case', async () => {
    const fair = await published('PAGE', {
      startDate: day(3),
      endDate: day(5),
      hours: '8 AM – 4 PM',
      publicMessage: 'Family night is Thursday.',
    });
    expect((await page('page', 'PAGE-f')).data).toEqual({
      schoolIdentifier: 'PAGE',
      schoolName: 'School PAGE',
      fairIdentifier: 'PAGE-F',
      fairName: 'Fair PAGE',
      startDate: fair.startDate,
      endDate: fair.endDate,
      timeZone: 'America/Detroit',
      today: day(0),
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

  it("shows if the fair is upcoming, live or over, by the school's date", async () => {
    await published('LIVE', { startDate: day(0), endDate: day(0) });
    await published('OVER', { startDate: day(-5), endDate: day(-1) });
    expect((await page('LIVE', 'LIVE-F')).data).toMatchObject({ phase: 'live', daysToStart: 0 });
    expect((await page('OVER', 'OVER-F')).data.phase).toBe('ended');
  });

  it('scenario 18: is the same 404 for unknown, inactive and unpublished fairs, without private data', async () => {
    const inactive = await published('INACTIVE');
    await test.owner.fairs.changeStatus({
      params: { id: inactive.id },
      body: { status: 'inactive' },
    });
    await plannedFair(test, 'UNSEEN');
    await setPublished(await published('TAKEN-OFF'), false);
    const live = await published('SELLING', { startDate: day(0), endDate: day(1) });
    const refusals = await Promise.all(
      [
        'NOWHERE/NOWHERE-F',
        'SELLING/NOWHERE-F',
        'NOWHERE/SELLING-F',
        'INACTIVE/INACTIVE-F',
        'UNSEEN/UNSEEN-F',
        'TAKEN-OFF/TAKEN-OFF-F',
      ].map((address) => raw(address)),
    );
    expect(
      new Set(
        refusals.map(
          ({ statusCode, body }) => `${statusCode} ${body.replace(/"requestId":"[^"]*"/, '')}`,
        ),
      ).size,
    ).toBe(1);
    expect(refusals[0]).toMatchObject({
      statusCode: 404,
      headers: { 'cache-control': 'no-store' },
    });

    const { body } = await raw('SELLING/SELLING-F');
    const seen = new Set<string>();
    JSON.parse(body, (key, value: unknown) => (seen.add(key), value));
    for (const key of seen)
      expect(key).not.toMatch(
        /student|parent|order|price|cents|admin|staff|coordinator|wallet|net/i,
      );
    const owner = await test.db
      .selectFrom('admins')
      .select(['firstName', 'lastName', 'email'])
      .where('id', '=', live.adminId)
      .executeTakeFirstOrThrow();
    for (const secret of [
      owner.email,
      `${owner.firstName} ${owner.lastName}`,
      live.adminId,
      live.id,
      live.schoolId,
    ])
      expect(body).not.toContain(secret);
  });

  it('stays until staff unpublish it, and returns with its templates when republished', async () => {
    const fair = await published('SWITCH');
    const download = () =>
      fetchFile(
        customizationsApi.download,
        {
          body: {
            schoolIdentifier: 'SWITCH',
            fairIdentifier: 'SWITCH-F',
            templateIds: [templateId],
          },
        },
        test.send(),
      );
    expect((await download()).blob.type).toBe('application/pdf');
    expect(
      (await setPublished(fair, false)).readiness.find(({ code }) => code === 'publicPage'),
    ).toMatchObject({ done: false, detail: 'Not published' });
    expect((await getRefusal(download())).status).toBe(404);
    const again = await setPublished(fair, true);
    expect(
      again.readiness
        .filter(({ done, code }) => done && ['template', 'publicPage'].includes(code))
        .map(({ detail }) => detail),
    ).toEqual(['Fair flyer', 'Published']);
    expect((await page('SWITCH', 'SWITCH-F')).data.documents.map(({ name }) => name)).toEqual([
      'Fair flyer',
    ]);
    const { data } = await test.owner.activity.list({
      query: { entity: 'fair', entityId: fair.id },
    });
    expect(data.results.slice(0, 2).map(({ action, changes }) => [action, changes])).toEqual([
      ['fair.page-published', { published: { from: false, to: true } }],
      ['fair.page-taken-back', { published: { from: true, to: false } }],
    ]);
    await setPublished(await plannedFair(test, 'NOTHING'), true);
    expect((await page('NOTHING', 'NOTHING-F')).data.documents).toEqual([]);
  });

  it('can be unpublished for a closed-out fair, of which nothing else changes', async () => {
    const fair = await published('SETTLED');
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'finished' })
      .where('id', '=', fair.id)
      .execute();
    expect((await setPublished(fair, false)).published).toBe(false);
    const {
      version,
      schoolIdentifier,
      name,
      address,
      startDate,
      endDate,
      salesTaxRate,
      adminId,
      packageOption,
    } = await test.ask.fairs.getById({ params: { id: fair.id } });
    const body = {
      version,
      schoolIdentifier,
      name,
      address,
      startDate,
      endDate,
      salesTaxRate,
      adminId,
      packageOption,
    };
    for (const more of [
      { name: 'Other name', published: true },
      { salesTaxRate: 1, published: false },
      { deviceIds: [], published: true },
      { published: false },
      {},
    ]) {
      expect(
        (
          await getRefusal(
            test.owner.fairs.update({ params: { id: fair.id }, body: { ...body, ...more } }),
          )
        ).code,
      ).toBe('FAIR_FINISHED');
    }
    await test.db
      .updateTable('fairs')
      .set({ closeOutState: 'open' })
      .where('id', '=', fair.id)
      .execute();
  });

  it('is cached for a minute, then revalidated', async () => {
    const fair = await published('CACHED');
    const first = await raw('CACHED/CACHED-F');
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
    const again = await raw('CACHED/CACHED-F', { 'if-none-match': String(first.headers['etag']) });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    await test.db
      .updateTable('fairs')
      .set({ name: 'Changed within the minute' })
      .where('id', '=', fair.id)
      .execute();
    expect((await raw('cached/cached-f')).body).toBe(first.body);
  });

  it('is looked up 300 times in 15 minutes per address; cached pages are not counted', async () => {
    await raw('CACHED/CACHED-F');
    let refused = 0;
    for (let count = 0; count < 301; count++)
      refused += (await raw(`GUESS/GUESS-${count}`)).statusCode === 429 ? 1 : 0;
    expect(refused).toBeGreaterThan(0);
    expect((await raw('CACHED/CACHED-F')).statusCode).toBe(200);
  });
});
