import { ADA, DANA, TABLET } from '#testing/selling/new-records.ts';
import { api } from '@pos/contract/api';
import { toPath } from '@pos/contract/client';
import type { Endpoint } from '@pos/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { packingList, uploadInventory } from '#testing/selling/inventory-file.ts';
import { schedule } from '#testing/rights/rights-samples.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { pdfArtwork, publishedTemplate, textField, uploadArtwork } from '#testing/files/artwork.ts';
import { makeFullAdmin } from '#testing/rights/personas.ts';
import { startTestApp, type TestApp } from '#testing/app/test-app.ts';

type Sent = Record<string, unknown>;
/**
 * A record to change: the call that reads it, and the form's data without the version. `changed`
 * differs from `sent` in one field; `names` are the fields that identify the record.
 */
type Subject = {
  params: Record<string, string>;
  read: () => Promise<{ data: object }>;
  sent: Sent;
  changed: Sent;
  names?: readonly string[];
};

/** Subject with an ID, by which `calls` read it. */
const byId = (
  id: string,
  { getById }: { getById: (call: { params: { id: string } }) => Promise<{ data: object }> },
  sent: Sent,
  change: Sent,
): Subject => ({
  params: { id },
  read: () => getById({ params: { id } }),
  sent,
  changed: { ...sent, ...change },
});

