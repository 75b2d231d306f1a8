import { ALL_SCHOOLS, type ReportType } from '@pos/contract/report-query';
import type { Report } from '@pos/contract/reports';
import { addDays, daysBetween } from '@pos/contract/values/days';
import { everyRow } from '../../office/every-row.ts';
import type { Office } from '../../office/session.ts';
import type { Figures } from '../fair-folder.ts';
import { type Figure, type FigureGroup, figuresWithin } from '../figures.ts';
import { FAIRS, SCHOOLS } from './company-data.ts';
import type { CompanyFigures } from './expected.ts';

type Scope = { schoolIdentifier: string; fairIdentifier?: string };
type Asks = { office: Office; start: string };

/** Compares the reports of each fair, each school and all schools with the expected figures. */
export async function compareCompany(
  office: Office,
  expected: CompanyFigures,
  start: string,
): Promise<FigureGroup[]> {
  const asks = { office, start };
  const all = { schoolIdentifier: ALL_SCHOOLS };
  const { storedValue, settlement, ...company } = expected.company;
  const groups = await compareReports(asks, 'all schools', all, company);
  const { totals, rows } = await run(asks, 'SALES_SUMMARY', all);
  groups.push({
    name: 'all schools, stored value',
    figures: figuresWithin({ settlement, ...storedValue }, totals),
  });
  for (const { identifier, school } of FAIRS) {
    const { settlement: own, ...fair } = expected.fairs[identifier]!;
    const scope = { schoolIdentifier: school, fairIdentifier: identifier };
    groups.push(...(await compareReports(asks, identifier, scope, fair)), {
      name: `${identifier}, row of all schools`,
      figures: figuresWithin(
        { ...fair.summary, settlement: own },
        rows.find((row) => row.fairIdentifier === identifier),
      ),
    });
  }
  for (const { identifier } of SCHOOLS)
    groups.push({
      name: `${identifier}, stored value`,
      figures: figuresWithin(
        expected.schools[identifier]!,
        (await run(asks, 'SALES_SUMMARY', { schoolIdentifier: identifier })).totals,
      ),
    });
  const figures = await flaggedOrders(office, expected.incompleteExemptions);
  return [...groups, { name: 'expired certificate', figures }];
}

async function compareReports(
  asks: Asks,
  name: string,
  scope: Scope,
  { summary, days, titles }: Omit<CompanyFigures['fairs'][string], 'settlement'>,
): Promise<FigureGroup[]> {
  const { totals } = await run(asks, 'SALES_SUMMARY', scope);
  const daily = await run(asks, 'DAILY_SALES', scope);
  const items = await run(asks, 'ITEM_SALES', scope);
  const byDay = new Map(
    daily.rows.map((row) => [String(daysBetween(asks.start, row.date)), row] as const),
  );
  const bySku = new Map(items.rows.map((row) => [row.sku ?? row.title, row] as const));
  return [
    { name: `${name}, sales summary`, figures: figuresWithin(summary, totals) },
    { name: `${name}, daily sales`, figures: rowsWithin(days, byDay, 'orders') },
    { name: `${name}, item sales`, figures: rowsWithin(titles, bySku, 'quantitySold') },
  ];
}

/** Compares the expected rows; of any other row, the figure `counted` must be 0. */
function rowsWithin<Counted extends string>(
  expected: Record<string, Figures>,
  actual: ReadonlyMap<string, Record<Counted, number>>,
  counted: Counted,
): Figure[] {
  return [
    ...Object.entries(expected).flatMap(([key, figures]) =>
      figuresWithin(figures, actual.get(key), key),
    ),
    ...[...actual]
      .filter(([key]) => !(key in expected))
      .map(([key, row]) => ({ name: `${key}, ${counted}`, expected: 0, actual: row[counted] })),
  ];
}

/** Compares the orders that are flagged for an incomplete exemption. */
async function flaggedOrders({ client }: Office, expected: readonly string[]): Promise<Figure[]> {
  const found: string[] = [];
  for await (const { id, flags } of everyRow((page) =>
    client.orders.list({ query: { ...page, taxExempt: true } }),
  ))
    if (flags.includes('exemption_incomplete'))
      found.push((await client.orders.getById({ params: { id } })).data.clientOrderId);
  return [
    {
      name: 'flagged orders',
      expected: expected.toSorted().join(', '),
      actual: found.toSorted().join(', '),
    },
  ];
}

/** Runs a report from before the first fair until after the last. */
async function run<Type extends ReportType>(
  { office, start }: Asks,
  reportType: Type,
  scope: Scope,
): Promise<Extract<Report, { reportType: Type }>> {
  const range = { startDate: addDays(start, -5), endDate: addDays(start, 30) };
  const { data } = await office.client.reports.run({ query: { reportType, ...scope, ...range } });
  return data as Extract<Report, { reportType: Type }>;
}
