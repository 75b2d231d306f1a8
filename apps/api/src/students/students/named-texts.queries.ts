import { ERASED_STUDENT } from '@pos/contract/students/students';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/db/db.ts';
import { streamRows } from '#api/db/row-stream.ts';
import { comparable, inAllOrders, NameFinder } from '#api/staff/activity/name-finder.rules.ts';

/** A column with texts that may name a student, and the rows that may; all of them without `rows`. */
type Place = { table: string; column: string; isJson?: boolean; rows?: RawBuilder<unknown> };

/**
 * Lists the columns that may change. Those with sales of a school come last, so that registers wait
 * the shortest time.
 */
function changeablePlaces(schoolId: string): Place[] {
  const ofSchool = sql`t.school_id = ${schoolId}`;
  const atFairs = sql`t.fair_id in (select id from fairs where school_id = ${schoolId})`;
  return [
    { table: 'idempotency_keys', column: 'body', isJson: true },
    { table: 'jobs', column: 'params', isJson: true },
    { table: 'jobs', column: 'result', isJson: true },
    { table: 'jobs', column: 'errors', isJson: true },
    { table: 'uploads', column: 'result', isJson: true },
    { table: 'schools', column: 'notes', rows: sql`t.id = ${schoolId}` },
    { table: 'fairs', column: 'public_message', rows: ofSchool },
    { table: 'held_orders', column: 'body', isJson: true, rows: atFairs },
    { table: 'held_orders', column: 'detail', rows: atFairs },
    { table: 'held_orders', column: 'decision_reason', rows: atFairs },
    { table: 'held_refunds', column: 'body', isJson: true, rows: atFairs },
    { table: 'refunds', column: 'reason', rows: atFairs },
    { table: 'orders', column: 'customer_name', rows: ofSchool },
  ];
}

/** Columns that an erasure leaves: evidence, the catalog, and texts that staff can correct. */
const PERMANENT_COLUMNS = {
  activity: ['changes'],
  artworks: ['file_name'],
  ave_dollar_entries: ['note'],
  cartons: ['label'],
  cash_counts: ['note', 'counted_by', 'second_person'],
  close_out_reversals: ['reason'],
  close_outs: ['snapshot'],
  count_differences: ['note'],
  counts: ['note'],
  customizations: ['field_values'],
  desk_top_ups: ['reversal_note'],
  devices: ['name'],
  drawer_entries: ['reason', 'second_person', 'entered_by'],
  fairs: ['name', 'hours'],
  float_counts: ['note', 'counted_by', 'second_person'],
  jobs: ['file_name'],
  notifications: ['subject'],
  order_lines: ['discount_reason'],
  payment_events: ['note', 'reported'],
  payments: ['review_reason'],
  payout_reversals: ['note'],
  put_away_scans: ['note'],
  report_schedules: ['question'],
  roles: ['description'],
  school_certificates: ['file_name'],
  schools: ['payment_terms'],
  settings: ['receipt_footer'],
  sold_titles: ['title'],
  stock_adjustments: ['note'],
  student_erasures: ['reason'],
  template_versions: ['fields'],
  templates: ['name', 'fields'],
  title_pictures: ['file_name'],
  titles: ['title', 'author'],
  uploads: ['made', 'file_name'],
  views: ['name', 'query'],
  wallet_entries: ['note'],
};

/**
 * Replaces names in every text of a school that may change, and erased students in stored answers
 * to repeated calls. Returns the changed rows by table. Repeating it changes nothing more.
 */
export async function replaceNames(
  tx: Tx,
  schoolId: string,
  names: readonly string[],
): Promise<Record<string, number>> {
  const changed: Record<string, number> = {
    idempotency_keys: await eraseStoredAnswers(tx, schoolId),
  };
  const finder = new NameFinder(inAllOrders(names));
  // A single word is too common to look for within a text.
  const whole = new Set(names.map(comparable));
  for (const place of changeablePlaces(schoolId)) {
    const found: ChangedText[] = [];
    for await (const { ctid, text } of readTexts(tx, place)) {
      const after = withoutNames(text, place, finder, whole);
      if (after !== text) found.push({ place: ctid, before: text, after });
    }
    changed[place.table] = (changed[place.table] ?? 0) + (await update(tx, place, found));
  }
  return changed;
}

