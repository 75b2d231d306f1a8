import { createClient } from '@pos/contract/client';
import { registerApi } from '@pos/contract/sales/register';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import { sendTo } from '@pos/tools/office/http.ts';
import { expect } from '@playwright/test';
import { readableAt } from '../support/barriers.ts';
import { office, test } from '../support/office.ts';
import { pairedRegister } from '../support/paired-register.ts';
import { planner } from '../support/planner.ts';
import { signInAt } from '../support/sign-in.ts';
import { hire, ownersDesk } from '../support/staff.ts';
import { button, choose, press, said, tabTo, type } from '../support/tabbing.ts';

test('a sheet of cashiers is typed by keyboard, and its people sell until they are removed', async ({
  page,
}) => {
  const desk = await ownersDesk();
  const day = today('America/Detroit');
  const { plan } = await planner(desk);
  const fair = await plan('Volunteer Book Fair', addDays(day, -1), addDays(day, 1));
  const { id: adminId } = await hire(desk, []);
  const fairIdentifier = fair.identifier;
  const { session } = await pairedRegister(desk, {
    deviceId: 'VOL-1',
    name: 'Volunteers',
    adminId,
    fairIdentifier,
  });
  const { pos } = createClient({ pos: registerApi }, sendTo(office.url()));
  const at = { deviceId: 'VOL-1', deviceKey: session.deviceKey!, fairIdentifier };
  const peopleNow = async () => {
    const { data } = await pos.people({ body: { deviceId: at.deviceId, deviceKey: at.deviceKey } });
    const here = data.fairs.find(({ identifier }) => identifier === fairIdentifier);
    return here!.people.filter(({ kind }) => kind === 'cashier');
  };
  const logIn = async (name: string, secretCode: string) => {
    const cashierId = (await peopleNow()).find((person) => person.name === name)!.id;
    return (await pos.login({ body: { ...at, cashierId, secretCode } })).data;
  };

  await signInAt(page, `/fair-details/${fair.id}?tab=devices`);
  await expect(page.getByRole('heading', { name: 'No cashiers' })).toBeVisible();
  await press(page, button(page, 'Add cashiers…'));
  const adding = page.getByRole('dialog', { name: 'Add cashiers' });
  const sheet = adding.getByLabel('Names and codes');
  await tabTo(page, sheet);
  await page.keyboard.insertText('Vera Volunteer 4711\nOtto Oak');
  await press(page, adding.getByRole('button', { name: 'Add cashiers' }));
  await expect(sheet).toHaveAccessibleDescription(
    /Line 2: Enter a name, then a code of 4 digits\./,
  );
  await readableAt(page, 'a sheet of cashiers', 390, 1440);
  await tabTo(page, sheet);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\t1234');
  await press(page, adding.getByRole('button', { name: 'Add cashiers' }));
  await expect(said(page, '2 cashiers added')).toBeVisible();
  expect((await logIn('Vera Volunteer', '4711')).mode).toBe('sell');

  const vera = button(page, 'Actions for Vera Volunteer');
  await choose(page, vera, 'Edit…');
  await type(page, 'New secret code', '8642');
  await page.keyboard.press('Control+s');
  await expect(said(page, 'Cashier updated')).toBeVisible();
  expect((await logIn('Vera Volunteer', '8642')).mode).toBe('sell');
  await choose(page, vera, 'Deactivate');
  await expect(said(page, 'Cashier deactivated')).toBeVisible();
  expect((await peopleNow()).map(({ name }) => name)).toEqual(['Otto Oak']);
  await choose(page, button(page, 'Actions for Otto Oak'), 'Remove…');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Remove cashier' }));
  await expect(said(page, 'Cashier removed')).toBeVisible();
  expect(await peopleNow()).toEqual([]);
  await readableAt(page, 'cashiers of a fair', 390, 1440);
});
