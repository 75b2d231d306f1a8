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
  notReady: [],
  rows: [],
  overdue: Array.from({ length: overdueCount }, (_, index) => ({
    id: `f${index}`,
    name: `Fair ${index}`,
    schoolName: `School ${index}`,
    endDate: '2026-10-08',
    daysOverdue: 6,
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

  it('names one register, and counts several with their unsent orders', () => {
    const one = attentionItems(
      { devices: { stale: [register('REG-07', 12)], warrantiesEnding: 0 } },
      {},
      all,
    );
    expect(one).toMatchObject([
      {
        text: 'REG-07 has never synced',
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
      ['4 registers at live fairs not synced', 'A, B, C and 1 more'],
      ['2 warranties end soon', 'Across all devices'],
    ]);
  });

  it('names up to three overdue close-outs, and sums up more in one line', () => {
    expect(attentionItems({ fairs: fairs(3) }, {}, all).map(({ action }) => action?.to)).toEqual(
      [0, 1, 2].map((index) => `/fair-details/f${index}?tab=close-out`),
    );
    expect(attentionItems({ fairs: fairs(4) }, {}, all)).toMatchObject([
      {
        text: '4 close-outs overdue',
        action: { to: '/fairs?phase=ended&status=active&closeOut=open' },
      },
    ]);
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
