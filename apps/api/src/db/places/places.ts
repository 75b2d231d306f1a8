import { AsyncLocalStorage } from 'node:async_hooks';
import { LIMITED_ROLE } from '@pos/embedded-postgres/limited-role';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/**
 * Makes the role, if the database has none and its user may, and lets it reach every table. Repeated
 * by each start, because a restored database has its grants not yet.
 */
const GRANT = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${LIMITED_ROLE}') then
      begin
        create role ${LIMITED_ROLE};
      exception when insufficient_privilege or duplicate_object or unique_violation then
        null;
      end;
    end if;
    if exists (select from pg_roles where rolname = '${LIMITED_ROLE}') then
      if not pg_has_role(current_user, '${LIMITED_ROLE}', 'member') then
        begin
          grant ${LIMITED_ROLE} to current_user;
        exception when insufficient_privilege then
          null;
        end;
      end if;
      grant usage on schema public to ${LIMITED_ROLE};
      grant select, insert, update, delete on all tables in schema public to ${LIMITED_ROLE};
      grant usage on all sequences in schema public to ${LIMITED_ROLE};
    end if;
  end $$`;

/** Prepares a migrated database for limited admins; only whoever has the turn to migrate does. */
export async function allowLimited(client: pg.ClientBase): Promise<void> {
  await client.query(GRANT);
}

/** The limited admin in whose name a call, a job, or one statement of them works. */
const current = new AsyncLocalStorage<string>();

/**
 * Runs `work` of an admin who is limited to places (domain 7.4): its statements see only rows of
 * these places and those that have none.
 */
export const inPlaces = <Result>(adminId: string, work: () => Result): Result =>
  current.run(adminId, work);

/** Returns the limited admin whose work this is; undefined for anybody else's. */
export const getLimitedPerson = (): string | undefined => current.getStore();

/** Admin whose places a connection has, the number of changes before, and the time in milliseconds. */
const settled = new WeakMap<pg.PoolClient, { adminId: string; changes: number; at: number }>();
/** Places that another process, a job, or a call that still runs has changed are seen after this time. */
const SAME_PLACES_MS = 1_000;
let changes = 0;

/** Places are read anew by the next statement, because a call may have changed them. */
export function forgetPlaces(): void {
  changes += 1;
}

/**
 * Returns a connection of `pool`, whose connections have the role of limited admins, for the current
 * work. Its policies compare with the places that are read here (`visible_fairs`, `visible_schools`).
 * Throws if the server did not give the connection this role.
 */
export async function connectLimited(pool: pg.Pool): Promise<pg.PoolClient & PostgresPoolClient> {
  const adminId = current.getStore()!;
  const client = (await pool.connect()) as pg.PoolClient & PostgresPoolClient;
  const last = settled.get(client);
  const settling = { adminId, changes, at: performance.now() };
  if (
    last?.adminId === adminId &&
    last.changes === changes &&
    settling.at - last.at < SAME_PLACES_MS
  )
    return client;
  try {
    const { rows } = await client.query<{ role: string }>({
      name: 'limited',
      text: `select set_config('app.person', $1::uuid::text, false),
          set_config('app.fairs', fairs::text, false),
          set_config('app.schools', schools::text, false), current_user::text as role
        from person_places($1::uuid)`,
      values: [adminId],
    });
    if (rows[0]?.role !== LIMITED_ROLE)
      throw new Error(`The database did not give a connection the role ${LIMITED_ROLE}.`);
    settled.set(client, settling);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
