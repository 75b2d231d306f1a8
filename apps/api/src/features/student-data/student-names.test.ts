import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { erasureDesk } from '#testing/erasure-desk.ts';
import { findTraces } from '#testing/name-traces.ts';
import { getRefusal } from '#testing/refusals.ts';
import { runJobs } from '#testing/run-jobs.ts';
import { openFair, PENCIL } from '#testing/sales-floor.ts';
import { startTestApp } from '#testing/test-app.ts';

describe('the names of students', async () => {
  const test = await startTestApp();
  await runJobs(test);
  const floor = await openFair(test);
  const register = await floor.logIn('REG-01');
  const { schoolId } = floor.fair;
  const schoolName = (await test.ask.schools.getById({ params: { id: schoolId } })).name;
  const desk = erasureDesk(test, schoolId);
  await desk.add('Z-1', 'Zebedee', 'Quillfeather');
  await register.book();

  it('are named in no permanent text: a note, reason or message of the school, fair or order', async () => {
    const fairId = floor.fair.id;
    const school = await test.ask.schools.getById({ params: { id: floor.fair.schoolId } });
    const {
      version,
      schoolIdentifier,
      name,
      address,
      startDate,
      endDate,
      salesTaxRate,
      adminId,
      packageOption,
    } = await test.ask.fairs.getById({ params: { id: fairId } });
    const fair = {
      schoolIdentifier,
      name,
      address,
      startDate,
      endDate,
      salesTaxRate,
      adminId,
      packageOption,
    };
    const order = (await test.ask.orders.list({ query: { fairId } })).results[0]!;
    const lineId = (await test.ask.orders.getById({ params: { id: order.id } })).lines[0]!.id;
    const payment = (await test.ask.payments.list({ query: { fairId } })).results[0]!;
    const waiting = { ...register.sold(), totalCents: 1 };
    expect((await register.handIn(waiting))[0]).toMatchObject({ result: 'held' });
    const held = (await test.ask.orders.held({ query: { fairId, state: 'waiting' } })).results[0]!;
    const line = await floor.line(PENCIL);
    const count = {
      fairId,
      businessDay: startDate,
      countedBy: 'Ann Counts',
      secondPerson: 'Bob Counts',
    };
    const text = 'For QUILLFEATHER, zebedee';
    const note = (entity: 'school' | 'fair' | 'order' | 'payment', entityId: string) =>
      test.owner.activity.addNote({ body: { entity, entityId, text } });
    const refusals = await Promise.all(
      [
        note('school', school.id),
        note('fair', fairId),
        note('order', order.id),
        note('payment', payment.id),
        test.owner.schools.update({
          params: { id: school.id },
          body: { notes: text, version: school.version },
        }),
        test.owner.fairs.update({
          params: { id: fairId },
          body: { ...fair, publicMessage: text, version, confirm: true },
        }),
        test.owner.fairs.add({ body: { ...fair, publicMessage: text } }),
        test.owner.orders.refund({
          params: { id: order.id },
          body: { reason: text, lines: [{ lineId, quantity: 1, restock: true }] },
        }),
        test.owner.orders.decideHeld({
          params: { id: held.id },
          body: { decision: 'discard', reason: text },
        }),
        test.owner.aveDollars.adjust({
          params: { id: school.id },
          body: { amountCents: 500, note: text },
        }),
        test.owner.inventory.update({
          params: { id: line.id },
          body: {
            operation: 'add',
            updatedQuantity: 1,
            seenQuantity: line.onHand,
            reason: 'other',
            note: text,
          },
        }),
        test.owner.closeOut.addCashCount({
          body: { ...count, cashCents: 1, checkCents: 0, checks: 0, note: text },
        }),
        test.owner.closeOut.addFloatCount({
          body: { ...count, direction: 'in', amountCents: 1, note: text },
        }),
        test.owner.exports.add({
          body: {
            list: 'student-data',
            query: { schoolId: school.id },
            format: 'xlsx',
            reason: text,
          },
        }),
      ].map((call) => getRefusal(call)),
    );
    const field = (name_: string) => ({ [name_]: 'Leave names out. This text is permanent.' });
    expect(refusals.map(({ errors }) => errors)).toEqual([
      field('text'),
      field('text'),
      field('text'),
      field('text'),
      field('notes'),
      field('publicMessage'),
      field('publicMessage'),
      field('reason'),
      field('reason'),
      field('note'),
      field('note'),
      field('note'),
      field('note'),
      field('reason'),
    ]);
    await test.owner.activity.addNote({
      body: { entity: 'fair', entityId: fairId, text: 'Two families asked for a table.' },
    });
    await test.owner.orders.decideHeld({
      params: { id: held.id },
      body: { decision: 'discard', reason: 'A test.' },
    });
  });

  it('are searched for in every order, also where a note, a title or an author holds the name', async () => {
    await sql`update fairs set start_date = start_date - 30, end_date = end_date - 30`.execute(
      test.db,
    );
    await desk.add('X-1', 'Xanthippe', 'Quorndale');
    const school = floor.fair.schoolId;
    await sql`update schools set notes = 'Remember Xanthippe Quorndale' where id = ${school}`.execute(
      test.db,
    );
    await sql`update titles set title = 'The book of Xanthippe Quorndale', author = 'X. Quorndale'
      where sku = ${PENCIL}`.execute(test.db);
    await sql`update fairs set public_message = 'With Quorndale, Xanthippe'
      where id = ${floor.fair.id}`.execute(test.db);
    await sql`insert into activity
        (id, actor_type, actor_name, action, entity, entity_id, changes)
      values (${uuidv7()}, 'system', 'System', 'fair.updated', 'fair', ${floor.fair.id},
        '{"note": {"from": null, "to": "Quorndale, Xanthippe"}}')`.execute(test.db);
    const { data } = await desk.eraseAll({ confirm: schoolName, reason: 'Both orders.' });
    await desk.run();
    const proof = await desk.proofOf(data.erasureId);
    expect(proof).toMatch(/activity\.changes 1 row/);
    expect(proof).toMatch(/titles\.title 1 row/);
    expect(proof).not.toMatch(/also that of somebody/);
    const traces = (await findTraces(test.db, /quorndale/i)).map((trace) => trace.split(':')[0]);
    expect(traces.toSorted()).toEqual(['activity.changes', 'titles.author', 'titles.title']);
  });

  it('are searched for in no order where somebody who stays has the name', async () => {
    await desk.add('X-2', 'Banks', 'Pupil3');
    await test.owner.studentRecords.add({
      body: {
        schoolId: (await openFair(test)).fair.schoolId,
        studentNumber: 'Q-2',
        firstName: 'Pupil3',
        lastName: 'Banks',
      },
    });
    const { data } = await desk.eraseAll({ confirm: schoolName, reason: 'A namesake.' });
    await desk.run();
    const proof = await desk.proofOf(data.erasureId);
    expect(proof).toMatch(/any case and order 2 /);
    expect(proof).toMatch(/1 name is also that of somebody/);
    expect(proof).toMatch(/Nothing found/);
  });
});
