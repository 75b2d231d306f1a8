import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { erasureDesk } from '#testing/selling/erasure-desk.ts';
import { expectErrors } from '#testing/calls/expectations.ts';
import { findTraces } from '#testing/rights/name-traces.ts';
import { toForm } from '#testing/selling/new-records.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { openFair, PENCIL, startSelling } from '#testing/selling/sales-floor.ts';

describe('the names of students', async () => {
  const { test, floor, register } = await startSelling();
  await runJobs(test);
  const { schoolId, schoolName, id: fairId } = floor.fair;
  const desk = erasureDesk(test, schoolId);
  await desk.add('Z-1', 'Zebedee', 'Quillfeather');
  const order = await register.book();

  it('are named in no permanent text: a note, reason or message of the school, fair or order', async () => {
    const ofSchool = { params: { id: schoolId } };
    const { version } = await test.ask.schools.getById(ofSchool);
    const { version: fairVersion, ...fair } = toForm(await floor.now());
    const { held } = await register.hold({ totalCents: 1 });
    const line = await floor.line(PENCIL);
    const businessDay = fair.startDate;
    const people = { countedBy: 'Ann Counts', secondPerson: 'Bob Counts' };
    const count = { fairId, businessDay, ...people };
    const text = 'For QUILLFEATHER, zebedee';
    const note = (entity: 'school' | 'fair' | 'order' | 'payment', entityId: string) =>
      test.owner.activity.addNote({ body: { entity, entityId, text } });
    const stock = { operation: 'add', updatedQuantity: 1, reason: 'other' } as const;
    const calls = [
      ['text', note('school', schoolId)],
      ['text', note('fair', fairId)],
      ['text', note('order', order.id)],
      ['text', note('payment', order.payments[0]!.id)],
      ['notes', test.owner.schools.update({ ...ofSchool, body: { notes: text, version } })],
      [
        'publicMessage',
        test.owner.fairs.update({
          params: { id: fairId },
          body: { ...fair, publicMessage: text, version: fairVersion, confirm: true },
        }),
      ],
      ['publicMessage', test.owner.fairs.add({ body: { ...fair, publicMessage: text } })],
      [
        'reason',
        test.owner.orders.refund({
          params: { id: order.id },
          body: {
            reason: text,
            lines: [{ lineId: order.lines[0]!.id, quantity: 1, restock: true }],
          },
        }),
      ],
      ['reason', floor.decide(held, { decision: 'discard', reason: text })],
      [
        'note',
        test.owner.aveDollars.adjust({ ...ofSchool, body: { amountCents: 500, note: text } }),
      ],
      [
        'note',
        test.owner.inventory.update({
          params: { id: line.id },
          body: { ...stock, seenQuantity: line.onHand, note: text },
        }),
      ],
      [
        'note',
        test.owner.closeOut.addCashCount({
          body: { ...count, cashCents: 1, checkCents: 0, checks: 0, note: text },
        }),
      ],
      [
        'note',
        test.owner.closeOut.addFloatCount({
          body: { ...count, direction: 'in', amountCents: 1, note: text },
        }),
      ],
      [
        'reason',
        test.owner.exports.add({
          body: { list: 'student-data', query: { schoolId }, format: 'xlsx', reason: text },
        }),
      ],
    ] as const;
    const error = 'Leave names out. This text is permanent.';
    await Promise.all(calls.map(([field, call]) => expectErrors(call, { [field]: error })));
    await test.owner.activity.addNote({
      body: { entity: 'fair', entityId: fairId, text: 'Two families asked for a table.' },
    });
    await floor.decide(held, { decision: 'discard', reason: 'A test.' });
  });

  it('are searched for in every order, also where a note, a title or an author holds the name', async () => {
    await sql`update fairs set start_date = start_date - 30, end_date = end_date - 30`.execute(
      test.db,
    );
    await desk.add('X-1', 'Xanthippe', 'Quorndale');
    await sql`update schools set notes = 'Remember Xanthippe Quorndale' where id = ${schoolId}`.execute(
      test.db,
    );
    await sql`update titles set title = 'The book of Xanthippe Quorndale', author = 'X. Quorndale'
      where sku = ${PENCIL}`.execute(test.db);
    await sql`update fairs set public_message = 'With Quorndale, Xanthippe'
      where id = ${fairId}`.execute(test.db);
    await sql`insert into activity
        (id, actor_type, actor_name, action, entity, entity_id, changes)
      values (${uuidv7()}, 'system', 'System', 'fair.updated', 'fair', ${fairId},
        '{"note": {"from": null, "to": "Quorndale, Xanthippe"}}')`.execute(test.db);
    const { data } = await desk.eraseAll({ confirm: schoolName, reason: 'Both orders.' });
    await desk.run();
    const proof = await desk.readProof(data.erasureId);
    expect(proof).toMatch(/activity\.changes 1 row/);
    expect(proof).toMatch(/titles\.title 1 row/);
    const traces = (await findTraces(test.db, /quorndale/i)).map((trace) => trace.split(':')[0]);
    expect(traces.toSorted()).toEqual(['activity.changes', 'titles.author', 'titles.title']);
  });

  it('are searched for in the texts of their school, while a namesake elsewhere stays', async () => {
    await desk.add('X-2', 'Banks', 'Pupil3');
    const other = (await openFair(test)).fair.schoolId;
    const namesake = { studentNumber: 'Q-2', firstName: 'Pupil3', lastName: 'Banks' };
    await test.owner.studentRecords.add({ body: { schoolId: other, ...namesake } });
    const { data } = await desk.eraseAll({ confirm: schoolName, reason: 'A namesake.' });
    await desk.run();
    const proof = await desk.readProof(data.erasureId);
    expect(proof).toMatch(/any case and order 3 /);
    expect(proof).toMatch(/Nothing found/);
    const { results } = await test.ask.students.list({ query: { search: 'Banks' } });
    expect(results).toMatchObject([namesake]);
  });
});
