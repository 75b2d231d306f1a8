import { EXPORT_ACCESS } from '@pos/contract/office/exports';
import { neededRight } from '@pos/contract/permission-words';
import type { Module } from '@pos/contract/permissions';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openSessionFor } from '#api/staff/sign-in/auth.service.ts';
import { openExportFloor, type WantedExport } from '#testing/selling/export-floor.ts';
import { makePersonas, signedInWith } from '#testing/rights/personas.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { NOBODY } from '#testing/rights/rights-line.ts';
import type { ApiClient } from '#testing/app/test-app.ts';

describe('the rights of an export', async () => {
  const { test, floor, register, exported, fetchFile } = await openExportFloor();
  const personas = await makePersonas(test);

  const holding = (right: string): [ApiClient, string] => {
    const token = personas.find(({ name }) => name === right)!.token!;
    return [test.client(token), token];
  };

  it('of students requires a reason, recorded with the person, the time and the row count', async () => {
    const wanted = {
      list: 'students',
      query: { schoolId: floor.fair.schoolId },
      format: 'csv',
    } as const;
    for (const reason of [undefined, ' ', 'x']) {
      const body = { ...wanted, reason } as WantedExport;
      const errors = { reason: 'Enter the purpose of the list.' };
      await expectErrors(test.owner.exports.add({ body }), errors);
    }
    const { job, bytes } = await exported({ ...wanted, reason: 'Seating plan of the spring fair' });
    const rows = bytes.toString('utf8').trimEnd().split('\r\n').length - 1;
    const activity = await test.db
      .selectFrom('activity')
      .select(['action', 'actorId', 'changes'])
      .where('entityId', '=', job.id)
      .orderBy('seq')
      .execute();
    const reason = { from: null, to: 'Seating plan of the spring fair' };
    const actorId = test.ownerId;
    expect(activity).toEqual([
      { action: 'students.export_asked', actorId, changes: { reason } },
      { action: 'students.exported', actorId, changes: { reason, rows: { from: null, to: rows } } },
    ]);
    expect(rows).toBe((await test.ask.students.list({ query: wanted.query })).totalResults);
    expect(bytes.toString('utf8')).not.toMatch(/@|birth/i);
  });

  it('names no student without the right to read Students, and logs the download of one that does', async () => {
    const wanted: WantedExport = {
      list: 'orders',
      query: { fairId: floor.fair.id, method: [5] },
      format: 'csv',
    };
    const textFor = async (...as: [client?: ApiClient, token?: string]) =>
      (await exported(wanted, ...as)).bytes.toString('utf8');
    expect(await textFor(...holding('read Orders'))).not.toMatch(/Robin|S-1/);
    expect(await textFor()).toContain('Robin Pupil S-1,S-1');
    const downloads = await test.db
      .selectFrom('accessLog')
      .select('actorId')
      .where(sql`changes -> 'call' ->> 'to'`, '=', 'GET /v1/jobs/:id/file')
      .execute();
    expect(downloads).toEqual([{ actorId: test.ownerId }]);
  });

  it('of held orders follows its search, which finds no student without that right', async () => {
    const sold = register.sold({ customerType: 'student', studentNumber: 'S-2', totalCents: 3 });
    await register.handIn(sold);
    const receipts = async (search: string, ...as: [client?: ApiClient, token?: string]) => {
      const wanted = { list: 'held-orders', query: { search }, format: 'csv' } as const;
      const { bytes } = await exported(wanted, ...as);
      return bytes.toString('utf8').match(/REG-01-1-\d+/g) ?? [];
    };
    const receipt = `REG-01-1-${sold.sequence}`;
    expect(await receipts('robin')).toEqual([receipt]);
    expect(await receipts(receipt)).toEqual([receipt]);
    expect(await receipts('robin', ...holding('read Orders'))).toEqual([]);
    expect(await receipts(receipt, ...holding('read Orders'))).toEqual([receipt]);
  });

  /** Queries of lists that belong to a record. */
  const OF_ONE: Record<string, object> = {
    'fair-inventory': { fairId: floor.fair.id },
    'receipt-lines': { receiptId: NOBODY },
  };

  it('leaves out net sales without a right to see sales, and costs without their duty', async () => {
    const head = async (wanted: WantedExport, ...as: [client?: ApiClient, token?: string]) =>
      (await exported(wanted, ...as)).bytes.toString('utf8').split('\r\n')[0];
    const fairs = { list: 'fairs', query: {}, format: 'csv' } as const;
    expect(await head(fairs)).toContain('Net sales');
    expect(await head(fairs, ...holding('read Fairs'))).not.toContain('Net sales');
    const receipts = { list: 'receipts', query: {}, format: 'csv' } as const;
    expect(await head(receipts)).toContain('Cost');
    expect(await head(receipts, ...holding('the duty work_warehouse alone'))).not.toContain('Cost');
  });

  it('requires the right to read the list, and belongs only to its owner', async () => {
    for (const [list, access] of Object.entries(EXPORT_ACCESS)) {
      const [[module]] = access.anyOf as [[Module, 'read_only']];
      // Only for a SUPER_ADMIN; student-data.test.ts has its rights.
      if (list === 'student-data') continue;
      const body = {
        list,
        query: OF_ONE[list] ?? {},
        format: 'csv',
        reason: 'Class lists',
      } as WantedExport;
      const [stranger] = holding(module === 'Devices' ? 'read Users' : 'read Devices');
      await expectRefusal(
        stranger.exports.add({ body }),
        'FORBIDDEN',
        `You need the right: ${neededRight(access)}.`,
      );
      await exported(body, ...holding(`read ${module}`));
    }
    const { job } = await exported({ list: 'payments', query: {}, format: 'csv' });
    expect((await fetchFile(job.id, holding('read Payments')[1])).status).toBe(404);
  });

  it('can no longer be downloaded after losing a right that it was made with', async () => {
    const { id, roleId, client } = await signedInWith(test, [
      ['Orders', 'read_only'],
      ['Students', 'read_only'],
    ]);
    const { access } = await openSessionFor(test.db, test.secrets, id);
    const wanted = { list: 'orders', query: { fairId: floor.fair.id }, format: 'csv' } as const;
    const { job } = await exported(wanted, client, access.token);
    await test.db
      .updateTable('roleRights')
      .set({ readOnly: false })
      .where('roleId', '=', roleId)
      .where('module', '=', 'Students')
      .execute();
    const lost = { code: 'FORBIDDEN', message: 'You need the right: read Students.' } as const;
    expect(await (await fetchFile(job.id, access.token)).json()).toMatchObject(lost);
    const ticket = client.jobs.ticket({ params: { id: job.id } });
    await expectRefusal(ticket, 'FORBIDDEN');
  });
});
