import { expect, type Page } from '@playwright/test';
import { CATEGORIES } from '@pos/contract/stock/inventory';
import { FulfilmentStatus, OrderStatus } from '@pos/contract/sales/order-states';
import { PaymentStatus } from '@pos/contract/sales/payment-states';
import type { ListKey } from '@pos/contract/staff/views';
import { readable } from '../support/barriers.ts';
import { addLongestNames, fillLists } from '../support/long-names.ts';
import { test, visit } from '../support/office.ts';
import { drawn } from '../support/settled.ts';
import { ownersDesk } from '../support/staff.ts';
import {
  columnsBeyond,
  measureBoxes,
  scrollingParts,
  sideScroll,
  textsCut,
  widenText,
} from '../support/widths.ts';
import { signInAt } from '../support/sign-in.ts';

const WIDTHS = [1024, 1280, 1440, 1920];
/** Widths of a drawer's test: the narrowest that has one, and a usual one. */
const DRAWER_WIDTHS = [1024, 1440];
const PHONES = [390, 320];

/**
 * Every list: its address, the columns that never leave it, what opens a drawer over it, and a view
 * with as many filters as it takes.
 */
const LISTS: Record<
  ListKey,
  {
    address: (fairId: string) => string;
    key: readonly string[];
    drawer?: string;
    query: (fairId: string) => Record<string, unknown>;
  }
> = {
  orders: {
    address: () => '/orders',
    key: ['Order #', 'Total', 'Payment status'],
    drawer: '[data-row]',
    query: (fairId) => ({
      fairId,
      status: OrderStatus.options,
      method: [1, 2, 3, 4, 5, 6],
      taxExempt: true,
      fulfilmentStatus: FulfilmentStatus.options,
      fulfilment: 'ship_to_school',
      from: '2026-01-05',
      to: '2026-12-15',
      dayOf: 'either',
      voided: 'include',
    }),
  },
  'held-orders': {
    address: () => '/orders?view=held',
    key: ['Receipt #', 'Why it is held', 'Total', 'Actions'],
    query: (fairId) => ({ fairId }),
  },
  payments: {
    address: () => '/payments',
    key: ['Amount', 'Status'],
    drawer: '[data-row]',
    query: (fairId) => ({
      fairId,
      status: PaymentStatus.options,
      method: [1, 2, 3, 4, 5, 6],
      type: [0, 1, 2],
      purpose: 'wallet_top_up',
      minCents: 1,
      maxCents: 99_999_999,
      from: '2026-01-05',
      to: '2026-12-15',
    }),
  },
  fairs: {
    address: () => '/fairs',
    key: ['Fair', 'State', 'Net sales', 'Actions'],
    query: () => ({
      phase: ['upcoming', 'live', 'ended'],
      status: ['active', 'inactive'],
      closeOut: 'finished',
      packageOption: [1, 2, 3],
      from: '2026-01-05',
      to: '2026-12-15',
    }),
  },
  schools: {
    address: () => '/schools',
    key: ['School', 'AveDollars', 'Status', 'Actions'],
    query: () => ({
      status: ['active', 'inactive'],
      state: ['MI', 'MN'],
      region: 'West',
      taxExempt: true,
      inSource: false,
    }),
  },
  devices: {
    address: () => '/devices',
    key: ['Device ID', 'Status', 'Actions'],
    query: () => ({
      status: ['active', 'inactive'],
      warranty: 'expiring',
      assigned: false,
      stale: true,
      atLiveFair: false,
    }),
  },
  users: {
    address: () => '/users',
    key: ['Name', 'Status', 'Actions'],
    query: () => ({ status: ['active', 'inactive'], verified: false }),
  },
  roles: {
    address: () => '/roles',
    key: ['Role', 'People', 'Actions'],
    query: () => ({ sort: '-updatedAt' }),
  },
  students: {
    address: () => '/students',
    key: ['Name', 'eWallet', 'Status'],
    drawer: '[data-row]',
    query: (fairId) => ({
      fairId,
      grade: 'W'.repeat(20),
      teacher: 'W'.repeat(60),
      hasBalance: true,
      status: 'inactive',
    }),
  },
  'fair-inventory': {
    address: (fairId) => `/fair-inventory?fairId=${fairId}`,
    key: ['Title', 'On hand', 'Change', 'Actions'],
    drawer: '[data-part=button]',
    query: (fairId) => ({
      fairId,
      category: CATEGORIES,
      status: ['active', 'inactive'],
      stock: ['in', 'last-copy', 'sold-out', 'closed-out', 'oversold'],
    }),
  },
  'all-inventory': {
    address: () => '/inventory',
    key: ['Title', 'Available', 'Actions'],
    query: () => ({ category: CATEGORIES, status: ['active', 'inactive'] }),
  },
};
const lists = Object.entries(LISTS) as [ListKey, (typeof LISTS)[ListKey]][];

