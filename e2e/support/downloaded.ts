import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';

/** Clicks a control, and returns name and content of the file that it downloads. */
export async function downloaded(control: Locator): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([control.page().waitForEvent('download'), control.click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}
