import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { checkInvariants } from '#api/invariants/invariants.ts';
import { createMailer, mailFolder } from '#api/mail/mailer.ts';
import { erasureDesk } from '#testing/erasure-desk.ts';
import { findTraces } from '#testing/name-traces.ts';
import { signedInWith } from '#testing/personas.ts';
import { getRefusal } from '#testing/refusals.ts';
import { runJobs } from '#testing/run-jobs.ts';
import { openFair, PENCIL, refundOfOrder } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';
import { writtenSheet } from '#testing/written-sheet.ts';
import { startDueErasures } from './student-data.service.ts';

const NAME = /zebedee|quillfeather|marmaduke|thistlewick|broadbanks|F-7777/i;
const MANY = 25;

describe('the students of a school', async () => {
  const exportJobs: string[] = [];

  const test = await startTestApp();
  await runJobs(test);
  const floor = await openFair(test);
  const register = await floor.logIn('REG-01');
  const schoolName = (await test.ask.schools.getById({ params: { id: floor.fair.schoolId } })).name;
  const desk = erasureDesk(test, floor.fair.schoolId);
  await desk.add('Z-1', 'Zebedee', 'Quillfeather');
  await desk.add('Z-2', 'Tabitha', 'Broadbanks');
  for (let index = 0; index < MANY; index++)
    await desk.add(`M-${index + 10}`, `Pupil${index}`, 'Broadbanks');

  const overview = (query = {}) =>
    test.ask.studentData.get({ params: { id: floor.fair.schoolId }, query });
  const endFair = (fairId: string) =>
    sql`update fairs set start_date = start_date - 30, end_date = end_date - 30
      where id = ${fairId}`.execute(test.db);
  const exportAll = async (client = test.owner) =>
    (
      await client.exports.add({
        body: {
          list: 'student-data',
          query: { schoolId: floor.fair.schoolId },
          format: 'xlsx',
          reason: 'Request of the district',
        },
      })
    ).data.jobId;
  it('are exported with everything stored about them, only by a SUPER_ADMIN', async () => {
    await register.pos.payments({
      body: {
        topUps: [
          {
            clientPaymentId: uuidv4(),
            studentNumber: 'Z-1',
            method: 3,
            amountCents: 5_000,
            status: 'completed',
            paidAt: new Date().toISOString(),
          },
        ],
      },
    });
    const sold = await register.book({
      customerType: 'student',
      studentNumber: 'Z-1',
      customerName: 'Zebedee Quillfeather',
      lines: [{ sku: PENCIL, quantity: 4 }],
      payments: [{ method: 5 }],
    });
    await register.book({
      customerType: 'parent',
      customerName: 'Mister Thistlewick sr.',
    });
    await register.book({
      customerType: 'teacher',
      customerName: 'Ann Brook for QUILLFEATHER, Zebedee',
    });
    await register.handInRefunds(
      refundOfOrder(sold.sold, [{ lineNo: 1, quantity: 1, restock: true }], {
        reason: 'Zebedee Quillfeather changed her mind',
      }),
    );
    const others = await signedInWith(test, [
      ['Students', 'read_only'],
      ['Orders', 'read_only'],
      ['Payments', 'read_only'],
      ['Fairs', 'edit'],
    ]);
    expect(await getRefusal(exportAll(others.client))).toMatchObject({
      status: 403,
      message: 'Only a SUPER_ADMIN may export all data of students.',
    });
    const id = await exportAll();
    exportJobs.push(id);
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
    const held = {
      ...register.sold({
        customerType: 'student',
        studentNumber: 'Z-1',
        customerName: 'Zebedee Quillfeather',
      }),
      totalCents: 1,
    };
    expect((await register.handIn(held))[0]).toMatchObject({ result: 'held' });
    expect(
      (await getRefusal(desk.eraseAll({ confirm: 'another school', reason: 'It left us.' })))
        .errors,
    ).toEqual({ confirm: `Type ${schoolName} to confirm.` });
    const refused = await getRefusal(desk.eraseAll({ confirm: schoolName, reason: 'It left us.' }));
    expect(refused).toMatchObject({ status: 409, code: 'IN_USE' });
    expect(refused.reasons?.map(({ code }) => code)).toEqual([
      'FAIR_LIVE',
      'EWALLETS',
      'ORDERS_HELD',
    ]);
    expect((await overview()).obstacles).toEqual(refused.reasons);

    await endFair(floor.fair.id);
    const { data: waiting } = await test.owner.orders.held({ query: { fairId: floor.fair.id } });
    await test.owner.orders.decideHeld({
      params: { id: waiting.results[0]!.id },
      body: { decision: 'discard', reason: 'A test.' },
    });
    const { data: found } = await test.owner.students.list({ query: { search: 'Z-1' } });
    const { id, walletBalanceCents } = found.results[0]!;
    await test.owner.students.addWalletEntry({
      params: { id },
      body: { type: 'payout', amountCents: walletBalanceCents, note: 'Paid out' },
    });
    expect((await overview()).obstacles).toEqual([]);
    expect(
      (
        await getRefusal(
          desk.eraseAll({ confirm: schoolName, reason: 'Asked by Marmaduke Thistlewick' }),
        )
      ).errors,
    ).toEqual({ reason: 'Leave names out. This text is permanent.' });
  });

  it('leave no name in any column or file once erased, with proof, while sums stay', async () => {
    const other = await openFair(test);
    await test.owner.studentRecords.add({
      body: {
        schoolId: other.fair.schoolId,
        studentNumber: 'Q-1',
        firstName: 'Pupil3',
        lastName: 'Broadbanks',
      },
    });
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
    await mailer.send({
      ...mail,
      attachments: [
        {
          filename: 'SHIP_TO_SCHOOL.csv',
          content: Buffer.from('Quillfeather, Zebedee'),
          contentType: 'text/csv',
        },
      ],
    });
    const places = (await findTraces(test.db, NAME)).map((trace) => trace.split(':')[0]);
    for (const place of [
      'students.first_name',
      'parents.email',
      'orders.customer_name',
      'refunds.reason',
      'held_orders.body',
      'idempotency_keys.body',
    ])
      expect(places).toContain(place);
    const { data } = await desk.eraseAll({ confirm: schoolName, reason: 'The contract ended.' });
    expect(
      (await getRefusal(desk.eraseAll({ confirm: schoolName, reason: 'Twice.' }))).reasons?.[0]
        ?.code,
    ).toBe('ERASURE_RUNNING');

    // The process dies after the first step; another run goes on a minute later.
    await sql`create function fail() returns trigger language plpgsql as
      $$ begin raise 'the process died'; end $$`.execute(test.db);
    const last = sql.lit(`M-${MANY + 9}`);
    await sql`create trigger fail before update on students for each row
      when (new.student_number = ${last}) execute function fail()`.execute(test.db);
    await expect(desk.run()).rejects.toThrow('the process died');
    expect((await overview()).erasures[0]).toMatchObject({ phase: 'students', erased: 20 });
    await sql`drop function fail cascade`.execute(test.db);
    await desk.run();
    expect((await overview()).erasures[0]).toMatchObject({ erased: 20, finishedAt: null });
    await sql`update student_erasures set lease_until = now() - interval '1 second'
      where finished_at is null`.execute(test.db);
    await desk.run();

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
    await checkInvariants(test.db);
    for (const id of exportJobs)
      expect((await test.send(test.ownerToken)(`/v1/jobs/${id}/file`, {})).status).toBe(404);
    expect(await readdir(mailDir)).toEqual(unattached);

    const proof = await desk.proofOf(data.erasureId);
    expect(proof).not.toMatch(NAME);
    expect(proof).toMatch(/Nothing found/);
    expect(proof).toMatch(new RegExp(`were erased ${MANY + 2}`));
    expect(proof).toMatch(new RegExp(`Stored answers that named somebody ${MANY + 2}`));
    expect(proof).toMatch(/The contract ended\./);
    expect(proof).toMatch(/after 14 days/);
    expect(proof).toMatch(/1 name is also that of somebody/);
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
    expect(await desk.proofOf(data.erasureId)).toMatch(/activity\.changes 1 row/);
  });

  it('follow the rule of the settings or of the school, and its preview', async () => {
    const school = floor.fair.schoolId;
    const [old, fresh, rich] = [
      await desk.add('R-1', 'Olive', 'Longago'),
      await desk.add('R-2', 'Fern', 'Recent'),
      await desk.add('R-3', 'Gus', 'Moneyed'),
    ];
    await test.owner.deskTopUps.add({
      params: { id: rich.id },
      body: { method: 3, amountCents: 2_000 },
    });
    await sql`update students set updated_at = now() - interval '25 months'
      where id in (${old.id}, ${rich.id})`.execute(test.db);
    expect((await overview()).due).toEqual({ now: 0, blocked: 0, withinYear: 0, first: [] });
    expect((await overview({ months: 24 })).due).toMatchObject({ now: 1, withinYear: 1 });
    expect((await overview({ months: 24 })).due.first.map((one) => one.studentNumber)).toEqual([
      'R-1',
      'R-2',
      'R-3',
    ]);
    const { data: settings } = await test.owner.settings.get();
    if (!('version' in settings)) throw new Error('The owner sees all settings.');
    await test.owner.settings.update({
      body: { studentRetentionMonths: 24, version: settings.version },
    });
    await test.owner.studentData.setRule({ params: { id: school }, body: { months: 36 } });
    await startDueErasures(test.db);
    await desk.run();
    expect((await overview()).students).toBe(3);
    await test.owner.studentData.setRule({ params: { id: school }, body: { months: null } });
    await startDueErasures(test.db);
    await desk.run();
    const { erasures, due } = await overview();
    expect(erasures[0]).toMatchObject({
      kind: 'retention',
      months: 24,
      askedBy: 'Retention rule',
      erased: 1,
      found: 0,
    });
    expect(due).toMatchObject({ now: 0 });
    const nameOf = async (id: string) =>
      (await test.ask.students.getById({ params: { id } })).lastName;
    expect([await nameOf(old.id), await nameOf(fresh.id), await nameOf(rich.id)]).toEqual([
      'student',
      'Recent',
      'Moneyed',
    ]);
  });

  it('that have money or come from the source are not reached by the rule', async () => {
    await sql`update students set updated_at = now() - interval '9 years', in_source = true
      where student_number = 'R-2'`.execute(test.db);
    const { due, inSource } = await overview({ months: 6 });
    expect(inSource).toBe(1);
    expect(due.first.map(({ studentNumber }) => studentNumber)).toEqual(['R-3']);
    expect(due.first[0]).toMatchObject({ obstacle: 'money' });
  });
});
