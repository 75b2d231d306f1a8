import { ALL_SCHOOLS, type ReportType } from '@pos/contract/reports/report-query';
import { today } from '@pos/contract/values/clock';
import type { Place } from '@pos/contract/permissions';
import type { PlacesOfAdmin } from '@pos/contract/staff/places';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { limitToPlaces } from '@pos/world/places';
import { describe, expect, it, vi } from 'vitest';
import { toRequest, bearer } from '#testing/calls/sent-requests.ts';
import { schedule } from '#testing/rights/rights-samples.ts';
import { prepareMatrix } from '#testing/rights/rights-matrix-data.ts';
import { RIGHTS } from '#testing/rights/rights-matrix.ts';
import type { Line, Sent } from '#testing/rights/rights-line.ts';
import { makeFigures } from '#api/reports/reports/figures/make-figures.queries.ts';
import { inPlaces } from '#api/db/places/places.ts';
import { findAdminsAt } from '#api/sales/register/people.queries.ts';
import { CALLS } from '#testing/rights/contract-fields.ts';
import { getAdminId } from '#testing/rights/access-rules.ts';
import { expectRefusal } from '#testing/calls/expectations.ts';
import { runJobs } from '#testing/app/run-jobs.ts';
import { newFair } from '#testing/selling/new-records.ts';
import { makeFullAdmin } from '#testing/rights/personas.ts';
import { openFair } from '#testing/selling/sales-floor.ts';
import { startTestApp } from '#testing/app/test-app.ts';

/**
 * Tables without a place: accounts, the company's catalog, templates and settings, the counts and
 * receipts of the warehouse; activity is read by record, live events by their reader.
 */
const WITHOUT_PLACE = `
  access_log account_links activity activity_seals admin_changes admins artworks attempts
  authenticators company_groups company_sessions company_sign_in count_differences
  count_lines count_scans counts factor_resets idempotency_keys job_tickets live_events
  package_lists package_titles passkeys password_history preferences receipt_lines
  receipt_scans receipts recovery_codes refresh_tokens register_tries report_items
  role_duties role_rights roles schema_migrations season_prices sessions settings
  shared_setup sold_titles stored_file_chunks stored_files template_types template_versions
  templates title_pictures titles used_challenges verification_codes views`;
const ENDPOINTS = new Map(
  CALLS.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);

const ASKED_DAY = today('America/Detroit');
/** Queries about all places, instead of those of the rights table, which name a record. */
const OF_ALL_PLACES: Record<string, Record<string, string>> = {
  'GET /v1/search': { q: 'REG-EAST' },
  'GET /v1/reports': {
    reportType: 'SALES_SUMMARY',
    schoolIdentifier: ALL_SCHOOLS,
    startDate: ASKED_DAY,
    endDate: ASKED_DAY,
  },
};

/** Calls for records that path, query or body names: `hideOtherPlaces` hides those of other places. */
const NAMED =
  /:id|\/(activity|fair-inventory|fairs\/sales|wallet-cards|payout-receipts|exports|receipt-lines)$|POST .*report/;

/**
 * Other reads that are alike at all places: of what has no place, of the caller's own, and of returns
 * and found cartons, of which there are none here.
 */
const ALIKE = `
  GET /v1/admins/get-admins
  GET /v1/roles/get-roles
  GET /v1/roles/get-modules-with-rights
  GET /v1/settings
  GET /v1/roles
  GET /v1/roles/get-master-roles
  GET /v1/settings/second-factor
  GET /v1/settings/company-sign-in
  GET /v1/settings/syncs
  GET /v1/fairs/bulk-upload/template
  GET /v1/fairs/bulk-upload/prices
  GET /v1/packages/title-options
  GET /v1/customization-template/get-title-options
  GET /v1/cartons/found
  GET /v1/warehouse/receipts
  GET /v1/warehouse/returns
  GET /v1/warehouse/counts
  GET /v1/warehouse/differences
  GET /v1/packages/contents
  GET /v1/settings/master-template
  POST /v1/settings/preview-template
  GET /v1/customization-template
  GET /v1/customization-template/get-customized-type
  GET /v1/notifications`;

/** Calls whose answers name the caller, or the moment. */
const OWN = /^GET \/v1\/(admins\/profile|notifications|jobs|report-schedules)/;

/** Returns both texts from shortly before the first difference. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return [one, other].map((text) => text.slice(Math.max(0, at - 100), at + 100)).join(' / ');
}

/**
 * Rights by place (domain 7.4): every call of the rights table, made by admins who hold every right
 * and work at another school, at all places, or at one of the fairs.
 */
