import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { signIn } from '@pos/tools/office/session.ts';
import { inWords } from '@pos/tools/office/steps.ts';
import { testBrowser } from '@pos/tools/setup/test-browser.ts';
import { barriers } from '../support/barriers.ts';
import { settled, watchRequests } from '../support/settled.ts';
import { sideScroll } from '../support/widths.ts';
import { findFairs } from './season.ts';
import { type Press, type Screen, seasonScreens } from './screens.ts';

const USAGE = `npm run tool -- pictures --url http://127.0.0.1:3000 --email EMAIL
    [--to FOLDER] [--only NAME] [--widths 390,1024,1280,1440] [--themes light,dark] [--axe]

Takes a picture of every screen, drawer, dialog and report of a running demo season at each width
in px and in each theme; the owner's password is read from POS_PASSWORD. --only limits it to names
that contain NAME. Exits 1 if a screen could not be opened, is wider than its window or reports an
error; with --axe also if it has an accessibility violation.`;

const PHONE_PX = 390;
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];
type Credentials = { email: string; password: string };
type PictureOptions = { to: string; only: string; widths: number[]; themes: Theme[]; axe: boolean };

try {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      email: { type: 'string' },
      to: { type: 'string', default: 'test-results/pictures' },
      only: { type: 'string', default: '' },
      widths: { type: 'string', default: '390,1024,1280,1440' },
      themes: { type: 'string', default: THEMES.join(',') },
      axe: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  const password = process.env['POS_PASSWORD'];
  if (values.help || !values.url || !values.email || !password) console.log(USAGE);
  else
    await takeAll(
      values.url,
      { email: values.email, password },
      {
        to: path.resolve(values.to),
        only: values.only,
        widths: values.widths.split(',').map(Number),
        themes: THEMES.filter((theme) => values.themes.split(',').includes(theme)),
        axe: values.axe,
      },
    );
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}

async function takeAll(url: string, owner: Credentials, wanted: PictureOptions): Promise<void> {
  const fairs = await findFairs(await signIn(url, owner));
  const screens = seasonScreens(fairs).filter(({ name }) => name.includes(wanted.only));
  await mkdir(wanted.to, { recursive: true });
  const browser = await chromium.launch({
    ...(await testBrowser()),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  let taken = 0;
  const wrong: string[] = [];
  try {
    const outside = await openWindow(browser, url);
    const inside = await openWindow(browser, url);
    await enter(inside, owner);
    for (const screen of screens)
      for (const width of wanted.widths) {
        if (screen.isWide && width <= PHONE_PX) continue;
        const page = screen.isPublic ? outside : inside;
        const found = await take(page, screen, width, wanted).catch((error: unknown) => [
          inWords(error).split('\n')[0] ?? '',
        ]);
        wrong.push(...found.map((one) => `${screen.name} at ${width} px: ${one}`));
        taken += wanted.themes.length;
      }
  } finally {
    await browser.close();
  }
  for (const line of wrong) console.log(line);
  console.log(
    `${screens.length} screens, ${taken} pictures in ${wanted.to}, ${wrong.length} wrong`,
  );
  if (wrong.length > 0) process.exitCode = 1;
}

async function openWindow(browser: Browser, url: string): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  watchRequests(context);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

async function enter(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Opens the screen, takes it in each theme, and returns what is wrong with it. */
async function take(
  page: Page,
  { name, address, presses = [], types }: Screen,
  width: number,
  { to, themes, axe }: PictureOptions,
): Promise<string[]> {
  const wrong: string[] = [];
  const note = (error: Error) => wrong.push(`script error: ${error.message}`);
  page.on('pageerror', note);
  try {
    await page.setViewportSize({ width, height: width <= PHONE_PX ? 844 : 900 });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
    for (const one of presses) await press(page, one);
    if (types) await page.keyboard.type(types);
    await settled(page);
    const over = await sideScroll(page);
    if (over) wrong.push(over);
    for (const theme of themes) {
      await page.evaluate((next) => (document.documentElement.dataset['theme'] = next), theme);
      await page.waitForTimeout(250);
      await page.screenshot({ path: path.join(to, `${name}-${width}-${theme}.png`) });
      if (axe) wrong.push(...(await barriers(page)).map((barrier) => `${theme}, ${barrier}`));
    }
    return wrong;
  } finally {
    page.off('pageerror', note);
  }
}

async function press(page: Page, one: Press): Promise<void> {
  const control =
    one === 'row'
      ? page.locator('main [data-row]').first()
      : page.getByRole(one[0], { name: one[1] }).first();
  await control.click();
  await settled(page);
}
