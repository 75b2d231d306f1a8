import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

/** The shell first: the same browser without windows, which needs a third less of the processor. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * The browser that the journeys run in: CHROMIUM_PATH, else one that is installed. Where there is none, it is installed from
 * Debian's packages only as root and only where INSTALL_BROWSER=1 asks for it: a test run does not change a machine unasked.
 */
export async function findOrInstallChromium(): Promise<string> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  const found = PLACES.find((place) => existsSync(place));
  if (found) return found;
  if (process.env['INSTALL_BROWSER'] === '1' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write("Installing Chromium from Debian's packages…\n");
    apt(['update']);
    apt(['install', '-y', '--no-install-recommends', 'chromium-headless-shell']);
    const installed = PLACES.find((place) => existsSync(place));
    if (installed) return installed;
  }
  throw new Error('The journeys need a browser. Install one ("sudo apt-get install chromium" on Debian and Ubuntu), or name it with CHROMIUM_PATH, or let root install it with INSTALL_BROWSER=1.');
}

function apt(args: string[]): void {
  const { status } = spawnSync('/usr/bin/apt-get', ['-q', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed; the lines above say why.`);
}
