import { expect } from '@playwright/test';
import { Deployment } from './support/builds.ts';
import { fillIn, test } from './support/office.ts';
import { sellingFair } from './support/selling-fair.ts';
import { ownersDesk } from './support/staff.ts';

test('new orders announce themselves, whichever process took them in, and none is missed when a process is killed', async ({ page }) => {
  const { fair, sell } = await sellingFair(await ownersDesk());
  const neighbour = await Deployment.begin();
  const build = await neighbour.build();
  await neighbour.serve(build);
  try {
    await sell();
    await page.goto(`${neighbour.url}/login`);
    const listening = page.waitForResponse((response) => response.url().endsWith('/v1/events') && response.ok());
    await fillIn(page);
    await page.goto(`${neighbour.url}/orders?fairId=${fair.id}`);
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

    await neighbour.kill();
    await sell();
    await neighbour.serve(build);
    await page.getByRole('button', { name: '1 new order' }).click();
    await expect(rows).toHaveCount(5);
  } finally {
    await neighbour.end();
  }
});
