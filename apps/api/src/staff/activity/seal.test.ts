import { createHash, verify } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction, type Tx } from '#api/db/db.ts';
import { SYSTEM } from '#api/http/access/identity.ts';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { startTestApp } from '#testing/app/test-app.ts';
import { recordActivities, recordActivity } from './activity.service.ts';
import { exportActivity, readExported } from './export-activity.service.ts';
import { sealActivity, sealWithin } from './seal.service.ts';
import { verifyActivity } from './verify-activity.service.ts';

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

  it('says which entries were changed, removed or added, also if all seals were made again', async () => {
    await act(6);
    await sealActivity(test.db);
    expect((await verifyActivity(test.db)).wrong).toEqual([]);
    const folder = await mkdtemp(path.join(tmpdir(), 'activity-'));
    test.atEnd(() => rm(folder, { recursive: true }));
    const period = { from: new Date(0), until: new Date(Date.now() + 60_000) };
    const seed = new Uint8Array(32).fill(7);
    const written = await exportActivity(test.db, { period, name: 'all', folder, seed });
    const [{ file, entries }, access] = [written[0]!, written[1]!];
    const exported = await readExported(file);
    expect(exported.size).toBe(entries);
    expect(await isSigned(file, folder)).toBe(true);
    expect(await isSigned(access.file, folder)).toBe(true);
    expect(await readFile(access.file, 'utf8')).toContain('admin.signed_in');
    expect((await verifyActivity(test.db, exported)).wrong).toEqual([]);

    const last = (await chain()).at(-1)!.position;
    const wrongAfter = async (statements: (tx: Tx) => Promise<unknown>, known = exported) => {
      const undone = new Error('undone');
      let wrong: string[] = [];
      await inTransaction(test.db, async (tx) => {
        // The owner of the tables may do so; rolled back below.
        await sql`alter table activity disable trigger user`.execute(tx);
        await sql`alter table activity_seals disable trigger user`.execute(tx);
        await sql`
          alter table activity_seals drop constraint activity_seals_activity_id_fkey`.execute(tx);
        await statements(tx);
        ({ wrong } = await verifyActivity(tx, known));
        throw undone;
      }).catch((error: unknown) => {
        if (error !== undone) throw error;
      });
      return wrong.map((sentence) => sentence.replace(/^(Entry \d+).*?: /, '$1: '));
    };
    const at = (position: number) =>
      sql`(select activity_id from activity_seals where position = ${position})`;
    expect(
      await wrongAfter((tx) =>
        sql`update activity set actor_name = 'Nobody' where id = ${at(last - 1)}`.execute(tx),
      ),
    ).toEqual([`Entry ${last - 1}: changed.`]);
    expect(
      await wrongAfter((tx) => sql`delete from activity where id = ${at(last - 2)}`.execute(tx)),
    ).toEqual([`Entry ${last - 2}: removed.`]);
    expect(
      await wrongAfter((tx) =>
        sql`delete from activity_seals where position = ${last - 3}`.execute(tx),
      ),
    ).toContain(`Entry ${last - 3}: removed with its seal.`);
    const remade = async (tx: Tx) => {
      await sql`update activity set actor_name = 'Nobody' where id = ${at(last - 1)}`.execute(tx);
      await sql`delete from activity_seals where position >= ${last - 1}`.execute(tx);
      await sealWithin(tx);
    };
    expect(await wrongAfter(remade, new Map())).toEqual([]);
    expect(await wrongAfter(remade)).toEqual([
      `Entry ${last - 1}: not the one that was exported.`,
      `Entry ${last}: not the one that was exported.`,
    ]);
    const cut = (tx: Tx) => sql`delete from activity_seals where position = ${last}`.execute(tx);
    expect(await wrongAfter(cut)).toEqual([
      `Entry ${last}: removed since the export; the chain ends at ${last - 1}.`,
    ]);
  });
});

/** Checks an exported file as anybody can who has nothing of the product. */
async function isSigned(file: string, folder: string): Promise<boolean> {
  const sums = await readFile(`${file}.sha256`);
  const digest = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  const key = await readFile(path.join(folder, 'activity-key.pem'));
  const isOfFile = sums.toString() === `${digest}  ${path.basename(file)}\n`;
  return isOfFile && verify(null, sums, key, await readFile(`${file}.sha256.sig`));
}