/** Removes the erased students of a school from stored answers that are a student's record. */
async function eraseStoredAnswers(tx: Tx, schoolId: string): Promise<number> {
  const [firstName, lastName] = ERASED_STUDENT.split(' ');
  const erased = { firstName, lastName, teacher: ERASED_STUDENT, factsFamilyId: null, parents: [] };
  const { numAffectedRows } = await sql`
    update idempotency_keys
    set body = jsonb_set(body, '{data}', (body -> 'data') || ${JSON.stringify(erased)}::jsonb)
    where body #>> '{data,lastName}' <> ${lastName}
      and body #>> '{data,id}' in (
        select id::text from students where school_id = ${schoolId} and erased_at is not null)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
}

function withoutNames(
  text: string,
  { isJson = false }: Place,
  finder: NameFinder,
  whole: ReadonlySet<string>,
): string {
  if (!isJson)
    return whole.has(comparable(text)) ? ERASED_STUDENT : finder.replace(text, ERASED_STUDENT);
  if (!isNamedIn(text, finder)) return text;
  let isChanged = false;
  const after: unknown = JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'string') return value;
    const replaced = finder.replace(value, ERASED_STUDENT);
    isChanged ||= replaced !== value;
    return replaced;
  });
  return isChanged ? JSON.stringify(after) : text;
}

/** Escapes such as `\n` would be read as a part of the next word. */
function isNamedIn(text: string, finder: NameFinder): boolean {
  return finder.find(text.replaceAll(/\\[a-z]/g, ' ')).length > 0;
}

type ChangedText = { place: string; before: string; after: string };

/** Changes the rows at these places, except those that changed since they were read. */
async function update(
  tx: Tx,
  { table, column, isJson }: Place,
  found: readonly ChangedText[],
): Promise<number> {
  if (found.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t
    set ${sql.ref(column)} = ${isJson ? sql`given.after::jsonb` : sql`given.after`}
    from json_to_recordset(${JSON.stringify(found)}::json)
      as given(place tid, before text, after text)
    where t.ctid = given.place and t.${sql.ref(column)}::text = given.before`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Result of a search: its columns and rows, and the columns with a name with their rows. */
export type NameSearch = {
  columns: number;
  rows: number;
  found: { place: string; count: number }[];
};

/** Lists all columns with texts that may name a student: those that may change, and those that stay. */
export function listNamedPlaces(schoolId: string): Place[] {
  const permanent = Object.entries(PERMANENT_COLUMNS).flatMap(([table, columns]) =>
    columns.map((column): Place => ({ table, column })),
  );
  return [...changeablePlaces(schoolId), ...permanent];
}

/** Searches every text of a school, and all that stay, for names of several words. */
export async function searchNames(
  tx: Tx,
  schoolId: string,
  names: readonly string[],
): Promise<NameSearch> {
  const finder = new NameFinder(inAllOrders(names));
  const places = listNamedPlaces(schoolId);
  const search: NameSearch = { columns: places.length, rows: 0, found: [] };
  for (const place of places) {
    let count = 0;
    for await (const { text } of readTexts(tx, place)) {
      search.rows++;
      if (isNamedIn(text, finder)) count++;
    }
    if (count > 0) search.found.push({ place: `${place.table}.${place.column}`, count });
  }
  return search;
}

function readTexts(tx: Tx, { table, column, rows = sql`true` }: Place) {
  const query = sql<{ ctid: string; text: string }>`
    select t.ctid::text as ctid, t.${sql.ref(column)}::text as text
    from ${sql.table(table)} t
    where ${rows} and t.${sql.ref(column)} is not null`;
  return streamRows<{ ctid: string; text: string }>(tx, { compile: () => query.compile(tx) });
}
