import type { TestProject } from 'vitest/node';
import './vitest-context.ts';
import { startTestServer } from './test-server.ts';

type Shared = { server: ReturnType<typeof startTestServer>; users: number };
const KEY: unique symbol = Symbol.for('pos-admin.test-server');
/** Each project loads this module separately; they share only the process. */
const shared: typeof globalThis & { [KEY]?: Shared | undefined } = globalThis;

/**
 * Vitest's global setup: one temporary PostgreSQL with the migrated template for all projects of
 * the run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const use = (shared[KEY] ??= { server: startTestServer(), users: 0 });
  use.users += 1;
  project.provide('postgresAdminUrl', (await use.server).adminUrl);
  return async () => {
    use.users -= 1;
    if (use.users > 0) return;
    shared[KEY] = undefined;
    await (await use.server).stop();
  };
}
