import { describe, expect, it } from 'vitest';
import { CALLS, listFields, onlyWith } from '#testing/contract-fields.ts';
import { plannedFair } from '#testing/planned-fair.ts';
import { startTestApp } from '#testing/test-app.ts';

/**
 * One rule for every call: an optional field left out is empty on add and unchanged on update, and
 * null clears it.
 */

/** Optional in an update, but never empty: null is refused, and leaving it out keeps the value. */
const NEVER_EMPTY: Record<string, readonly string[]> = {
  'templates.update': ['name', 'templateTypeId', 'status'],
  'settings.update': [
    'companyName',
    'defaultTimeZone',
    'ewalletMinTopUpCents',
    'ewalletMaxBalanceCents',
    'ewalletLeftoverPolicy',
    'profitCashPpm',
    'profitAveDollarPpm',
    'maxCheckOverageCents',
    'roundCash',
    'lastCopyThreshold',
    'lowStockThreshold',
    'deviceStaleHours',
    'warrantyWarnDays',
    'sessionIdleHours',
    'syncSchedule',
    'syncHour',
  ],
};

describe('an optional field', async () => {
  const test = await startTestApp();

  it('may be left out and may be null, in every call of the contract', () => {
    const wrong: string[] = [];
    let fields = 0;
    // Form fields are text, so none can be null.
    for (const { name, endpoint } of CALLS.filter(
      (call) => call.endpoint.body && !call.endpoint.upload,
    )) {
      for (const field of listFields(endpoint.body!)) {
        if (
          typeof field.path.at(-1) === 'number' ||
          endpoint.judges?.includes(String(field.path[0]))
        )
          continue;
        const path = field.path.join('.');
        const refuses = (value: unknown) =>
          endpoint
            .body!.safeParse(onlyWith(field, value))
            .error?.issues.some((issue) => issue.path.join('.') === path) ?? false;
        if (NEVER_EMPTY[name]?.includes(path)) {
          if (refuses(undefined)) wrong.push(`${name} ${path} cannot be left out`);
          continue;
        }
        if (refuses(undefined) === refuses(null)) fields += refuses(null) ? 0 : 1;
        else wrong.push(`${name} ${path} ${refuses(null) ? 'refuses null' : 'cannot be left out'}`);
      }
    }
    expect(fields).toBeGreaterThan(50);
    expect([...new Set(wrong)]).toEqual([]);
  });

  it('is empty if left out on add, or null', async () => {
    const device = {
      name: 'Lone',
      purchaseDate: '2026-01-01',
      warrantyDate: '2028-01-01',
      model: 1 as const,
    };
    for (const [deviceId, adminId] of [
      ['OPT-1', undefined],
      ['OPT-2', null],
    ] as const) {
      const body = { ...device, deviceId, ...(adminId !== undefined && { adminId }) };
      expect(await test.ask.devices.add({ body })).toMatchObject({ adminId: null });
    }
    const place = { address: '1 Lake Rd', city: 'Ada', state: 'MI', zip: '49301' };
    const nulls = {
      phone: null,
      timeZone: null,
      enrollment: null,
      taxExempt: null,
      factsEnabled: null,
      coordinatorName: null,
      coordinatorEmail: null,
      coordinatorPhone: null,
      region: null,
      contacts: null,
      profitBands: null,
      paymentTerms: null,
      notes: null,
    };
    const none = {
      phone: '',
      enrollment: null,
      taxExempt: false,
      factsEnabled: true,
      coordinatorName: '',
      coordinatorEmail: '',
      coordinatorPhone: '',
      region: '',
      contacts: [],
      profitBands: [],
      paymentTerms: '',
      notes: '',
    };
    for (const [identifier, sent] of [
      ['OPT-A', {}],
      ['OPT-B', nulls],
    ] as const) {
      const body = { identifier, name: 'Optional', ...place, ...sent };
      expect(await test.ask.schools.add({ body })).toMatchObject(none);
    }
    const fair = {
      name: 'Optional',
      address: '1 Lake Rd',
      startDate: '2027-05-03',
      endDate: '2027-05-07',
      salesTaxRate: 6,
      adminId: test.ownerId,
      packageOption: 1 as const,
    };
    const blank = { identifier: null, hours: null, publicMessage: null, deviceIds: null };
    for (const sent of [{}, blank]) {
      const { data } = await test.owner.fairs.add({
        body: { schoolIdentifier: 'OPT-A', ...fair, ...sent },
      });
      expect(data).toMatchObject({ hours: '', publicMessage: '', deviceIds: [] });
      expect(data.identifier).toMatch(/^OPT-A-27-/);
    }
    for (const [name, columns] of [
      ['One', {}],
      ['Two', { hiddenColumns: null }],
    ] as const) {
      const body = { list: 'devices' as const, name, query: {}, isTeam: false, ...columns };
      expect((await test.ask.views.add({ body })).hiddenColumns).toBeNull();
    }
  });

  it('stays if left out on update, and null clears it', async () => {
    const { owner } = test;
    const dates = { purchaseDate: '2026-01-01', warrantyDate: '2028-01-01' };
    const device = { deviceId: 'KEPT', name: 'Kept', ...dates, model: 1 as const };
    const added = await owner.devices.add({ body: { ...device, adminId: test.ownerId } });
    const params = { id: added.data.id };
    const stored = await owner.devices.update({
      params,
      body: { ...device, version: added.data.version },
    });
    expect(stored.data.adminId).toBe(test.ownerId);
    const cleared = await owner.devices.update({
      params,
      body: { ...device, adminId: null, version: stored.data.version },
    });
    expect(cleared.data.adminId).toBeNull();

    const planned = await plannedFair(test, 'KEPT', {
      hours: '8 to 3',
      publicMessage: 'Come.',
      deviceIds: [params.id],
    });
    const fair = {
      schoolIdentifier: 'KEPT',
      name: 'Kept',
      address: '1 Lake Rd',
      startDate: '2027-03-01',
      endDate: '2027-03-05',
      salesTaxRate: 8.25,
      adminId: test.ownerId,
      packageOption: 1 as const,
    };
    const at = { params: { id: planned.id } };
    const same = await owner.fairs.update({
      ...at,
      body: { ...fair, published: true, version: planned.version },
    });
    expect(same.data).toMatchObject({
      hours: '8 to 3',
      publicMessage: 'Come.',
      deviceIds: [params.id],
      published: true,
    });
    const again = await owner.fairs.update({
      ...at,
      body: { ...fair, version: same.data.version },
    });
    expect(again.data).toMatchObject({ hours: '8 to 3', published: true });
    const nulls = {
      hours: null,
      publicMessage: null,
      deviceIds: null,
      published: null,
      confirm: null,
    };
    const blank = await owner.fairs.update({
      ...at,
      body: { ...fair, ...nulls, version: again.data.version },
    });
    expect(blank.data).toMatchObject({
      hours: '',
      publicMessage: '',
      deviceIds: [],
      published: false,
    });

    const view = { name: 'Kept', query: {}, isTeam: false };
    const { data: first } = await owner.views.add({
      body: { list: 'fairs', ...view, hiddenColumns: ['status'], columnOrder: ['state', 'name'] },
    });
    const here = { params: { id: first.id } };
    const second = await owner.views.update({ ...here, body: { ...view, version: first.version } });
    expect(second.data).toMatchObject({
      hiddenColumns: ['status'],
      columnOrder: ['state', 'name'],
    });
    const third = await owner.views.update({
      ...here,
      body: { ...view, hiddenColumns: null, columnOrder: null, version: second.data.version },
    });
    expect(third.data).toMatchObject({ hiddenColumns: null, columnOrder: null });

    const look = {
      theme: 'dark',
      density: 'compact',
      reducedMotion: false,
      letterShortcuts: false,
      hiddenColumns: {},
    } as const;
    const columnOrder = { fairs: ['state', 'name'] };
    await owner.preferences.save({ body: { ...look, startPage: 'orders', columnOrder } });
    expect((await owner.preferences.save({ body: look })).data).toMatchObject({
      startPage: 'orders',
      columnOrder,
    });
    expect(
      (await owner.preferences.save({ body: { ...look, startPage: null } })).data.startPage,
    ).toBeNull();

    const texts = {
      supportEmail: 'help@example.com',
      supportPhone: '555',
      publicBaseUrl: 'https://fairs.example.com',
      receiptFooter: 'Thanks.',
    };
    const read = async () =>
      (await owner.settings.get()).data as typeof texts & { version: number };
    await owner.settings.update({
      body: { ...texts, skippedSteps: ['role'], version: (await read()).version },
    });
    await owner.settings.update({ body: { companyName: 'Kept', version: (await read()).version } });
    expect(await read()).toMatchObject({ ...texts, companyName: 'Kept', skippedSteps: ['role'] });
    const none = {
      supportEmail: null,
      supportPhone: null,
      publicBaseUrl: null,
      receiptFooter: null,
      skippedSteps: null,
    };
    await owner.settings.update({ body: { ...none, version: (await read()).version } });
    expect(await read()).toMatchObject({
      supportEmail: '',
      supportPhone: '',
      publicBaseUrl: '',
      receiptFooter: '',
      skippedSteps: [],
      companyName: 'Kept',
    });
  });
});
