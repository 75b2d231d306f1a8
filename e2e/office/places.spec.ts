import { openFair } from '@pos/world/fair';
import { HUNGER } from '@pos/world/sale';
import { expect } from '@playwright/test';
import { barriers } from '../support/barriers.ts';
import { pick, test, visit } from '../support/office.ts';
import { signInAt } from '../support/sign-in.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { said } from '../support/tabbing.ts';

const ARENA = { sku: HUNGER, title: 'The Arena', category: 'Teen', priceCents: 899, quantity: 20 };

test('a user is limited to a school on a phone, and sees nothing of the others', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const [near, far] = [
    await openFair(desk.client, 'NEARBY', {}, [ARENA]),
    await openFair(desk.client, 'FARAWAY', {}, [ARENA]),
  ];
  const person = await hire(desk, [['Fairs', 'read_only']]);

  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(page, `/edit-user/${person.id}`);
  const card = page.getByRole('region', { name: 'Works at' });
  await expect(card).toContainText('All regions, schools and fairs.');
  await card.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('These places').click();
  await dialog.getByRole('button', { name: 'Save places' }).click();
  await expect(dialog.getByText('Choose a region, a school or a fair.').first()).toBeVisible();
  await pick(page, 'Schools', near.schoolName);
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save places' }).click();
  await expect(said(page, 'Places saved')).toBeVisible();
  await expect(card).toContainText(near.schoolName);

  await signInAt(page, '/fairs?view=list', person);
  await expect(page.getByRole('link', { name: near.name })).toBeVisible();
  await expect(page.getByText(far.name)).toHaveCount(0);
  await visit(page, `/fair-details/${far.id}`);
  await expect(page.getByText('not found')).toBeVisible();
});
