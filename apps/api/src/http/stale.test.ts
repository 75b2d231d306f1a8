import { api } from '@pos/contract/api';
import { toPath } from '@pos/contract/client';
import type { Endpoint } from '@pos/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { packingList, uploadInventory } from '#testing/inventory-file.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { pdfArtwork, publishedTemplate, textField, uploadArtwork } from '#testing/artwork.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

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

const person = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  countryCode: '+1' as const,
  phone: '5551234567',
};
const device = {
  deviceId: 'STALE-1',
  name: 'Stale',
  purchaseDate: '2026-01-01',
  warrantyDate: '2028-01-01',
  model: 1 as const,
  adminId: null,
};

/** Creates a record for each call that carries a version. */
const SUBJECTS: Record<string, (test: TestApp) => Promise<Subject>> = {
  'PUT /v1/admins/update/:id': async ({ owner }) => {
    const { data: role } = await owner.roles.add({
      body: { name: 'Stale reader', description: 'Reads.', rights: [] },
    });
    const sent = { ...person, email: 'stale@example.com', roleId: role.id, secretCode: '****' };
    const { data } = await owner.admins.add({ body: { ...sent, secretCode: '1234' } });
    return {
      params: { id: data.id },
      read: () => owner.admins.getById({ params: { id: data.id } }),
      sent,
      changed: { ...sent, lastName: 'Woods' },
    };
  },
  'PUT /v1/admins/profile': async ({ db, owner, ownerId }) => {
    await db
      .updateTable('admins')
      .set({ secretCodeHash: 'of no code' })
      .where('id', '=', ownerId)
      .execute();
    const sent = { ...person, secretCode: '****' };
    return {
      params: {},
      read: () => owner.admins.profile(),
      sent,
      changed: { ...sent, lastName: 'Woods' },
    };
  },
  'PUT /v1/roles/update/:id': async ({ owner }) => {
    const sent = { name: 'Stale role', description: 'Reads.', rights: [] };
    const { data } = await owner.roles.add({ body: sent });
    return {
      params: { id: data.id },
      read: () => owner.roles.getById({ params: { id: data.id } }),
      sent,
      changed: { ...sent, description: 'Reads more.' },
    };
  },
  'PUT /v1/devices/update/:id': async ({ owner }) => {
    const { data } = await owner.devices.add({ body: device });
    return {
      params: { id: data.id },
      read: () => owner.devices.getById({ params: { id: data.id } }),
      sent: device,
      changed: { ...device, name: 'Renamed' },
    };
  },
  'PUT /v1/packages/save': async ({ owner }) => {
    const sent = { packageOption: 5 as const, season: '2031-fall', contents: [] };
    const { data } = await owner.titles.add({
      body: { sku: 'STALE-P', title: 'Stale', category: 'Other', priceCents: 100 },
    });
    return {
      params: {},
      read: () =>
        owner.packages.contents({
          query: { packageOption: sent.packageOption, season: sent.season },
        }),
      sent,
      changed: { ...sent, contents: [{ titleId: data.id, qty: 2 }] },
    };
  },
  'PUT /v1/titles/update/:id': async ({ owner }) => {
    const sent = { sku: 'STALE-T', title: 'Stale', category: 'Other' as const, priceCents: 100 };
    const { data } = await owner.titles.add({ body: sent });
    return {
      params: { id: data.id },
      read: () => owner.titles.getById({ params: { id: data.id } }),
      sent,
      changed: { ...sent, priceCents: 200 },
    };
  },
  'PUT /v1/schools/update/:id': async ({ owner }) => {
    const sent = {
      identifier: 'STALE-S',
      name: 'Stale School',
      address: '1 Lake Rd',
      city: 'Ada',
      state: 'MI',
      zip: '49301',
    };
    const { data } = await owner.schools.add({ body: sent });
    return {
      params: { id: data.id },
      read: () => owner.schools.getById({ params: { id: data.id } }),
      sent,
      changed: { ...sent, city: 'Lowell' },
    };
  },
  'PUT /v1/students/update/:id': async (test) => {
    const { schoolId } = await plannedFair(test, 'STALE-PUPIL');
    const sent = { studentNumber: 'STALE-1', firstName: 'Wren', lastName: 'Ashby' };
    const { data } = await test.owner.studentRecords.add({ body: { ...sent, schoolId } });
    return {
      params: { id: data.id },
      read: () => test.owner.students.getById({ params: { id: data.id } }),
      sent,
      changed: { ...sent, grade: '4' },
    };
  },
  'PUT /v1/fairs/update/:id': async (test) => {
    const fair = await plannedFair(test, 'STALE');
    const sent = {
      schoolIdentifier: 'STALE',
      name: fair.name,
      address: fair.address,
      startDate: fair.startDate,
      endDate: fair.endDate,
      salesTaxRate: fair.salesTaxRate,
      adminId: fair.adminId,
      packageOption: fair.packageOption,
    };
    return {
      params: { id: fair.id },
      read: () => test.owner.fairs.getById({ params: { id: fair.id } }),
      sent,
      changed: { ...sent, name: 'Renamed' },
    };
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
    await test.owner.customizations.update({
      body: { ...sent, values: { custom_message: 'Welcome.' }, version: 0 },
    });
    return {
      params: {},
      read,
      sent,
      changed: { ...sent, values: { custom_message: 'Welcome, all.' } },
      names: ['fairId', 'templateId'],
    };
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
  'PUT /v1/views/:id': async ({ owner }) => {
    const sent = {
      name: 'Stale view',
      query: { status: ['active'] },
      hiddenColumns: null,
      isTeam: true,
    };
    const { data } = await owner.views.add({ body: { list: 'devices', ...sent } });
    return {
      params: { id: data.id },
      read: () => owner.views.getById({ params: { id: data.id } }),
      sent,
      changed: { ...sent, name: 'Renamed' },
    };
  },
  'PUT /v1/report-schedules/update/:id': async (test) => {
    const sent = {
      reportType: 'DAILY_SALES' as const,
      schoolIdentifier: '*',
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      format: 'pdf' as const,
      period: 'same_days' as const,
      weekdays: [1],
      time: '07:00',
      timeZone: 'America/New_York',
      to: 'staff' as const,
      adminIds: [test.ownerId],
    };
    const { data } = await test.owner.reportSchedules.add({ body: sent });
    return {
      params: { id: data.id },
      read: () => test.owner.reportSchedules.getById({ params: { id: data.id } }),
      sent,
      changed: { ...sent, time: '18:30' },
    };
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
 * Updates without a version (api.md, Conventions): one with a seen quantity, and one with data that
 * only its owner writes.
 */
const WITHOUT_VERSION = ['PUT /v1/inventory/fair-inventory-update/:id', 'PUT /v1/preferences'];

const updates = Object.values(api)
  .flatMap((group) => Object.values(group) as Endpoint[])
  .filter(({ method }) => method === 'PUT');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/**
 * Fault F16 of trust.md for every update of the contract: a save from an earlier state reports the
 * other change and overwrites nothing.
 */
describe('a save from an earlier version', async () => {
  const test = await startTestApp();

  for (const endpoint of updates) {
    if (WITHOUT_VERSION.includes(nameOf(endpoint))) continue;
    it(`is refused by ${nameOf(endpoint)}, with the current record`, async () => {
      const subject = SUBJECTS[nameOf(endpoint)];
      expect(
        subject,
        `add a fixture for ${nameOf(endpoint)} to SUBJECTS of apps/api/src/http/stale.test.ts`,
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
      const endpoint = updates.find((update) => nameOf(update) === name);
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
      .map(nameOf);
    expect(unversioned.sort()).toEqual([...WITHOUT_VERSION].sort());
  });
});
