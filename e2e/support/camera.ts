import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filmOfPage } from '@pos/api/testing/files/pdf-pages.ts';
import { BROWSER_ARGS, testBrowser } from '@pos/tools/setup/test-browser.ts';
import { type Browser, chromium } from '@playwright/test';

/** Starts a browser whose camera shows a page of a PDF. `folder` keeps the film. */
export async function browserWithCamera(
  pdf: Buffer,
  page: number,
  folder: string,
): Promise<Browser> {
  const film = path.join(folder, 'film.mjpeg');
  await writeFile(film, await filmOfPage(pdf, page));
  return chromium.launch({
    ...(await testBrowser()),
    args: [
      ...BROWSER_ARGS,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
}
