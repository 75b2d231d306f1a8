import type { RetentionMonths } from '@pos/contract/fairs/retention';
import type { Rights } from '@pos/contract/permissions';
import { describe, expect, it } from 'vitest';
import { attentionItems } from './attention.ts';
import type { Good } from './dashboard.data.ts';

const all: Rights = { isSuper: true, permission: [], duties: [] };
const clerk: Rights = {
  isSuper: false,
  permission: [{ name: 'Payments', read_only: true, edit: false }],
  duties: [],
};
const nothing = { count: 0, amountCents: 0 };
const payments = (changes: Partial<Good<'payments'>> = {}): Good<'payments'> => ({
  underReview: nothing,
  failed: nothing,
  failedSince: '2026-10-08',
  heldOrders: 0,
  ...changes,
});
const stock = (changes: Partial<Good<'stock'>> = {}): Good<'stock'> => ({
  lastCopyTitles: 0,
  soldOutTitles: 0,
  fairs: [],
  missingCartons: 0,
  missing: [],
  shipToSchoolUnits: 0,
  shipToSchoolOrders: 0,
  ...changes,
});
const fairs = (overdueCount: number): Good<'fairs'> => ({
  live: 0,
  starting: 0,
  overdueCount,
  liveFairs: [],
  nextFairs: [],
  overdue: Array.from({ length: overdueCount }, (_, index) => ({
    id: `f${index}`,
    name: `Fair ${index}`,
    schoolName: `School ${index}`,
    startDate: '2026-10-05',
    endDate: '2026-10-08',
    closeOutReverted: false,
    daysOverdue: 6 - index,
    netCents: 100_000,
  })),
});
const register = (deviceId: string, unsentOrders: number) => ({
  id: deviceId,
  deviceId,
  fairId: 'f',
  fairName: 'Ada Book Fair',
  lastSyncAt: null,
  unsentOrders,
});

describe('what needs attention', () => {
  it('is empty if all is well', () => {
    expect(
      attentionItems(
        {
          payments: payments(),
          devices: { stale: [], warrantiesEnding: 0 },
          stock: stock(),
          fairs: fairs(0),
        },
        {},
        all,
      ),
    ).toEqual([]);
  });

  it('gives kind and number, and opens those rows of that fair', () => {
    const items = attentionItems(
      {
        payments: payments({
          underReview: { count: 3, amountCents: 21_460 },
          failed: { count: 1, amountCents: 500 },
          heldOrders: 2,
        }),
      },
      { fairId: 'f' },
      all,
    );
    expect(items.map(({ text, action }) => [text, action?.to])).toEqual([
      ['2 held orders', '/orders?view=held&fairId=f'],
      ['3 payments under review, $214.60', '/payments?fairId=f&status=under_review'],
      ['1 payment failed, $5.00', '/payments?fairId=f&status=failed&from=2026-10-08'],
    ]);
  });

  it('names the work that waits in the warehouse, of all fairs only', () => {
    const warehouse = {
      returns: { count: 2, since: '2026-11-13' },
      shipments: { count: 0, since: null },
      receipts: { count: 1, since: '2026-11-20' },
    };
    const items = attentionItems({ warehouse }, {}, all);
    expect(items.map(({ text, action }) => [text, action?.to])).toEqual([
      ['2 returns wait since 11/13/2026', '/warehouse/returns'],
      ['1 receipt is open since 11/20/2026', '/warehouse/receipts'],
    ]);
    expect(attentionItems({ warehouse }, { fairId: 'f' }, all)).toEqual([]);
  });

  it('names one register, and counts several with their unsent orders', () => {
    const one = attentionItems(
      { devices: { stale: [register('REG-07', 12)], warrantiesEnding: 0 } },
      {},
      all,
    );
    expect(one).toMatchObject([
      {
        text: 'REG-07: no contact yet',
        detail: 'Ada Book Fair · 12 orders are not sent yet',
        action: { to: '/devices?status=active&stale=true&atLiveFair=true' },
      },
    ]);
    const several = attentionItems(
      {
        devices: { stale: ['A', 'B', 'C', 'D'].map((id) => register(id, 0)), warrantiesEnding: 2 },
      },
      {},
      all,
    );
    expect(several.map(({ text, detail }) => [text, detail])).toEqual([
      ['4 registers at live fairs without recent contact', 'A, B, C and 1 more'],
      ['2 warranties end soon', 'Across all devices'],
    ]);
  });

  it('names one overdue close-out; several have a card of their own', () => {
    expect(attentionItems({ fairs: fairs(1) }, {}, all)).toMatchObject([
      {
        text: 'Close-out overdue by 6 days',
        detail: 'School 0 · ended 10/08/2026',
        action: { to: '/fair-details/f0?tab=close-out' },
      },
    ]);
    expect(attentionItems({ fairs: fairs(4) }, {}, all)).toEqual([]);
  });

  it('names fairs that start in a few days without being ready', () => {
    const starting = (daysLeft: number, missing: string[]) => ({
      id: `n${daysLeft}`,
      name: `Fair in ${daysLeft}`,
      schoolName: 'School',
      startDate: '2026-10-17',
      endDate: '2026-10-20',
      daysLeft,
      done: 7 - missing.length,
      of: 7,
      missing,
    });
    const nextFairs = [starting(1, []), starting(3, ['Devices']), starting(4, ['Devices'])];
    expect(attentionItems({ fairs: { ...fairs(0), nextFairs } }, {}, all)).toMatchObject([
      { text: 'Fair in 3 starts in 3 days', detail: 'Checklist 6 of 7 · not yet: devices' },
    ]);
  });

  it('counts warranties of the whole company only where the whole company is shown', () => {
    const devices = { stale: [], warrantiesEnding: 2 };
    expect(attentionItems({ devices }, {}, all)).toHaveLength(1);
    expect(attentionItems({ devices }, { fairId: 'f' }, all)).toEqual([]);
  });

  it('names schools that keep names without an end, and opens the rule that says so', () => {
    const endlessSchools = { count: 2, firstId: 's' };
    const link = (studentRetentionMonths: RetentionMonths) =>
      attentionItems({ settings: { endlessSchools, studentRetentionMonths } }, {}, all)[0];
    expect(link(0)).toMatchObject({
      text: '2 schools keep names of students without an end',
      action: { to: '/settings?section=security' },
    });
    expect(link(24)?.action).toMatchObject({ to: '/school-details/s?tab=student-data' });
  });

  it('links nothing that the rights do not open', () => {
    const missing = [{ id: 'f', name: 'Ada Book Fair', cartons: 2 }];
    const items = attentionItems(
      { payments: payments({ heldOrders: 1 }), stock: stock({ missingCartons: 2, missing }) },
      {},
      clerk,
    );
    expect(items.map(({ text, action }) => [text, action])).toEqual([
      ['1 held order', undefined],
      ['2 cartons are missing', undefined],
    ]);
  });
});
