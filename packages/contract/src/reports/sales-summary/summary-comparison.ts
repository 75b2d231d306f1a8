import { code, type ToJson, list, nullable, number, percent, price, text } from '../columns.ts';
import { rankTables } from '../ranks.ts';

/** Tables of SALES_SUMMARY that compare all schools with each other and with the year before. */

/** A fair among those with the highest or lowest net sales of all schools. */
const rankedFair = {
  fairName: text('Fair', 'The fair; fairs without orders are left out.', { width: 32 }),
  schoolName: text('School', 'The school of the fair.', { width: 32 }),
  fairIdentifier: code('Fair ID', 'The code of the fair.', { width: 20, rank: 2 }),
  orders: number('Orders', 'Orders sold.', { rank: 1 }),
  netCents: price('Net sales', 'Gross less discounts and refunds.', { strong: true }),
};
/** A school among those. */
const rankedSchool = {
  schoolName: text('School', 'The school; schools without orders are left out.', { width: 32 }),
  schoolIdentifier: code('School ID', 'The public code of the school.', { width: 16, rank: 1 }),
  fairs: number('Fairs', 'Its fairs in the report.', { rank: 2 }),
  orders: number('Orders', 'Orders sold.', { rank: 1 }),
  netCents: price('Net sales', 'Gross less discounts and refunds.', { strong: true }),
};
/**
 * All schools, or those with orders in both years, beside themselves 52 weeks before: the same
 * weekdays of the season before, with the same filters.
 */
const comparedYear = {
  compared: text('Compared', 'The schools that are compared.', { width: 36 }),
  schools: number('Schools', 'Schools with orders in the range.', { rank: 2 }),
  orders: number('Orders', 'Orders sold in the range.', { rank: 1 }),
  netCents: price('Net sales', 'Gross less discounts and refunds.', { strong: true }),
  previousDays: text('52 weeks before', 'The same weekdays one year before.', { width: 26 }),
  previousSchools: number('Schools before', 'Schools with orders in those days.', { rank: 2 }),
  previousOrders: number('Orders before', 'Orders sold in those days.', { rank: 1 }),
  previousNetCents: price('Net sales before', 'Net sales of those days.'),
  changeCents: price('Change', 'Net sales less those of the year before.', { strong: true }),
  changePercent: nullable(
    percent('Change %', 'The change, of the net sales of the year before.', { blank: '-' }),
  ),
};

/** Their lists in the JSON; null in a report of one school, the comparison also with a method. */
export const comparisonLists = {
  comparison: nullable(list(comparedYear)),
  highestFairs: nullable(list(rankedFair)),
  lowestFairs: nullable(list(rankedFair)),
  highestSchools: nullable(list(rankedSchool)),
  lowestSchools: nullable(list(rankedSchool)),
};
export const COMPARISON_TABLES = [
  { name: 'Year over year', rows: 'comparison', ofAllSchools: true, columns: comparedYear },
  ...rankTables('schools', ['highestSchools', 'lowestSchools'], rankedSchool),
  ...rankTables('fairs', ['highestFairs', 'lowestFairs'], rankedFair),
] as const;

export type ComparedYear = ToJson<typeof comparedYear>;