/** Creates a record for each call that carries a version. */
const SUBJECTS: Record<string, (test: TestApp) => Promise<Subject>> = {
  'PUT /v1/admins/update/:id': async ({ owner, ask }) => {
    const role = { name: 'Stale reader', description: 'Reads.', rights: [] };
    const { id: roleId } = await ask.roles.add({ body: role });
    const sent = { ...DANA, email: 'stale@example.com', roleId, secretCode: '****' };
    const { id } = await ask.admins.add({ body: { ...sent, secretCode: '1234' } });
    return byId(id, owner.admins, sent, { lastName: 'Woods' });
  },
  'PUT /v1/admins/places/:id': async (test) => {
    const params = { id: (await makeFullAdmin(test, 'Stale places')).id };
    const read = () => test.owner.places.ofAdmin({ params });
    const sent = { worksAt: 'everywhere', regions: [], schoolIds: [], fairIds: [] };
    const { id } = await plannedFair(test, 'STALE-W');
    return { params, read, sent, changed: { ...sent, worksAt: 'places', fairIds: [id] } };
  },
  'PUT /v1/admins/profile': async ({ db, owner, ownerId }) => {
    await db
      .updateTable('admins')
      .set({ secretCodeHash: 'of no code' })
      .where('id', '=', ownerId)
      .execute();
    const sent = { ...DANA, secretCode: '****' };
    const read = () => owner.admins.profile();
    return { params: {}, read, sent, changed: { ...sent, lastName: 'Woods' } };
  },
  'PUT /v1/roles/update/:id': async ({ owner, ask }) => {
    const sent = { name: 'Stale role', description: 'Reads.', rights: [] };
    const { id } = await ask.roles.add({ body: sent });
    return byId(id, owner.roles, sent, { description: 'Reads more.' });
  },
  'PUT /v1/devices/update/:id': async ({ owner, ask }) => {
    const sent = { deviceId: 'STALE-1', name: 'Stale', ...TABLET };
    const { id } = await ask.devices.add({ body: sent });
    return byId(id, owner.devices, sent, { name: 'Renamed' });
  },
  'PUT /v1/packages/save': async ({ owner, ask }) => {
    const query = { packageOption: 5 as const, season: '2031-fall' };
    const title = { sku: 'STALE-P', title: 'Stale', category: 'Other' as const, priceCents: 100 };
    const { id: titleId } = await ask.titles.add({ body: title });
    const read = () => owner.packages.contents({ query });
    const changed = { ...query, contents: [{ titleId, qty: 2 }] };
    return { params: {}, read, sent: { ...query, contents: [] }, changed };
  },
  'PUT /v1/titles/update/:id': async ({ owner, ask }) => {
    const sent = { sku: 'STALE-T', title: 'Stale', category: 'Other' as const, priceCents: 100 };
    const { id } = await ask.titles.add({ body: sent });
    return byId(id, owner.titles, sent, { priceCents: 200 });
  },
  'PUT /v1/schools/update/:id': async ({ owner, ask }) => {
    const sent = { identifier: 'STALE-S', name: 'Stale School', ...ADA };
    const { id } = await ask.schools.add({ body: sent });
    return byId(id, owner.schools, sent, { city: 'Lowell' });
  },
  'PUT /v1/students/update/:id': async (test) => {
    const { schoolId } = await plannedFair(test, 'STALE-PUPIL');
    const sent = { studentNumber: 'STALE-1', firstName: 'Wren', lastName: 'Ashby' };
    const { id } = await test.ask.studentRecords.add({ body: { ...sent, schoolId } });
    return byId(id, test.owner.students, sent, { grade: '4' });
  },
  'PUT /v1/fairs/update/:id': async (test) => {
    const fair = await plannedFair(test, 'STALE');
    const { schoolIdentifier, name, address, startDate, endDate } = fair;
    const { salesTaxRate, adminId, packageOption } = fair;
    const place = { schoolIdentifier, name, address, startDate, endDate };
    const sent = { ...place, salesTaxRate, adminId, packageOption };
    return byId(fair.id, test.owner.fairs, sent, { name: 'Renamed' });
  },
  'PUT /v1/fairs/update-cashier/:id': async (test) => {
    const params = { id: (await plannedFair(test, 'STALE-C')).id };
    const name = 'Stale Cashier';
    const [cashier] = await test.ask.cashiers.add({
      params,
      body: { cashiers: [{ name, secretCode: '1357' }] },
    });
    const read = async () => ({ data: (await test.ask.cashiers.list({ params }))[0]! });
    const sent = { name, status: 'active' };
    return { params: { id: cashier!.id }, read, sent, changed: { ...sent, name: 'Renamed' } };
  },
  'PUT /v1/settings/master-template': async (test) => {
    const { id } = await uploadArtwork(test, await pdfArtwork(), 'stale.pdf');
    return {
      params: {},
      read: () => test.owner.templates.getById({ params: { id } }),
      sent: { id, name: 'Stale flyer' },
      changed: { id, name: 'Renamed' },
    };
  },
  'PUT /v1/customization-template/update': async (test) => {
    const fair = await plannedFair(test, 'STALETPL');
    const { id: templateId } = await publishedTemplate(test, 'Stale letter', [
      textField('custom_message', 100),
    ]);
    const read = async () => ({
      data: (await test.ask.customizations.get({ query: { fairId: fair.id } })).templates.find(
        (template) => template.templateId === templateId,
      )!,
    });
    const sent = { fairId: fair.id, templateId, values: {} };
    const saying = (custom_message: string) => ({ ...sent, values: { custom_message } });
    await test.owner.customizations.update({ body: { ...saying('Welcome.'), version: 0 } });
    const names = ['fairId', 'templateId'];
    return { params: {}, read, sent, changed: saying('Welcome, all.'), names };
  },
  'PUT /v1/customization-template/featured-titles': async (test) => {
    const fair = await plannedFair(test, 'STALEFT');
    await uploadInventory(
      test.owner,
      await packingList(['STALEFT-1', 'SFT-1', 'Tide & Tower', 'J. Reed', 'Picture', 8.99, 5, 'Y']),
      { fairId: fair.id },
    );
    const titles = (
      await test.ask.inventory.fairInventory({ query: { fairId: fair.id } })
    ).results.map(({ titleId }) => titleId);
    const read = async () => {
      const { version, titles: featured } = (
        await test.ask.customizations.get({ query: { fairId: fair.id } })
      ).featured;
      const { updatedAt } = await test.ask.fairs.getById({ params: { id: fair.id } });
      return { data: { version, updatedAt, titles: featured.map(({ titleId }) => titleId) } };
    };
    const sent = { fairId: fair.id, titles: [] };
    return { params: {}, read, sent, changed: { ...sent, titles } };
  },
  'PUT /v1/views/:id': async ({ owner, ask }) => {
    const query = { status: ['active'] };
    const sent = { name: 'Stale view', query, hiddenColumns: null, isTeam: true };
    const { id } = await ask.views.add({ body: { list: 'devices', ...sent } });
    return byId(id, owner.views, sent, { name: 'Renamed' });
  },
  'PUT /v1/report-schedules/update/:id': async ({ owner, ask, ownerId }) => {
    const days = { startDate: '2026-10-01', endDate: '2026-10-31' };
    const sent = schedule({ schoolIdentifier: '*', ...days }, ownerId);
    const { id } = await ask.reportSchedules.add({ body: sent });
    return byId(id, owner.reportSchedules, sent, { time: '18:30' });
  },
  'PUT /v1/settings/update': async ({ owner }) => {
    const sent = { companyName: 'POS Admin', receiptFooter: '' };
    return {
      params: {},
      read: () => owner.settings.get(),
      sent,
      changed: { ...sent, receiptFooter: 'Thank you.' },
    };
  },
};