/** Pages without a list. */
const PAGES = [
  '/dashboard',
  '/fairs?view=calendar',
  '/add-user',
  '/add-role',
  '/add-device',
  '/add-fair',
  '/reports',
  '/master-template',
  '/profile',
  '/change-password',
  '/settings',
];
let fairId: string;
test.beforeAll(async () => {
  fairId = await fillLists();
});

test('no list cuts text while its row has room, or hides a key column, at any width', async ({
  page,
}) => {
  await signInAt(page, '/profile');
  const wrong: string[] = [];
  for (const [list, { address, key }] of lists) {
    await openList(page, address(fairId));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      const found = [...(await textsCut(page)), ...(await columnsBeyond(page, key))];
      wrong.push(...found.map((one) => `${list} at ${width} px: ${one}`));
    }
  }
  expect(wrong).toEqual([]);

  await test.step('a drawer that opens and closes moves nothing behind it', async () => {
    const moved: string[] = [];
    for (const [list, { address, drawer }] of lists) {
      if (!drawer) continue;
      await openList(page, address(fairId));
      for (const width of DRAWER_WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        const opener = page.locator(`tbody tr:nth-child(2) ${drawer}`);
        await opener.hover();
        const before = await measureBoxes(page);
        await opener.click();
        await expect(page.locator('[data-part=panel] h2')).toBeFocused();
        await drawn(page);
        if ((await measureBoxes(page)) !== before) moved.push(`${list} at ${width} px, opened`);
        await page.keyboard.press('Escape');
        await expect(page.locator('[data-part=panel]')).toHaveCount(0);
        if ((await measureBoxes(page)) !== before) moved.push(`${list} at ${width} px, closed`);
      }
    }
    expect(moved).toEqual([]);
  });

  await test.step('Tab to something under a drawer closes the drawer', async () => {
    await openList(page, '/orders');
    await page.locator('tbody tr:nth-child(2) [data-row]').click();
    const panel = page.locator('[data-part=panel]');
    await expect(panel.locator('h2')).toBeFocused();
    // The drawer takes the focus again when the order has loaded.
    await drawn(page);
    await page.keyboard.press('Shift+Tab');
    await expect(panel).toHaveCount(0);
    await expect(page.locator('body')).not.toBeFocused();
  });
});

test('every screen is accessible in both themes, and the longest names fit phones of 390 and 320 px', async ({
  page,
}) => {
  const { client } = await ownersDesk();
  const more = await addLongestNames();
  const toView = (list: ListKey) => `${list} ${'WWWWWWWWW '.repeat(4)}`.slice(0, 40).trim();
  for (const [list, { query }] of lists)
    await client.views.add({
      body: { list, name: toView(list), query: query(fairId), hiddenColumns: [], isTeam: true },
    });
  await signInAt(page, '/profile');
  const tooWide: string[] = [];
  const measure = async (what: string, isList = false) => {
    for (const width of PHONES) {
      await page.setViewportSize({ width, height: 700 });
      await drawn(page);
      const found = [await sideScroll(page)].filter(Boolean);
      if (isList) found.push(...(await scrollingParts(page)));
      tooWide.push(...found.map((one) => `${what} at ${width} px: ${one}`));
    }
  };
  const look = async (path: string, { isRead = true, isList = false } = {}) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await widenText(page, false);
    await visit(page, path);
    if (isRead) await readable(page, path);
    await widenText(page, true);
    await measure(path, isList);
  };
  for (const path of PAGES) await look(path);
  for (const path of more) await look(path, { isRead: false });
  for (const [list, { address }] of lists) {
    await look(address(fairId), { isList: true });
    // A saved view with all columns, many filters and a long name.
    await page.getByRole('link', { name: `${toView(list)} shared with the team` }).click();
    await expect(page).toHaveURL(/saved=/);
    await drawn(page);
    await measure(`a view of ${list}`, true);
  }
  expect(tooWide).toEqual([]);
});

async function openList(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, address);
  await expect(page.locator('tbody tr[data-id]').first()).toBeVisible();
}
