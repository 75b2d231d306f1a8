import { expect, type Page } from '@playwright/test';
import { today } from '@pos/contract/values/clock';
import { addDays } from '@pos/contract/values/days';
import type { Office } from '@pos/tools/office/session.ts';
import { sellingFair } from './selling-fair.ts';
import { ownersDesk } from './staff.ts';

/** Today at the schools that journeys add. */
export const DAY = today('America/Detroit');

/**
 * Adds a fair on its last day with 20 copies of one title and a register: `sell` sends an order,
 * $9.73 per copy with tax, in cash by default.
 */
export async function fairAtItsEnd(name: string) {
  const desk = await ownersDesk();
  const { fair, ...register } = await sellingFair(desk, {
    name,
    startDate: addDays(DAY, -2),
    endDate: DAY,
  });
  const address = `/fair-details/${fair.id}?tab=close-out`;
  return { desk, client: desk.client, fair, ...register, address };
}

/** Closes the fair out for its school's profit in cash, all warnings confirmed. */
export async function closeOut({ client }: Office, fairId: string, counted = {}): Promise<void> {
  const { reviewed } = (await client.closeOut.getById({ params: { id: fairId } })).data;
  await client.closeOut.finishOrRevert({
    body: { fairId, action: 'finish', profitOption: 'cash', reviewed, confirm: true, ...counted },
  });
}

/** Replaces the text of a field by keyboard. */
export async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: typeof label === 'string' });
  await field.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Heading of a step of the wizard. */
export const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

/** Confirms each point of the review. */
export async function confirmPoints(page: Page): Promise<void> {
  const boxes = page.getByRole('group', { name: 'To confirm' }).getByRole('checkbox');
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) await box.check();
}
