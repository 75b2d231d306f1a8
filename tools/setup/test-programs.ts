import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Headless shell first: the same browser without windows, with a third less CPU. */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds the programs that the tests need: a browser for the journeys (CHROMIUM_PATH, else an
 * installed one), whose path it returns, and poppler, which reads the generated documents. Installs
 * missing ones from Debian's packages only as root and with INSTALL_BROWSER=1: a test run does not
 * change a machine unasked.
 */
export function findOrInstallPrograms(): string {
  const given = process.env['CHROMIUM_PATH'];
  if (given && !existsSync(given))
    throw new Error(`CHROMIUM_PATH is ${given}, which does not exist.`);
  const missing = () => [
    ...(findBrowser() ? [] : ['chromium-headless-shell']),
    ...(hasPoppler() ? [] : ['poppler-utils']),
  ];
  const packages = missing();
  if (
    packages.length > 0 &&
    process.env['INSTALL_BROWSER'] === '1' &&
    process.getuid?.() === 0 &&
    existsSync('/usr/bin/apt-get')
  ) {
    process.stdout.write(`Installing ${packages.join(' and ')} from Debian's packages…\n`);
    apt(['update']);
    apt(['install', '-y', '--no-install-recommends', ...packages]);
  }
  const [first] = missing();
  if (first === 'chromium-headless-shell')
    throw new Error(
      'The journeys need a browser. Install one ("sudo apt-get install chromium" on Debian and Ubuntu), or name it with CHROMIUM_PATH, or let root install it with INSTALL_BROWSER=1.',
    );
  if (first)
    throw new Error(
      'The documents are read with poppler. Install it ("sudo apt-get install poppler-utils" on Debian and Ubuntu, "brew install poppler" on a Mac), or let root install it with INSTALL_BROWSER=1.',
    );
  return findBrowser()!;
}

/** Path of the browser for tests: CHROMIUM_PATH, else an installed one; undefined without any. */
export const findBrowser = (): string | undefined =>
  process.env['CHROMIUM_PATH'] || BROWSERS.find((place) => existsSync(place));

const hasPoppler = () =>
  ['pdftoppm', 'pdftotext', 'pdffonts'].every((program) =>
    (process.env['PATH'] ?? '')
      .split(path.delimiter)
      .some((folder) => existsSync(path.join(folder, program))),
  );

function apt(args: string[]): void {
  const { status } = spawnSync('/usr/bin/apt-get', ['-q', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed. See the output above.`);
}
