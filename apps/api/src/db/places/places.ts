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

const person = new AsyncLocalStorage<string>();

/**
 * Runs `work` of an admin who is limited to places (domain 7.4): its statements see only rows of
 * these places and those that have none.
 */
export const inPlaces = <Result>(adminId: string, work: () => Result): Result =>
  person.run(adminId, work);

/** Returns the limited admin whose work this is; undefined for anybody else's. */
export const getLimitedPerson = (): string | undefined => person.getStore();

/** The limited admin that a connection was set to last. */
const settled = new WeakMap<pg.PoolClient, string>();

/**
 * Returns a connection of `pool`, whose connections have the role of limited admins, for `adminId`.
 * Throws if the server did not give the connection this role.
 */
export async function connectLimited(
  pool: pg.Pool,
  adminId: string,
): Promise<pg.PoolClient & PostgresPoolClient> {
  const client = (await pool.connect()) as pg.PoolClient & PostgresPoolClient;
  if (settled.get(client) === adminId) return client;
  try {
    const { rows } = await client.query<{ role: string }>(
      `select set_config('app.person', $1, false), current_user::text as role`,
      [adminId],
    );
    if (rows[0]?.role !== LIMITED_ROLE)
      throw new Error(`The database did not give a connection the role ${LIMITED_ROLE}.`);
    settled.set(client, adminId);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
