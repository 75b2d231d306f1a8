import { fetchFile } from '@pos/contract/client';
import { customizationsApi } from '@pos/contract/templates/customizations';
import { describe, expect, it } from 'vitest';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { dayFromNow, openPublicPages } from '#testing/selling/public-page-desk.ts';
import { changeFair, setCloseOut } from '#testing/calls/records.ts';
import { readActivity } from '#testing/calls/reading.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';

describe("a fair's public page", async () => {
  const { test, templates, published, bare, setPublished, page } = await openPublicPages();
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
