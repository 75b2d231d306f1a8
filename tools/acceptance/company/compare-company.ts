import { ALL_SCHOOLS, type ReportType } from '@pos/contract/reports/report-query';
import type { Report } from '@pos/contract/reports/reports';
import { addDays, daysBetween } from '@pos/contract/values/days';
import { everyRow } from '../../office/every-row.ts';
import type { Office } from '../../office/session.ts';
import { type FigureGroup, figuresWithin, rowsWithin } from '../figures.ts';
import { FAIRS, SCHOOLS } from './company-data.ts';
import type { CompanyFigures, ReportFigures } from './expected.ts';

type Scope = { schoolIdentifier: string; fairIdentifier?: string };

/** Compares the reports of each fair, each school and all schools with the expected figures. */
export async function compareCompany(
  office: Office,
  { company, fairs, schools, incompleteExemptions }: CompanyFigures,
  start: string,
): Promise<FigureGroup[]> {
  /** Runs a report from before the first fair until after the last. */
  const run = async <Type extends ReportType>(reportType: Type, scope: Scope) => {
    const range = { startDate: addDays(start, -5), endDate: addDays(start, 30) };
    const { data } = await office.client.reports.run({ query: { reportType, ...scope, ...range } });
    return data as Extract<Report, { reportType: Type }>;
  };
  const groups: FigureGroup[] = [];
  const compare = async (name: string, scope: Scope, expected: ReportFigures) => {
    const summary = await run('SALES_SUMMARY', scope);
    const days = (await run('DAILY_SALES', scope)).rows;
    const titles = (await run('ITEM_SALES', scope)).rows;
    const toDay = ({ date }: { date: string }) => String(daysBetween(start, date));
    const figures = {
      'sales summary': figuresWithin(expected.summary, summary.totals),
      'daily sales': rowsWithin(expected.days, days, toDay, 'orders'),
      'item sales': rowsWithin(
        expected.titles,
        titles,
        ({ sku, title }) => sku ?? title,
        'quantitySold',
      ),
    };
    for (const [report, each] of Object.entries(figures))
      groups.push({ name: `${name}, ${report}`, figures: each });
    return summary;
  };

  const all = await compare('all schools', { schoolIdentifier: ALL_SCHOOLS }, company);
  const { settlement, storedValue } = company;
  groups.push({
    name: 'all schools, stored value',
    figures: figuresWithin({ settlement, ...storedValue }, all.totals),
  });
  for (const { identifier, school } of FAIRS) {
    const fair = fairs[identifier]!;
    const scope = { schoolIdentifier: school, fairIdentifier: identifier };
    await compare(identifier, scope, fair);
    groups.push({
      name: `${identifier}, row of all schools`,
      figures: figuresWithin(
        { ...fair.summary, settlement: fair.settlement },
        all.rows.find((row) => row.fairIdentifier === identifier),
      ),
    });
  }
  for (const { identifier } of SCHOOLS) {
    const { totals } = await run('SALES_SUMMARY', { schoolIdentifier: identifier });
    const figures = figuresWithin(schools[identifier]!, totals);
    groups.push({ name: `${identifier}, stored value`, figures });
  }
  const expected = incompleteExemptions.toSorted().join(', ');
  const actual = (await listFlagged(office)).toSorted().join(', ');
  const figures = [{ name: 'flagged orders', expected, actual }];
  return [...groups, { name: 'expired certificate', figures }];
}

/** Returns the client IDs of the orders that are flagged for an incomplete exemption. */
async function listFlagged({ client }: Office): Promise<string[]> {
  const found: string[] = [];
  for await (const { id, flags } of everyRow((page) =>
    client.orders.list({ query: { ...page, taxExempt: true } }),
  ))
    if (flags.includes('exemption_incomplete'))
      found.push((await client.orders.getById({ params: { id } })).data.clientOrderId);
  return found;
}
