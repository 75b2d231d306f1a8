import { ADA } from '#testing/selling/new-records.ts';
import { describe, expect, it } from 'vitest';
import { CALLS, listFields, onlyWith } from '#testing/rights/contract-fields.ts';
import { plannedFair } from '#testing/selling/planned-fair.ts';
import { startTestApp } from '#testing/app/test-app.ts';

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
    'statementDueDays',
    'maxCheckOverageCents',
    'roundCash',
    'maxDiscountPercent',
    'maxOfflineHours',
    'lastCopyThreshold',
    'lowStockThreshold',
    'deviceStaleHours',
    'warrantyWarnDays',
    'sessionIdleHours',
    'accessLogMonths',
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

  const dates = { purchaseDate: '2026-01-01', warrantyDate: '2028-01-01' };
  const toFair = (schoolIdentifier: string, startDate: string, endDate: string) => ({
    schoolIdentifier,
    name: 'Optional',
    address: '1 Lake Rd',
    startDate,
    endDate,
    salesTaxRate: 8.25,
    adminId: test.ownerId,
    packageOption: 1 as const,
  });
  const cleared = <Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;

  it('is empty if left out on add, or null', async () => {
    for (const [deviceId, sent] of [
      ['OPT-1', {}],
      ['OPT-2', cleared('adminId')],
    ] as const) {
      const body = { deviceId, name: 'Lone', ...dates, model: 1 as const, ...sent };
      expect(await test.ask.devices.add({ body })).toMatchObject({ adminId: null });
    }
    const texts = {
      phone: '',
      coordinatorName: '',
      coordinatorEmail: '',
      coordinatorPhone: '',
      region: '',
      paymentTerms: '',
      notes: '',
    };
    const lists = { contacts: [], profitBands: [] };
    const none = { ...texts, ...lists, enrollment: null, taxExempt: false, factsEnabled: false };
    const names = [...Object.keys(none), 'timeZone'];
    for (const [identifier, sent] of [
      ['OPT-A', {}],
      ['OPT-B', cleared(...names)],
    ] as const) {
      const body = { identifier, name: 'Optional', ...ADA, ...sent };
      expect(await test.ask.schools.add({ body })).toMatchObject(none);
    }
    for (const sent of [{}, cleared('identifier', 'hours', 'publicMessage', 'deviceIds')]) {
      const body = { ...toFair('OPT-A', '2027-05-03', '2027-05-07'), ...sent };
      expect(await test.ask.fairs.add({ body })).toMatchObject({
        identifier: expect.stringMatching(/^OPT-A-27-/),
        hours: '',
        publicMessage: '',
        deviceIds: [],
      });
    }
    for (const [name, sent] of [
      ['One', {}],
      ['Two', cleared('hiddenColumns')],
    ] as const) {
      const body = { list: 'devices' as const, name, query: {}, isTeam: false, ...sent };
      expect((await test.ask.views.add({ body })).hiddenColumns).toBeNull();
    }
  });

  it('stays if left out on update, and null clears it', async () => {
    const { ask } = test;
    const device = { deviceId: 'KEPT', name: 'Kept', ...dates, model: 1 as const };
    let { id, version } = await ask.devices.add({ body: { ...device, adminId: test.ownerId } });
    const params = { id };
    const stored = await ask.devices.update({ params, body: { ...device, version } });
    expect(stored.adminId).toBe(test.ownerId);
    ({ version } = stored);
    expect(
      await ask.devices.update({ params, body: { ...device, adminId: null, version } }),
    ).toMatchObject({ adminId: null });

    const kept = { hours: '8 to 3', publicMessage: 'Come.', deviceIds: [id] };
    const planned = await plannedFair(test, 'KEPT', kept);
    ({ version } = planned);
    for (const [sent, expected] of [
      [{ published: true }, { ...kept, published: true }],
      [{}, { ...kept, published: true }],
      [
        cleared('hours', 'publicMessage', 'deviceIds', 'published', 'confirm'),
        { hours: '', publicMessage: '', deviceIds: [], published: false },
      ],
    ] as const) {
      const fair = await ask.fairs.update({
        params: { id: planned.id },
        body: { ...toFair('KEPT', '2027-03-01', '2027-03-05'), ...sent, version },
      });
      expect(fair).toMatchObject(expected);
      ({ version } = fair);
    }

    const view = { name: 'Kept', query: {}, isTeam: false };
    const columns = { hiddenColumns: ['status'], columnOrder: ['state', 'name'] };
    ({ id, version } = await ask.views.add({ body: { list: 'fairs', ...view, ...columns } }));
    for (const [sent, expected] of [
      [{}, columns],
      [cleared('hiddenColumns', 'columnOrder'), { hiddenColumns: null, columnOrder: null }],
    ] as const) {
      const saved = await ask.views.update({ params: { id }, body: { ...view, ...sent, version } });
      expect(saved).toMatchObject(expected);
      ({ version } = saved);
    }

    const flags = { reducedMotion: false, letterShortcuts: false, hiddenColumns: {} };
    const look = { theme: 'dark', density: 'compact', ...flags } as const;
    const columnOrder = { fairs: ['state', 'name'] };
    for (const [sent, expected] of [
      [
        { startPage: 'orders', columnOrder },
        { startPage: 'orders', columnOrder },
      ],
      [{}, { startPage: 'orders', columnOrder }],
      [cleared('startPage'), { startPage: null }],
    ] as const)
      expect(await ask.preferences.save({ body: { ...look, ...sent } })).toMatchObject(expected);

    const texts = {
      supportEmail: 'help@example.com',
      supportPhone: '555',
      publicBaseUrl: 'https://fairs.example.com',
      receiptFooter: 'Thanks.',
      skippedSteps: ['role' as const],
    };
    const read = async () => (await ask.settings.get()) as typeof texts & { version: number };
    const save = async (body: object) =>
      ask.settings.update({ body: { ...body, version: (await read()).version } });
    await save(texts);
    await save({ companyName: 'Kept' });
    expect(await read()).toMatchObject({ ...texts, companyName: 'Kept' });
    await save(cleared(...Object.keys(texts)));
    const blank = { supportEmail: '', supportPhone: '', publicBaseUrl: '', receiptFooter: '' };
    expect(await read()).toMatchObject({ ...blank, skippedSteps: [], companyName: 'Kept' });
  });
});
