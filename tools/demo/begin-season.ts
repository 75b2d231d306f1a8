import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Config } from '@pos/api/config.ts';
import type { Running } from '@pos/api/start.ts';

const season = fileURLToPath(new URL('season.ts', import.meta.url));

/** Returns the folder with the demo season's source data. */
export function demoSource(dataDir: string): string {
  return path.join(dataDir, 'demo-source');
}

/**
 * Creates the demo season in the background, in a separate process that uses the API: on a new
 * database, or where an earlier start was interrupted. Returns a function that ends it when the
 * product stops.
 */
export async function beginSeason(
  config: Config,
  running: Running,
  say: (line: string) => void,
): Promise<() => void> {
  if (
    !config.demo ||
    config.databaseUrl ||
    !(running.owner.created || existsSync(demoSource(config.dataDir)))
  )
    return () => undefined;
  const { access, refresh } = await running.openOwnerSession();
  const env = {
    ...process.env,
    POS_URL: running.address,
    DATA_DIR: config.dataDir,
    DEMO_ACCESS_TOKEN: access.token,
    DEMO_REFRESH_TOKEN: refresh.token,
  };
  const child = spawn(process.execPath, [season], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  child.on('exit', (code) => {
    if (code === 0 && running.owner.created)
      say('The demo season is complete: twelve fairs with their sales.');
  });
  return () => child.kill();
}
