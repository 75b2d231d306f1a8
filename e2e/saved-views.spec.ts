import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { CATEGORIES } from '@pos/contract/inventory';
import { OrderStatus, FulfilmentStatus } from '@pos/contract/order-states';
import { PaymentStatus } from '@pos/contract/payment-states';
import type { ListKey } from '@pos/contract/views';
import { syncSource } from '@pos/tools/office/steps.ts';
import { office, test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { settled } from './support/settled.ts';
import { ownersDesk } from './support/staff.ts';
import { signIn } from './support/sign-in.ts';
import { sideScroll } from './support/widths.ts';

test('a saved view of every list with all columns, filters and a long name fits a phone of 390 px', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const { fair, sell } = await sellingFair(desk, { name: 'WIDEWIDEWIDEWIDE' });
  await sell();
  await sell();
  // Held: the tax rate is not the fair's.
  await sell({ taxRatePpm: 60_000 });
  const folder = path.join(office.dataDir(), 'source');
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'students.csv'),
    [
      'schoolIdentifier,studentNumber,firstName,lastName,grade,teacher,parentName,parentEmail,factsFamilyId',
      `${fair.schoolIdentifier},WIDE-1,Wren,Ashby,3,Ms. Oak,,,`,
      '',
    ].join('\r\n'),
  );
  await syncSource(desk);
  const status = ['active', 'inactive'];
  const from = fair.startDate;
  const to = fair.endDate;
  const { fairs, ...list } = desk.client;
  const { schoolId } = (await fairs.getById({ params: { id: fair.id } })).data as {
    schoolId?: string;
  };
  const place = { fairId: fair.id, ...(schoolId && { schoolId }) };
  const LISTS: Record<ListKey, { path: string; query: Record<string, unknown> }> = {
    orders: {
      path: '/orders',
      query: {
        ...place,
        status: OrderStatus.options,
        method: [1, 2, 3, 4, 5, 6],
        fulfilmentStatus: FulfilmentStatus.options,
        fulfilment: 'ship_to_school',
        taxExempt: true,
        from,
        to,
        dayOf: 'either',
        voided: 'include',
      },
    },
    'held-orders': { path: '/orders?view=held', query: place },
    payments: {
      path: '/payments',
      query: {
        ...place,
        status: PaymentStatus.options,
        method: [1, 2, 3, 4, 5, 6],
        type: [0, 1, 2],
        purpose: 'wallet_top_up',
        minCents: 1,
        maxCents: 99_999_999,
        from,
        to,
      },
    },
    fairs: {
      path: '/fairs',
      query: {
        phase: ['upcoming', 'live', 'ended'],
        status,
        closeOut: 'finished',
        packageOption: [1, 2, 3],
        from,
        to,
      },
    },
    schools: {
      path: '/schools',
      query: { status, state: ['MI', 'MN'], region: 'West', taxExempt: true, inSource: false },
    },
    devices: {
      path: '/devices',
      query: { status, warranty: 'expiring', assigned: false, stale: true, atLiveFair: false },
    },
    users: { path: '/users', query: { status, verified: false } },
    roles: { path: '/roles', query: { sort: '-updatedAt' } },
    students: {
      path: '/students',
      query: {
        ...place,
        grade: 'W'.repeat(20),
        teacher: 'W'.repeat(60),
        hasBalance: true,
        status: 'inactive',
      },
    },
    'fair-inventory': {
      path: `/fair-inventory?fairId=${fair.id}`,
      query: {
        fairId: fair.id,
        category: CATEGORIES,
        status,
        stock: ['in', 'last-copy', 'sold-out', 'oversold'],
      },
    },
    'all-inventory': { path: '/inventory', query: { category: CATEGORIES, status } },
  };
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const tooWide: string[] = [];
  for (const [key, { path: address, query }] of Object.entries(LISTS)) {
    const name = `${key} ${'WWWWWWWWW '.repeat(4)}`.slice(0, 40).trim();
    await list.views.add({
      body: { list: key as ListKey, name, query, hiddenColumns: [], isTeam: true },
    });
    await page.goto(address);
    await page.getByRole('link', { name: `${name} shared with the team` }).click();
    await expect(page).toHaveURL(/saved=/);
    await settled(page);
    const found = await sideScroll(page);
    if (found) tooWide.push(`${key}: ${found}`);
  }
  expect(tooWide).toEqual([]);
});
