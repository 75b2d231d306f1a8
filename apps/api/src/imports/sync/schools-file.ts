import { SchoolSourceField } from '@pos/contract/fairs/schools';
import { State, UNKNOWN_STATE } from '@pos/contract/states';
import { PublicIdentifier, text, TimeZone } from '@pos/contract/values';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { recordActivities } from '#api/staff/activity/activity.service.ts';
import { optionalText, wholeNumberOrBlank, yesNo } from './cells.ts';
import type { FileRules, Numbered } from './sync-file.ts';
import { deactivateRows, findDeliveredRows, upsertRows } from './upsert.queries.ts';

const SchoolRow = z.object({
  identifier: PublicIdentifier,
  name: text(2, 120, 'School name must have 2 to 120 characters.'),
  address: optionalText(255),
  city: optionalText(120),
  state: z.union([z.literal(''), State], UNKNOWN_STATE).optional(),
  zip: z
    .string()
    .regex(/^(?:\d{5}(?:-\d{4})?)?$/, 'Enter the ZIP code as 12345 or 12345-6789.')
    .optional(),
  phone: optionalText(30),
  enrollment: wholeNumberOrBlank(0, 100_000, 'Enter a whole number.'),
  timeZone: z.union([z.literal(''), TimeZone], 'Unknown time zone.').optional(),
  taxExempt: yesNo(false),
  factsEnabled: yesNo(true),
  coordinatorName: optionalText(120),
  coordinatorEmail: z.union([z.literal(''), z.email()], 'Invalid email address').optional(),
});
type SchoolRow = z.infer<typeof SchoolRow>;

/**
 * SQL condition: the school is still in use by a fair not closed out, its AveDollars, or a
 * student's money.
 */
const isOpen = sql<boolean>`ave_dollar_balance_cents <> 0
  or exists (
    select from fairs where fairs.school_id = schools.id and fairs.close_out_state = 'open')
  or exists (
    select
    from students
    join wallets on wallets.student_id = students.id
    where students.school_id = schools.id and wallets.balance_cents <> 0)`;

/** Columns that every school has, whether the file has them or not. */
const ALWAYS = ['address', 'city', 'state', 'zip', 'factsEnabled'] as const;

/**
 * Lists the fields of a row that the source owns from now on: those whose column the file has. A
 * blank time zone is the product's own.
 */
function deliveredFields(row: SchoolRow): SchoolSourceField[] {
  return SchoolSourceField.options.filter((name) =>
    name === 'timeZone' ? Boolean(row.timeZone) : row[name] !== undefined,
  );
}

/**
 * `schools.csv`: schools by identifier. Fairs keep the time zone and address they were planned
 * with.
 */
export const schoolsFile: FileRules<SchoolRow> = {
  name: 'schools.csv',
  columns: {
    required: ['identifier', 'name'],
    optional: [
      'address',
      'city',
      'state',
      'zip',
      'phone',
      'enrollment',
      'timeZone',
      'taxExempt',
      'factsEnabled',
      'coordinatorName',
      'coordinatorEmail',
    ],
  },
  schema: SchoolRow,
  toKey: (cells) => cells.get('identifier') || undefined,
  rowsAtOnce: 500,

  async apply(tx, rows, { actor, defaultTimeZone }) {
    const identifiers = rows.map(({ value }) => value.identifier.toLowerCase());
    // Locked in one order, so that two writers cannot deadlock.
    const known = await tx
      .selectFrom('schools')
      .select(['identifier', 'timeZone', 'mergedInto'])
      .where(sql<boolean>`lower(identifier) = any(${identifiers}::text[])`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const zones = new Map(
      known.map(({ identifier, timeZone }) => [identifier.toLowerCase(), timeZone]),
    );
    const merged = new Set(
      known.flatMap(({ identifier, mergedInto }) => (mergedInto ? identifier.toLowerCase() : [])),
    );
    const isMerged = ({ value }: Numbered<SchoolRow>) => merged.has(value.identifier.toLowerCase());
    const delivered = rows.filter((row) => !isMerged(row));
    const records = delivered.map(({ value }) => {
      const { address = '', city = '', state = '', zip = '', timeZone, ...school } = value;
      const { factsEnabled = false } = value;
      return {
        id: uuidv7(),
        ...school,
        factsEnabled,
        address,
        city,
        state,
        zip,
        timeZone: timeZone || (zones.get(school.identifier.toLowerCase()) ?? defaultTimeZone),
        sourceFields: deliveredFields(value),
      };
    });
    // Columns that the file lacks, which an existing school keeps.
    const kept = rows[0] ? ALWAYS.filter((name) => rows[0]?.value[name] === undefined) : [];
    const changed = await upsertRows(
      tx,
      'schools',
      sql`(lower(identifier))`,
      ['id', 'identifier', ...kept],
      records,
    );
    await recordActivities(tx, actor, {
      action: 'school.synced',
      entity: 'school',
      entityIds: changed.map(({ id }) => id),
    });
    const created = changed.filter((one) => one.created).length;
    return {
      created,
      updated: changed.length - created,
      unchanged: delivered.length - changed.length,
      rejected: rows.filter(isMerged).map(({ row, value }) => ({
        row,
        column: 'identifier',
        message: `School "${value.identifier}" was merged into another. Remove it from the source.`,
      })),
    };
  },

  async finish(tx, keys, { actor }) {
    const gone = (await findDeliveredRows(tx, 'schools', sql<string>`lower(identifier)`)).filter(
      ({ key }) => !keys.has(key),
    );
    const ids = await deactivateRows(
      tx,
      'schools',
      gone.map(({ id }) => id),
      isOpen,
    );
    await recordActivities(tx, actor, {
      action: 'school.deactivated',
      entity: 'school',
      entityIds: ids,
    });
    return ids.length;
  },
};