/**
 * Updates without a version (api.md, Conventions): one with a seen quantity, one with data that only
 * its owner writes, one of a single day, and the places of a user, which are replaced as a whole.
 */
const WITHOUT_VERSION = [
  'PUT /v1/inventory/fair-inventory-update/:id',
  'PUT /v1/preferences',
  'PUT /v1/settings/second-factor',
  'PUT /v1/settings/company-sign-in',
];

const updates = Object.values(api)
  .flatMap((group) => Object.values(group) as Endpoint[])
  .filter(({ method }) => method === 'PUT');
const toName = ({ method, path }: Endpoint) => `${method} ${path}`;

/**
 * Fault F16 of trust.md for every update of the contract: a save from an earlier state reports the
 * other change and overwrites nothing.
 */
describe('a save from an earlier version', async () => {
  const test = await startTestApp();

  for (const endpoint of updates) {
    if (WITHOUT_VERSION.includes(toName(endpoint))) continue;
    it(`is refused by ${toName(endpoint)}, with the current record`, async () => {
      const subject = SUBJECTS[toName(endpoint)];
      expect(
        subject,
        `add a fixture for ${toName(endpoint)} to SUBJECTS of apps/api/src/http/stale.test.ts`,
      ).toBeDefined();
      if (!subject) return;
      const { params, read, sent, changed, names = [] } = await subject(test);
      const save = async (body: Sent) => {
        const response = await test.send(test.ownerToken)(toPath(endpoint, params, {}), {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return { status: response.status, body: (await response.json()) as Sent };
      };
      const { version } = (await read()).data as { version: number };
      expect(await save({ ...changed, version })).toMatchObject({ status: 200 });
      const { data: after } = await read();
      expect(after).toMatchObject({ version: version + 1 });

      const stale = await save({ ...sent, version });
      expect(stale).toMatchObject({
        status: 409,
        body: {
          code: 'STALE_VERSION',
          changedBy: expect.stringMatching(/\w+ \w+/),
          changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      });
      expect(after).toMatchObject(stale.body['current'] as object);
      expect(Object.keys(stale.body['current'] as object)).toEqual(
        expect.arrayContaining(
          Object.keys(changed).filter((field) => field in after && !names.includes(field)),
        ),
      );
      expect(await save(sent)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', errors: { version: expect.any(String) } },
      });
      expect((await read()).data).toEqual(after);
    });
  }

  it('is accepted only by calls declared without a version, and these really have none', () => {
    for (const name of WITHOUT_VERSION) {
      const endpoint = updates.find((update) => toName(update) === name);
      expect(endpoint, `${name} is in the contract`).toBeDefined();
      expect(
        endpoint?.body
          ?.safeParse({ version: 1 })
          .error?.issues.some(({ path }) => path.includes('version')),
        `${name} asks for no version`,
      ).toBe(false);
    }
    const unversioned = updates
      .filter(
        (endpoint) =>
          !endpoint.body?.safeParse({}).error?.issues.some(({ path }) => path[0] === 'version'),
      )
      .map(toName);
    expect(unversioned.sort()).toEqual([...WITHOUT_VERSION].sort());
  });
});