describe('an admin who is limited to places', async () => {
  const test = await startTestApp();
  const ground = await prepareMatrix(test);
  const [east, west] = [await trade('EAST'), await trade('WEST')];

  /** A fair with sales, a refund, and a student with money. */
  async function trade(name: string) {
    const floor = await openFair(test);
    const register = await floor.logIn(`REG-${name}`);
    await register.addStudent(`${name}-1`, 2_000);
    await register.bookByWallet(`${name}-1`);
    await register.topUp(`${name}-1`, 2_500);
    const order = await register.book();
    await register.handInRefunds(register.refund(order));
    await register.hold({ taxRatePpm: 1 });
    const { schoolId, id: fairId } = floor.fair;
    await test.owner.shipments.open({ body: { fairId } });
    const studentId = await floor.studentId(`${name}-1`);
    const parentId = uuidv7();
    await test.db
      .insertInto('parents')
      .values({ id: parentId, name: `Ann ${name}` })
      .execute();
    await test.db.insertInto('studentParents').values({ studentId, parentId }).execute();
    await test.db
      .updateTable('students')
      .set({ teacher: `Oak ${name}` })
      .where('id', '=', studentId)
      .execute();
    await test.db.updateTable('schools').set({ region: name }).where('id', '=', schoolId).execute();
    await test.owner.deskTopUps.add({
      params: { id: studentId },
      body: { method: 3, amountCents: 2_500 },
    });
    await test.owner.reportSchedules.add({ body: schedule(floor.fair, test.ownerId) });
    return { floor, order, schoolId, studentId };
  }

  const limit = (id: string, places: Partial<PlacesOfAdmin>) =>
    limitToPlaces(test.owner, id, places);
  const limitedTo = async (name: string, places: Partial<PlacesOfAdmin>) => {
    const { id, token } = await makeFullAdmin(test, name);
    await limit(id, places);
    return token;
  };
  const free = (await makeFullAdmin(test, 'works everywhere')).token;
  const atSchool = await limitedTo('works there', { schoolIds: [west.schoolId] });
  const atFair = await limitedTo('works at the fair there', { fairIds: [west.floor.fair.id] });
  const schools = await test.db.selectFrom('schools').select('id').execute();
  const atAll = await limitedTo('works at all', { schoolIds: schools.map(({ id }) => id) });

  const adminOf = (token: string) => getAdminId({ name: '', token, standing: 'admin', holds: [] });
  const sentBy = async (sent: Line[3], call: string): Promise<Sent> => ({
    ...(typeof sent === 'function' ? await sent(ground) : sent),
    ...(call in OF_ALL_PLACES && { query: OF_ALL_PLACES[call] }),
  });
  const ask = async (token: string, [method, path]: Line, sent: Sent) => {
    const { statusCode, body } = await test.app.inject(
      toRequest(method, path, sent, bearer(token)),
    );
    // A file and a page say the moment in which they were made.
    const told = body.startsWith('{')
      ? body.replaceAll(/"(requestId|generatedAt|asOf|cursor)":"[^"]*"/g, '')
      : '';
    return { statusCode, body: told };
  };
  const lines = RIGHTS.flatMap((line) => {
    const endpoint = ENDPOINTS.get(`${line[0]} ${line[1]}`);
    return endpoint && line[2] !== 'public' && !line[2].endsWith('register')
      ? [{ line, call: `${line[0]} ${line[1]}`, place: endpoint.access.place }]
      : [];
  });

  /** ID of a record in the east, of the kind that the call is about. */
  const recordFor = (path: string): string => {
    const [, , part] = path.split('/');
    return (
      { students: east.studentId, orders: east.order.id, schools: east.schoolId }[part ?? ''] ??
      east.floor.fair.id
    );
  };

  it('reads the same as anybody else if the places are all there are', async () => {
    const wrong: string[] = [];
    for (const { line, call, place } of lines) {
      if (line[0] !== 'GET' || OWN.test(call) || place !== 'seen') continue;
      const { query = {} } = await sentBy(line[3], call);
      const sent = { params: { id: recordFor(line[1]) }, query };
      const [one, other] = [await ask(free, line, sent), await ask(atAll, line, sent)];
      if (one.statusCode !== other.statusCode || one.body !== other.body)
        wrong.push(
          `${call} ${one.statusCode} ${other.statusCode} ${difference(one.body, other.body)}`,
        );
    }
    expect(wrong).toEqual([]);
  });

  it('finds nothing of other places in any answer, whatever the call', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from placed_ids
      where id not in (
        select id from placed_ids where id in (${west.floor.fair.id}, ${west.schoolId})
        union select id from students where school_id = ${west.schoolId}
        union select w.id from wallets w join students s on s.id = w.student_id
          where s.school_id = ${west.schoolId}
        union select id from orders where fair_id = ${west.floor.fair.id}
        union select l.id from order_lines l join orders o on o.id = l.order_id
          where fair_id = ${west.floor.fair.id}
        union select id from payments where school_id = ${west.schoolId}
        union select id from refunds where fair_id = ${west.floor.fair.id}
        union select id from fair_lines where fair_id = ${west.floor.fair.id}
        union select id from held_orders where fair_id = ${west.floor.fair.id}
        union select id from stock_documents where fair_id = ${west.floor.fair.id}
        union select parent_id from student_parents where student_id = ${west.studentId}
        union select id from devices
          where current_fair_id is null or current_fair_id = ${west.floor.fair.id})`.execute(
      test.db,
    );
    const hidden = [...rows.map(({ id }) => id), east.floor.fair.identifier, 'EAST-1'];
    const wrong: string[] = [];
    for (const [index, { line, call, place }] of lines.entries()) {
      const sent = await sentBy(line[3], call);
      const token = index % 2 === 0 ? atSchool : atFair;
      const unknown = await ask(token, line, sent);
      if (place === 'everywhere' && unknown.statusCode !== 403)
        wrong.push(`${call} concerns all places and answers ${unknown.statusCode}`);
      if (line[1].includes(':id') && place !== 'everywhere') {
        const known = await ask(token, line, { ...sent, params: { id: recordFor(line[1]) } });
        if (known.statusCode !== unknown.statusCode || known.body !== unknown.body)
          wrong.push(`${call} knows it: ${known.statusCode} ${known.body.slice(0, 200)}`);
      }
      const told = hidden.find((one) => unknown.body.includes(one));
      if (told !== undefined) wrong.push(`${call} tells ${told}: ${unknown.body.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('notices each read that no longer keeps to its places', async () => {
    const survivors: string[] = [];
    for (const { line, call, place } of lines) {
      if (place !== 'seen') continue;
      const sent = await sentBy(line[3], call);
      const kept = await ask(atFair, line, sent);
      const access: { place: Place } = ENDPOINTS.get(call)!.access;
      access.place = 'none';
      const { statusCode, body } = await ask(atFair, line, sent).finally(() => {
        access.place = 'seen';
      });
      if (statusCode === kept.statusCode && body === kept.body) survivors.push(call);
    }
    expect(survivors.filter((call) => !NAMED.test(call))).toEqual(ALIKE.trim().split(/\n */));
  });

  it('sees own records, also of a single fair, and changes them', async () => {
    for (const token of [atSchool, atFair]) {
      const client = test.client(token);
      const { data: orders } = await client.orders.list({ query: {} });
      expect(orders.results.map(({ fairId }) => fairId)).toEqual(
        orders.results.map(() => west.floor.fair.id),
      );
      expect(orders.totalResults).toBe(2);
      const { data: totals } = await client.orders.totals({ query: {} });
      const query = { fairId: west.floor.fair.id };
      expect(totals).toEqual((await test.client(free).orders.totals({ query })).data);
      const { data: students } = await client.students.list({ query: {} });
      expect(students.results.map(({ id }) => id)).toEqual([west.studentId]);
      const note = { entity: 'fair', entityId: west.floor.fair.id, text: 'Called back.' } as const;
      expect((await client.activity.addNote({ body: note })).message).toBe('Note added.');
    }
  });

  it('plans fairs at whole schools only', async () => {
    const body = newFair(test, west.floor.fair.schoolIdentifier);
    const { data: added } = await test.client(atSchool).fairs.add({ body });
    await expectRefusal(test.client(atFair).fairs.add({ body }), 'FORBIDDEN');
    await test.owner.fairs.delete({ params: { id: added.id } });
  });

  it('is limited from the next request on, and nobody limits themselves or a SUPER_ADMIN', async () => {
    const { id, token } = await makeFullAdmin(test, 'is limited later');
    const client = test.client(token);
    const count = async () => (await client.fairs.list({ query: {} })).data.totalResults;
    expect(await count()).toBeGreaterThan(2);
    await limit(id, { fairIds: [west.floor.fair.id] });
    expect(await count()).toBe(1);
    await limit(id, { worksAt: 'everywhere' });
    expect(await count()).toBeGreaterThan(2);
    await expectRefusal(limit(id, { fairIds: [west.floor.fair.id], version: 1 }), 'STALE_VERSION', {
      current: { worksAt: 'everywhere' },
    });
    await expectRefusal(limit(id, {}), 'VALIDATION_FAILED');
    await expectRefusal(limit(test.ownerId, { fairIds: [west.floor.fair.id] }), 'FORBIDDEN');
    const { data: entries } = await test.owner.activity.list({
      query: { entity: 'admin', entityId: id },
    });
    expect(entries.results.flatMap(({ changes }) => changes?.['places'] ?? [])).toContainEqual({
      from: 'everywhere',
      to: west.floor.fair.name,
    });
  });

  it('gets reports and exports of own places, with figures made or not', async () => {
    const day = today('America/Detroit');
    const report = async (token: string, reportType: ReportType) => {
      const { data } = await test.client(token).reports.run({
        query: { reportType, schoolIdentifier: ALL_SCHOOLS, startDate: day, endDate: day },
      });
      return { rows: data.rows, totals: data.totals };
    };
    for (const isMade of [false, true]) {
      if (isMade) await makeFigures(test.db);
      for (const type of ['ITEM_SALES', 'SALES_SUMMARY', 'DAILY_SALES'] as const) {
        expect(await report(atAll, type)).toEqual(await report(free, type));
        const { rows } = await report(atFair, type);
        const units = await report(free, type);
        expect(rows.length).toBeGreaterThan(0);
        expect(JSON.stringify(rows)).not.toContain(east.floor.fair.identifier);
        expect(JSON.stringify(rows)).not.toBe(JSON.stringify(units.rows));
      }
    }
    await runJobs(test);
    const client = test.client(atFair);
    const { data } = await client.exports.add({
      body: { list: 'orders', query: {}, format: 'csv' },
    });
    await vi.waitFor(async () => {
      const { data: job } = await client.jobs.getById({ params: { id: data.jobId } });
      expect(job.status).toBe('succeeded');
    }, 20_000);
    const file = await (await test.send(atFair)(`/v1/jobs/${data.jobId}/file`, {})).text();
    expect(file).toContain(west.order.orderNumber);
    expect(file).not.toContain(east.order.orderNumber);
  });

  it('keeps no file, message or place from before', async () => {
    const { id, token } = await makeFullAdmin(test, 'exports first');
    const client = test.client(token);
    const { data } = await client.exports.add({
      body: { list: 'orders', query: {}, format: 'csv' },
    });
    await vi.waitFor(async () => {
      const { data: job } = await client.jobs.getById({ params: { id: data.jobId } });
      expect(job.status).toBe('succeeded');
    }, 20_000);
    expect((await client.notifications.list({ query: {} })).data.results).not.toEqual([]);
    await limit(id, { fairIds: [west.floor.fair.id] });
    const params = { id: data.jobId };
    for (const call of [
      () => client.jobs.getById({ params }),
      () => client.jobs.file({ params }),
      () => client.jobs.ticket({ params }),
    ])
      await expectRefusal(call(), 'NOT_FOUND');
    expect((await client.notifications.list({ query: {} })).data.results).toEqual([]);
    await limit(id, { schoolIds: [east.schoolId], fairIds: [west.floor.fair.id] });
    const { data: places } = await test.client(atFair).places.ofAdmin({ params: { id } });
    expect(places).toMatchObject({ schoolIds: [], fairIds: [west.floor.fair.id] });
  });

  it('works no register of another place', async () => {
    await test.db.updateTable('admins').set({ secretCodeHash: 'a code' }).execute();
    for (const [name, { floor }, works] of [
      ['EAST', east, false],
      ['WEST', west, true],
    ] as const) {
      const { id: deviceId } = await test.db
        .selectFrom('devices')
        .select('id')
        .where('deviceId', '=', `REG-${name}`)
        .executeTakeFirstOrThrow();
      const people = (await findAdminsAt(test.db, deviceId, [floor.fair.id])).map(({ id }) => id);
      expect(people).toContain(adminOf(free));
      expect([atSchool, atFair].map((token) => people.includes(adminOf(token)))).toEqual([
        works,
        works,
      ]);
    }
  });

  it('hides each table that has a place, and says which have none', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and not relrowsecurity
      order by 1`.execute(test.db);
    expect(rows.map(({ name }) => name)).toEqual(WITHOUT_PLACE.trim().split(/\s+/));
  });

  it('counts titles of its own fairs only, though named others', async () => {
    const read = (...fairs: string[]) =>
      sql<{ units: number }>`
        select title_id, units
        from seen_titles(${fairs}::uuid[], '-infinity', 'infinity')
        order by 1`.execute(test.db);
    const [own, other] = [west.floor.fair.id, east.floor.fair.id];
    const { rows } = await inPlaces(adminOf(atFair), () => read(own, other));
    expect(rows).toEqual((await read(own)).rows);
    expect(rows).not.toEqual((await read(own, other)).rows);
  });
});
