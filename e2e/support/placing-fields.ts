import { expect, type Page } from '@playwright/test';
import { readable } from './barriers.ts';

const TYPES = [
  ['School name', 'School name'],
  ['Fair name', 'Fair name'],
  ['Dates', 'Dates'],
  ['Hours', 'Hours'],
  ['Message', 'Message'],
] as const;

/** Position of a field from its name: points from the left and from the top. */
function placeIn(name: string | null): [left: number, top: number] {
  const [left = Number.NaN, top = Number.NaN] = [...(name ?? '').matchAll(/(\d+) from/g)].map(
    ([, points]) => Number(points),
  );
  return [left, top];
}

/**
 * Places five fields and the QR code by keyboard, drags and resizes one and undoes it stepwise, then
 * edits one by its properties.
 */
export async function placeFields(page: Page): Promise<void> {
  await placeByKeyboard(page);
  await dragAndUndo(page);
  await editProperties(page);
  await expectDecodedArtwork(page);
  await readable(page, 'editor');
}

async function placeByKeyboard(page: Page): Promise<void> {
  for (const [entry, name] of [...TYPES, ['QR code', 'QR code'] as const]) {
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter');
    await expect(
      page.getByRole('region', { name: 'Fields' }).getByRole('button', { name, pressed: true }),
    ).toBeVisible();
  }
  const school = page.getByRole('button', {
    name: /^School name, 36 from the left, 36 from the top/,
  });
  await school.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(
    page.getByRole('button', { name: 'School name, 37 from the left, 47 from the top' }),
  ).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(school).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+z');
}

/** Drags and resizes the dates, then undoes both. */
async function dragAndUndo(page: Page): Promise<void> {
  const dates = page.getByRole('button', { name: /^Dates, / });
  const [left, top] = placeIn(await dates.getAttribute('aria-label'));
  const { x, y, width, height } = (await dates.boundingBox())!;
  const points = (pixels: number) => Math.round((pixels * 540) / width);
  await page.mouse.move(x + width / 3, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 3 + 24, y + height / 2 + 90);
  await page.mouse.up();
  await expect(dates).toHaveAccessibleName(
    `Dates, ${left + points(24)} from the left, ${top + points(90)} from the top`,
  );
  const corner = page.locator('[data-part=corner]');
  const from = (await corner.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x - 100, from.y + from.height / 2);
  await page.mouse.up();
  const properties = page.getByRole('region', { name: 'Properties' });
  await expect(properties.getByLabel('Width')).not.toHaveValue('540');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(properties.getByLabel('Width')).toHaveValue('540');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(dates).toHaveAccessibleName(`Dates, ${left} from the left, ${top} from the top`);
}

/** Moves the school name and colors it by its properties. */
async function editProperties(page: Page): Promise<void> {
  const properties = page.getByRole('region', { name: 'Properties' });
  await page.getByRole('button', { name: /^School name, 37 from the left/ }).focus();
  await properties.getByLabel('From left').fill('54');
  await properties.getByLabel('Color', { exact: true }).fill('#1F1A17');
  await expect(
    page.getByRole('img', { name: 'Preview of Autumn flyer E2E, page 1' }),
  ).toHaveAttribute('data-drawn', 'true');
  await expect(page.getByText(/^Saved /)).toBeVisible();
}

/**
 * Expects the artwork's squares: fax encoding in the middle, JPEG 2000 at the lower left, for which
 * the browser loads decoders.
 */
async function expectDecodedArtwork(page: Page): Promise<void> {
  const colors = await page
    .locator('canvas[data-part=pdf-page]')
    .evaluate((canvas: HTMLCanvasElement) =>
      [
        [306, 396],
        [150, 542],
      ].map(([x, y]) => [
        ...canvas
          .getContext('2d')!
          .getImageData((x! / 612) * canvas.width, (y! / 792) * canvas.height, 1, 1).data,
      ]),
    );
  expect(colors).toEqual([
    [0, 0, 0, 255],
    [0, 0, 0, 255],
  ]);
}
