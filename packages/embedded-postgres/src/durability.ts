import type { ClientBase } from 'pg';

const OLDEST_SERVER = 15;

/**
 * Refuses a server that may lose acknowledged data, or that is too old. Checked at every start, for
 * the embedded server and for one given by DATABASE_URL: a killed process does not show that
 * `fsync` is off, only a power failure does.
 */
export async function assertDurable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{
    version: number;
    fsync: string;
    fullPageWrites: string;
    synchronousCommit: string;
  }>(`
    select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
           current_setting('full_page_writes') as "fullPageWrites", current_setting('synchronous_commit') as "synchronousCommit"`);
  const server = rows[0];
  if (!server) throw new Error('The database server does not report its settings.');
  if (server.version < OLDEST_SERVER * 10_000) {
    throw new Error(
      `The database server is PostgreSQL ${Math.floor(server.version / 10_000)}; POS Admin needs PostgreSQL ${OLDEST_SERVER} or newer.`,
    );
  }
  const off = [
    server.fsync === 'on' ? '' : `fsync = ${server.fsync}`,
    server.fullPageWrites === 'on' ? '' : `full_page_writes = ${server.fullPageWrites}`,
    // remote_apply waits for more than "on" does.
    ['on', 'remote_apply'].includes(server.synchronousCommit)
      ? ''
      : `synchronous_commit = ${server.synchronousCommit}`,
  ].filter(Boolean);
  if (off.length > 0) {
    throw new Error(
      `The database server may lose orders that it has acknowledged: ${off.join(', ')}. Set fsync, full_page_writes and synchronous_commit to on, then start again.`,
    );
  }
}
