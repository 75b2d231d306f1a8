import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#api/db/db.ts';
import { SYSTEM } from '#api/http/access/identity.ts';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { recordActivities, recordActivity } from './activity.service.ts';
import { sealActivity } from './seal.service.ts';

describe('the seal of activity', async () => {
  const test = await startTestApp();
  const act = (count: number) =>
    inTransaction(test.db, (tx) =>
      recordActivities(tx, SYSTEM, {
        action: 'device.updated',
        entity: 'device',
        entityIds: Array.from({ length: count }, () => test.ownerId),
      }),
    );
  const chain = () =>
    test.db
      .selectFrom('activitySeals')
      .select(['position', 'activityId'])
      .orderBy('position')
      .execute();
  const unsealed = async () =>
    (
      await sql<{
        count: number;
      }>`
        select count(*) as count
        from activity
        where id not in (select activity_id from activity_seals)`.execute(test.db)
    ).rows[0]?.count;

  it('includes every entry once, whatever its number, and continues where it ended', async () => {
    await act(2_500);
    await sealActivity(test.db);
    expect(await unsealed()).toBe(0);
    const before = await chain();
    const late = await inTransaction(test.db, async (tx) => {
      const id = await recordActivity(tx, SYSTEM, {
        action: 'device.updated',
        entity: 'device',
        entityId: test.ownerId,
      });
      // Later entries are committed and sealed before this one becomes visible.
      await act(3);
      await sealActivity(test.db);
      return id;
    });
    expect((await chain()).map(({ activityId }) => activityId)).not.toContain(late);
    await sealActivity(test.db);
    const after = await chain();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.at(-1)?.activityId).toBe(late);
    await checkInvariants(test.db);
  });

  it('stays one chain when many processes seal at once', async () => {
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        await act(40);
        await sealActivity(test.db);
      }),
    );
    await sealActivity(test.db);
    const positions = (await chain()).map(({ position }) => position);
    expect(positions).toEqual(positions.map((_, index) => index + 1));
    expect(await unsealed()).toBe(0);
    await checkInvariants(test.db);
  });

  it('detects an entry that was changed, inserted or left out for long', async () => {
    await act(3);
    await sealActivity(test.db);
    const target = (await chain()).at(-2)?.activityId ?? '';
    const tamper = (statement: ReturnType<typeof sql>) =>
      inTransaction(test.db, async (tx) => {
        await sql`alter table activity disable trigger activity_append_only`.execute(tx);
        await statement.execute(tx);
        await sql`alter table activity enable trigger activity_append_only`.execute(tx);
      });
    await expect(
      sql`update activity set actor_name = 'Nobody' where id = ${target}`.execute(test.db),
    ).rejects.toThrow('append-only');
    await tamper(sql`update activity set actor_name = 'Nobody' where id = ${target}`);
    await expect(checkInvariants(test.db)).rejects.toThrow(/I18[\s\S]*"wrong":"broken"/);
    await tamper(sql`update activity set actor_name = ${SYSTEM.name} where id = ${target}`);
    await checkInvariants(test.db);

    await tamper(
      sql`
        insert into activity (id, at, actor_type, actor_name, action, entity, entity_id)
        values (
          '01900000-0000-7000-8000-000000000001', now() - interval '3 minutes', 'system', 'System',
            'device.updated', 'device', ${test.ownerId})`,
    );
    await expect(checkInvariants(test.db)).rejects.toThrow(/I18[\s\S]*"wrong":"unsealed"/);
    await sealActivity(test.db);
    await checkInvariants(test.db);
    await expect(sql`delete from activity_seals`.execute(test.db)).rejects.toThrow('append-only');
  });
});
