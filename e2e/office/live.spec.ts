import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn as openOffice } from '@pos/tools/office/session.ts';
import { expect } from '@playwright/test';
import { readableAt } from '../support/barriers.ts';
import { Deployment } from '../support/builds.ts';
import { office, test } from '../support/office.ts';
import { sellingFair } from '../support/selling-fair.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { signIn, fillIn } from '../support/sign-in.ts';

test('new orders are announced from any process, and none is missed when a process is killed', async ({
  page,
}) => {
  const { fair, sell } = await sellingFair(await ownersDesk());
  const neighbor = await Deployment.begin();
  const build = await neighbor.build();
  await neighbor.serve(build);
  try {
    await sell();
    await page.goto(`${neighbor.url}/login`);
    const listening = page.waitForResponse(
      (response) => response.url().endsWith('/v1/events') && response.ok(),
    );
    await fillIn(page);
    await page.goto(`${neighbor.url}/orders?fairId=${fair.id}`);
    await listening;
    const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
    await expect(rows).toHaveCount(2);
    await sell();
    await sell();
    const pill = page.getByRole('button', { name: '2 new orders' });
    await expect(pill).toBeVisible();
    await expect(rows).toHaveCount(2);
    await pill.click();
    await expect(rows).toHaveCount(4);
    await expect(pill).toBeHidden();

    await neighbor.kill();
    await sell();
    await neighbor.serve(build);
    await page.getByRole('button', { name: '1 new order' }).click();
    await expect(rows).toHaveCount(5);
  } finally {
    await neighbor.end();
  }
});

test('the bell reports exports and held orders on any page; a long disconnected page misses nothing', async ({
  page,
  browser,
}) => {
  const desk = await ownersDesk();
  const reader = await hire(desk, [
    ['Orders', 'read_only'],
    ['Devices', 'read_only'],
  ]);
  const { fair, pos, sell } = await sellingFair(desk, { name: 'BELL', adminId: reader.id });
  const { order } = await sell();
  let held = 0;
  const hold = () =>
    pos.orders({
      body: {
        orders: [
          {
            ...order,
            clientOrderId: randomUUID(),
            sequence: order.sequence + ++held,
            totalCents: 1,
          },
        ],
      },
    });
  await signIn(page, reader);
  // In a browser of its own: the tabs of one browser share a connection.
  const late = await (await browser.newContext({ baseURL: office.url() })).newPage();
  await signIn(late, reader);
  const connected = Promise.withResolvers<void>();
  await late.route('**/v1/events', async (route) => {
    await connected.promise;
    await route.continue();
  });
  await late.goto(`/orders?fairId=${fair.id}`);
  await expect(late.getByRole('table', { name: 'Orders' }).getByRole('row')).toHaveCount(2);
  await sell();
  // Longer than the window the server replays to a new listener.
  const replayed = sleep(11_000);
  await page.goto('/devices');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await bell.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel).toContainText('Nothing new');
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();

  const { client } = await openOffice(office.url(), reader);
  await client.exports.add({ body: { list: 'orders', query: { fairId: fair.id }, format: 'csv' } });
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');
  await bell.press('Enter');
  const ready = panel.getByRole('button', { name: 'The export of orders is ready' });
  const [file] = await Promise.all([page.waitForEvent('download'), ready.press('Enter')]);
  expect(await readFile(await file.path(), 'utf8')).toContain(fair.name);
  await expect(bell).toHaveAccessibleName('Notifications');

  // The panel is open, and a register sends orders that cannot be booked.
  await hold();
  const waiting = panel.getByRole('link', { name: /held orders?, not counted in reports/ }).first();
  await expect(waiting).toContainText(fair.name);
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');
  await readableAt(page, 'the bell', 1440, 320);
  await waiting.click();
  await expect(page).toHaveURL(new RegExp(`/orders\\?fairId=${fair.id}&view=held`));
  await expect(panel).toBeHidden();
  await expect(bell).toHaveAccessibleName('Notifications');

  await hold();
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');
  await bell.click();
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell).toHaveAccessibleName('Notifications');

  await replayed;
  connected.resolve();
  await expect(late.getByRole('button', { name: '1 new order' })).toBeVisible();
  await late.context().close();
});
