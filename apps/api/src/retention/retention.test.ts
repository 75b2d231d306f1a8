import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#testing/app/test-app.ts';
import { forgetExpiredRows } from './forget-rows.ts';
import { RETENTION } from './retention.rules.ts';

describe('retention', async () => {
  const test = await startTestApp();

  it('says of every table if it is kept, and why, or when its rows are deleted', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(test.db);
    expect(Object.keys(RETENTION).sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  const days = (age: number) => sql`now() - make_interval(days => ${sql.lit(age)})`;
  /** Adds a row of each table that is `age` days old, and returns how many tables have one. */
  async function addRows(age: number): Promise<void> {
    const { ownerId: admin } = test;
    const id = sql`gen_random_uuid()`;
    const at = days(age);
    const hash = sql`decode(replace(gen_random_uuid()::text, '-', ''), 'hex')`;
    const made = await sql<{ id: string }>`
      insert into sessions (id, admin_id, ends_at, revoked_at) values (${id}, ${admin}, ${at}, ${at})
      returning id`.execute(test.db);
    const session = made.rows[0]!.id;
    const current = await sql<{ id: string }>`
      select id from sessions where ends_at > now() limit 1`.execute(test.db);
    const statements = [
      sql`insert into refresh_tokens (hash, session_id, expires_at, used_at)
        values (${hash}, ${current.rows[0]!.id}, ${at}, ${at})`,
      sql`insert into account_links (id, admin_id, kind, token_hash, expires_at, used_at)
        values (${id}, ${admin}, 'reset', ${hash}, ${at}, ${at})`,
      sql`insert into used_challenges (id, used_at) values (${id}, ${at})`,
      sql`insert into company_sessions
          (id, admin_id, sealed_tokens, has_provider_factor, created_at)
        values (${id}, ${admin}, ${hash}, false, ${at})`,
      sql`insert into verification_codes (id, admin_id, expires_at, ended_at)
        values (${id}, ${admin}, ${at}, ${at})`,
      sql`insert into jobs (id, kind, owner_id, status, progress, created_at, finished_at)
        values (${id}, 'import', ${admin}, 'succeeded', 100, ${at}, ${at})`,
      sql`insert into uploads
          (id, kind, mode, admin_id, file_name, sha256, size_bytes, result, at)
        values (${id}, 'inventory', 'check', ${admin}, 'a.xlsx', ${hash}, 1, '{}', ${at})`,
      sql`insert into access_log (id, at, actor_type, actor_id, actor_name, action, entity, entity_id)
        values (${id}, ${at}, 'admin', ${admin}, 'Owner', 'admin.names_read', 'admin', ${admin})`,
      sql`insert into idempotency_keys (principal, route, key, request_hash, created_at)
        values (${session}, 'POST /v1/x', gen_random_uuid()::text, ${hash}, ${at})`,
      sql`with schedule as (
          insert into report_schedules (id, saved_by, question, period, weekdays, time_of_day,
            time_zone, to_coordinator, next_due_at)
          values (${id}, ${admin}, '{}', 'yesterday', '{1}', '07:00', 'UTC', false, now())
          returning id)
        insert into report_sends (id, schedule_id, due_at, status, ended_at)
        select ${id}, schedule.id, ${at}, 'sent', ${at} from schedule`,
    ];
    for (const statement of statements) await statement.execute(test.db);
  }

  const TABLES = [
    'sessions',
    'refresh_tokens',
    'account_links',
    'used_challenges',
    'company_sessions',
    'verification_codes',
    'jobs',
    'uploads',
    'access_log',
    'idempotency_keys',
    'report_sends',
  ];

  it('deletes rows past their time and no others', async () => {
    await sql`update settings set access_log_months = 12`.execute(test.db);
    await addRows(0);
    await addRows(400);
    const deletion = await forgetExpiredRows(test.db);
    const {
      register_tries: tries,
      receipt_emails: receipts,
      factor_resets: resets,
      ...deleted
    } = deletion;
    expect([tries, receipts, resets]).toEqual([0, 0, 0]);
    expect(deleted).toEqual(Object.fromEntries(TABLES.map((table) => [table, 1])));
    const again = await forgetExpiredRows(test.db);
    expect(Object.values(again)).toEqual(Object.values(again).map(() => 0));
    for (const table of TABLES) {
      const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(test.db);
      expect(rows).toHaveLength(1);
    }
  });

  it('keeps commits of uploads, unused links and the latest syncs for longer', async () => {
    const { ownerId: admin } = test;
    await sql`insert into uploads
        (id, kind, mode, admin_id, file_name, sha256, size_bytes, result, at)
      values (gen_random_uuid(), 'inventory', 'commit', ${admin}, 'a.xlsx', '', 1, '{}', ${days(400)})`.execute(
      test.db,
    );
    await sql`insert into account_links (id, admin_id, kind, token_hash, expires_at)
      values (gen_random_uuid(), ${admin}, 'setup', 'unused', ${days(300)})`.execute(test.db);
    await sql`insert into jobs (id, kind, owner_id, status, progress, created_at, finished_at)
      select gen_random_uuid(), 'sync', ${admin}, 'succeeded', 100, ${days(400)}, ${days(400)}
      from generate_series(1, 21)`.execute(test.db);
    expect(await forgetExpiredRows(test.db)).toMatchObject({
      uploads: 0,
      account_links: 0,
      jobs: 1,
    });
  });

  it('deletes tasks that failed for good before jobs, and none that waits', async () => {
    await sql`insert into jobs (id, kind, status, created_at, finished_at)
      values (gen_random_uuid(), 'mail', 'queued', ${days(400)}, null),
        (gen_random_uuid(), 'mail', 'failed', ${days(400)}, ${days(89)}),
        (gen_random_uuid(), 'mail', 'failed', ${days(400)}, ${days(91)})`.execute(test.db);
    expect(await forgetExpiredRows(test.db)).toMatchObject({ jobs: 1 });
  });

  it('deletes any number of rows in steps', async () => {
    await sql`insert into idempotency_keys (principal, route, key, request_hash, created_at)
      select 'a', 'POST /v1/x', n::text, '', ${days(3)} from generate_series(1, 2500) n`.execute(
      test.db,
    );
    expect((await forgetExpiredRows(test.db))['idempotency_keys']).toBe(2_500);
  });
});
