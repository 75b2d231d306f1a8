import { joinEmbeddedPostgres } from '@pos/embedded-postgres/supervisor';
import type { Config } from '#api/config.ts';
import { getDirectUrl } from './database-variables.ts';

/** Opens the configured database for a command beside the product, running or not. */
export async function joinDatabase(
  config: Config,
  say: (line: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl !== undefined)
    return { url: getDirectUrl(config, databaseUrl), stop: () => Promise.resolve() };
  return joinEmbeddedPostgres({ dataDir, log: quietly(say) });
}

/** Leaves out the server's own lines; only the supervisor's sentences are for a person here. */
export const quietly = (say: (line: string) => void) => (line: string) => {
  if (!/^[A-Z]+:/.test(line)) say(line);
};
