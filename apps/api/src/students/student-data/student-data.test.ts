import { readdir } from 'node:fs/promises';
import type { Settings } from '@pos/contract/imports/settings';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { createMailer, mailFolder } from '#api/mail/mailer.ts';
import { checkSealedInvariants } from '#testing/books/sealed-invariants.ts';
import { toCodes } from '#testing/selling/close-outs.ts';
import { erasureDesk } from '#testing/selling/erasure-desk.ts';
import { expectErrors, expectRefusal } from '#testing/calls/expectations.ts';
import { findTraces } from '#testing/rights/name-traces.ts';
import { signedInWith } from '#testing/rights/personas.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { byWallet, openFair, PENCIL, startSelling } from '#testing/selling/sales-floor.ts';
import { writtenSheet } from '#testing/files/written-sheet.ts';
import { startDueErasures } from './student-data.service.ts';

const NAME = /zebedee|quillfeather|marmaduke|thistlewick|broadbanks|F-7777/i;
const MANY = 25;

describe('the students of a school', async () => {
  const { test, floor, register } = await startSelling();
  await runJobs(test);
  const { schoolId, schoolName, id: fairId } = floor.fair;
  const desk = erasureDesk(test, schoolId);
  const { overview } = desk;
  await desk.add('Z-1', 'Zebedee', 'Quillfeather');
  await desk.add('Z-2', 'Tabitha', 'Broadbanks');
  for (let index = 0; index < MANY; index++)
    await desk.add(`M-${index + 10}`, `Pupil${index}`, 'Broadbanks');
  const exportAll = (client = test.owner) =>
    client.exports.add({
      body: {
        list: 'student-data',
        query: { schoolId },
        format: 'xlsx',
        reason: 'Request of the district',
      },
    });
  const zebedee = { customerName: 'Zebedee Quillfeather' };
  let exported: string;

  it('are exported with everything stored about them, only by a SUPER_ADMIN', async () => {
    await register.topUp('Z-1', 5_000);
    const sold = await register.bookByWallet('Z-1', {
      ...zebedee,
      lines: [{ sku: PENCIL, quantity: 4 }],
    });
    await register.book({ customerType: 'parent', customerName: 'Mister Thistlewick sr.' });
    const customerName = 'Ann Brook for QUILLFEATHER, Zebedee';
    await register.book({ customerType: 'teacher', customerName });
    await register.refund(sold, 1, { reason: 'Zebedee Quillfeather changed her mind' });
    const others = await signedInWith(test, [
      ['Students', 'read_only'],
      ['Orders', 'read_only'],
      ['Payments', 'read_only'],
      ['Fairs', 'edit'],
    ]);
    const message = 'Only a SUPER_ADMIN may export all data of students.';
    await expectRefusal(exportAll(others.client), 'FORBIDDEN', message);
    const id = (await exportAll()).data.jobId;
    exported = id;
    await vi.waitFor(
      async () =>
        expect((await test.ask.jobs.getById({ params: { id } })).status).toBe('succeeded'),
      { timeout: 20_000, interval: 50 },
    );
    const answer = await test.send(test.ownerToken)(`/v1/jobs/${id}/file`, {});
    const bytes = Buffer.from(await answer.arrayBuffer());
    const sheet = async (name: string) => JSON.stringify(await writtenSheet(bytes, name));
    expect(await writtenSheet(bytes, 'Students')).toHaveLength(MANY + 2 + 1);
    expect(await sheet('Students')).toMatch(/Z-1.*Zebedee.*Quillfeather.*F-7777/);
    expect(await sheet('Parents')).toMatch(/Marmaduke Thistlewick.*marmaduke@example\.org/);
    expect(await sheet('eWallet entries')).toMatch(/top_up.*spend|spend.*top_up/);
    expect(await sheet('Orders')).toContain(sold.orderNumber);
    expect(await sheet('Order lines')).toContain('Shiny Pencil');
    expect(await sheet('Payments')).toMatch(/eWallet top-up.*Cash/);
  });

  it('are not erased while a fair is live, money is there or orders are held', async () => {
    const { held } = await register.hold(byWallet('Z-1', { ...zebedee, totalCents: 1 }));
    const reason = 'It left us.';
    await expectErrors(desk.eraseAll({ confirm: 'another school', reason }), {
      confirm: `Type ${schoolName} to confirm.`,
    });
    const erase = (why = reason) => desk.eraseAll({ confirm: schoolName, reason: why });
    const { reasons } = await expectRefusal(erase(), 'IN_USE');
    expect(toCodes(reasons)).toEqual(['FAIR_LIVE', 'EWALLETS', 'ORDERS_HELD']);
    expect((await overview()).obstacles).toEqual(reasons);

    await sql`update fairs set start_date = start_date - 30, end_date = end_date - 30
      where id = ${fairId}`.execute(test.db);
    await floor.decide(held, { decision: 'discard', reason: 'A test.' });
    const amountCents = await floor.walletCents('Z-1');
    await test.owner.students.addWalletEntry({
      params: { id: await floor.studentId('Z-1') },
      body: { type: 'payout', amountCents, note: 'Paid out' },
    });
    expect((await overview()).obstacles).toEqual([]);
    const named = erase('Asked by Marmaduke Thistlewick');
    await expectErrors(named, { reason: 'Leave names out. This text is permanent.' });
  });

  it('leave no name in any column or file once erased, with proof, while sums stay', async () => {
    const other = (await openFair(test)).fair.schoolId;
    const pupil = { studentNumber: 'Q-1', firstName: 'Pupil3', lastName: 'Broadbanks' };
    await test.owner.studentRecords.add({ body: { schoolId: other, ...pupil } });
    const sums = () =>
      sql`select (select json_agg(o order by id) from (
          select id, status, total_cents, tax_cents, units from orders) o) as orders,
        (select json_agg(e order by id) from wallet_entries e) as entries,
        (select count(*) from activity where action not like '%eras%') as activity`.execute(
        test.db,
      );
    const before = await sums();
    const mailDir = mailFolder(test.dataDir);
    const mailer = createMailer({
      publicUrl: 'https://office.example.com',
      from: 'fairs@example.com',
      folder: mailDir,
      log: () => undefined,
    });
    const mail = { to: 'clerk@example.com', subject: 'Ship to school', text: 'The report.' };
    await mailer.send(mail);
    const unattached = await readdir(mailDir);
    const content = Buffer.from('Quillfeather, Zebedee');
    await mailer.send({
      ...mail,
      attachments: [{ filename: 'SHIP_TO_SCHOOL.csv', content, contentType: 'text/csv' }],
    });
    await sql`insert into uploads (id, kind, mode, admin_id, file_name, sha256, size_bytes, result)
      select ${uuidv7()}, 'students', 'check', id, 'list.csv', '', 1,
        '{"warnings": [{"row": 2, "message": "Parent of\\nZEBEDEE Quillfeather"}]}'
      from admins limit 1`.execute(test.db);
    const places = (await findTraces(test.db, NAME)).map((trace) => trace.split(':')[0]);
    const expected = [
      'students.first_name',
      'parents.email',
      'orders.customer_name',
      'refunds.reason',
      'held_orders.body',
      'idempotency_keys.body',
      'uploads.result',
    ];
    expect(places).toEqual(expect.arrayContaining(expected));
    const { data } = await desk.eraseAll({ confirm: schoolName, reason: 'The contract ended.' });
    await expectRefusal(desk.eraseAll({ confirm: schoolName, reason: 'Twice.' }), 'IN_USE', {
      reasons: [{ code: 'ERASURE_RUNNING' }],
    });

    // The process dies after the first step; another run goes on with the second.
    await sql`create function fail() returns trigger language plpgsql as
      $$ begin raise 'the process died'; end $$`.execute(test.db);
    const last = sql.lit(`M-${MANY + 9}`);
    await sql`create trigger fail before update on students for each row
      when (new.student_number = ${last}) execute function fail()`.execute(test.db);
    await expect(desk.run()).rejects.toThrow('the process died');
    expect((await overview()).erasures[0]).toMatchObject({ phase: 'students', erased: 20 });
    await sql`drop function fail cascade`.execute(test.db);
    await Promise.all([desk.run(), desk.run()]);

    const { students, erasures } = await overview();
    expect(students).toBe(0);
    expect(erasures[0]).toMatchObject({
      id: data.erasureId,
      phase: 'done',
      progress: 100,
      erased: MANY + 2,
      left: 0,
      found: 0,
    });
    const traces = await findTraces(test.db, NAME);
    // The pupil of the other school stays, and so does the name.
    expect(traces.filter((trace) => !/Q-1|Pupil3|: Broadbanks$/.test(trace))).toEqual([]);
    expect((await sums()).rows).toEqual(before.rows);
    await checkSealedInvariants(test.db);
    const file = await test.send(test.ownerToken)(`/v1/jobs/${exported}/file`, {});
    expect(file.status).toBe(404);
    expect(await readdir(mailDir)).toEqual(unattached);

    const proof = await desk.readProof(data.erasureId);
    expect(proof).not.toMatch(NAME);
    for (const text of [
      'Nothing found',
      `were erased ${MANY + 2}`,
      `Stored answers that named somebody ${MANY + 2}`,
      'The contract ended.',
      'after 14 days',
      'saved emails with a file were deleted',
    ])
      expect(proof).toContain(text);
    await expect(
      sql`update student_erasures set reason = 'x' where id = ${data.erasureId}`.execute(test.db),
    ).rejects.toThrow();
  });

  it('are told of as remaining where a text that cannot change names one', async () => {
    const { id } = await desk.add('Z-9', 'Zebedee', 'Quillfeather');
    await sql`insert into activity
        (id, actor_type, actor_name, action, entity, entity_id, changes)
      values (${uuidv7()}, 'system', 'System', 'student.updated', 'student', ${id},
        '{"note": {"from": null, "to": "zebedee  QUILLFEATHER"}}')`.execute(test.db);
    const { data } = await desk.eraseAll({ confirm: schoolName, reason: 'Once more.' });
    await desk.run();
    expect((await overview()).erasures[0]).toMatchObject({ found: 1, erased: 1 });
    expect(await desk.readProof(data.erasureId)).toMatch(/activity\.changes 1 row/);
  });

  it('follow the rule of the settings or of the school, and its preview', async () => {
    const [old, fresh, rich] = [
      await desk.add('R-1', 'Olive', 'Longago'),
      await desk.add('R-2', 'Fern', 'Recent'),
      await desk.add('R-3', 'Gus', 'Moneyed'),
    ];
    const body = { method: 3, amountCents: 2_000 } as const;
    await test.owner.deskTopUps.add({ params: { id: rich.id }, body });
    await sql`update students set updated_at = now() - interval '25 months'
      where id in (${old.id}, ${rich.id})`.execute(test.db);
    const months = 24;
    expect((await overview()).due).toEqual({ now: 0, blocked: 0, withinYear: 0, first: [] });
    expect((await overview({ months })).due).toMatchObject({
      now: 1,
      withinYear: 1,
      first: [{ studentNumber: 'R-1' }, { studentNumber: 'R-2' }, { studentNumber: 'R-3' }],
    });
    const readSettings = async () => (await test.ask.settings.get()) as Settings;
    const { version, endlessSchools } = await readSettings();
    expect(endlessSchools).toMatchObject({ count: 2 });
    await test.owner.settings.update({ body: { studentRetentionMonths: months, version } });
    const follow = async (ofSchool: 36 | null) => {
      const params = { id: schoolId };
      await test.owner.studentData.setRule({ params, body: { months: ofSchool } });
      await startDueErasures(test.db);
      await desk.run();
      return await overview();
    };
    expect((await follow(36)).students).toBe(3);
    expect((await readSettings()).endlessSchools).toEqual({ count: 0, firstId: null });
    const { erasures, due } = await follow(null);
    const askedBy = 'Retention rule';
    const erasure = { kind: 'retention', months, askedBy, erased: 1, found: 0 };
    expect(erasures[0]).toMatchObject(erasure);
    expect(due).toMatchObject({ now: 0 });
    for (const [{ id }, lastName] of [
      [old, 'student'],
      [fresh, 'Recent'],
      [rich, 'Moneyed'],
    ] as const)
      expect(await test.ask.students.getById({ params: { id } })).toMatchObject({ lastName });
  });

  it('that have money or come from the source are not reached by the rule', async () => {
    await sql`update students set updated_at = now() - interval '9 years', in_source = true
      where student_number = 'R-2'`.execute(test.db);
    const { due, inSource } = await overview({ months: 6 });
    expect(inSource).toBe(1);
    expect(due.first).toMatchObject([{ studentNumber: 'R-3', obstacle: 'money' }]);
  });
});
