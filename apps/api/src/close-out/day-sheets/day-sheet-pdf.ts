import type { DaySheet } from '@pos/contract/close-out/day-sheets';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { weekday, formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { cashPaperLines } from '#api/reports/reports/figures/cash-lines.rules.ts';
import { Paper, PAPER_WIDTH, type PaperLine } from '#api/pdf/paper.ts';

/** Maximum lines per list, so that everything fits on one page. The reports have the rest. */
const SHOWN = 8;

/** Renders the sheet as a PDF of one US Letter page. */
export async function daySheetPdf({
  businessDay,
  head,
  sales,
  lastCopies,
  shipToSchool,
}: DaySheet): Promise<Buffer> {
  const paper = startPaper(businessDay, head);
  addHead(paper, head);
  addSales(paper, sales);
  addDeposit(paper, sales);
  addLastCopies(paper, lastCopies);
  addShipToSchool(paper, shipToSchool);
  return paper.bytes();
}

function startPaper(
  businessDay: DaySheet['businessDay'],
  { school, fairs: [fair], companyName, generatedAt, generatedBy, state }: DaySheet['head'],
): Paper {
  const zone = fair?.timeZone ?? 'UTC';
  const paper = new Paper({
    title: `${formatDay(businessDay)}, ${fair?.name ?? school.name}`,
    author: companyName,
    footer: `${companyName} · generated ${formatInstant(generatedAt, zone)} by ${generatedBy}`,
    createdAt: new Date(generatedAt),
  });
  paper.head(
    companyName,
    `${weekday(businessDay)}, ${formatDay(businessDay)}`,
    state === 'final' ? { text: 'Final', isFinal: true } : { text: 'Provisional', isFinal: false },
  );
  return paper;
}

/** School, fair, and registers whose orders are missing. */
function addHead(paper: Paper, { school, fairs: [fair], unsentDevices }: DaySheet['head']): void {
  paper.facts([
    { label: 'School', value: `${school.name} (${school.identifier})` },
    { label: 'Fair', value: fair ? `${fair.name} (${fair.identifier})` : '' },
  ]);
  if (unsentDevices.length > 0)
    paper.note(
      `${pluralize(unsentDevices.length, 'register still has', 'registers still have')} orders that are not in these figures: ${unsentDevices.map(({ deviceId, unsentOrders }) => `${deviceId} (${unsentOrders})`).join(', ')}.`,
    );
}

function addSales(paper: Paper, sales: DaySheet['sales']): void {
  paper.heading('Sales');
  paper.lines([
    {
      label: `Net sales of ${pluralize(sales.orders, 'order')}, ${pluralize(sales.units, 'unit')}`,
      value: formatCents(sales.netCents),
    },
    { label: 'Sales tax', value: formatCents(sales.taxCents) },
    { label: 'Total', value: formatCents(sales.totalCents), kind: 'total' },
    ...Object.values(PAYMENT_METHODS)
      .filter((name) => sales.tenders[name] !== 0)
      .map((name) => ({
        label: name,
        value: formatCents(sales.tenders[name]),
        kind: 'sub' as const,
      })),
    ...(sales.uncollectedCents === 0
      ? []
      : [
          {
            label: 'Uncollected',
            value: formatCents(sales.uncollectedCents),
            kind: 'sub' as const,
          },
        ]),
  ]);
}

function addDeposit(paper: Paper, sales: DaySheet['sales']): void {
  paper.heading('To deposit');
  paper.lines([
    ...(sales.cashLines
      ? cashPaperLines(sales.cashLines, sales.expectedCashDepositCents ?? 0).slice(0, -1)
      : []),
    {
      label: countedText('Cash', sales.countedCashCents, sales.cashVarianceCents),
      value: formatCents(sales.expectedCashDepositCents ?? 0),
      kind: 'total',
    },
    ...floatLines(sales),
    {
      label: `${countedText('Checks', sales.countedChecksCents, sales.checkVarianceCents)}${checksText(sales)}`,
      value: formatCents(sales.expectedChecksCents ?? 0),
      kind: 'total',
    },
  ]);
}

function addLastCopies(paper: Paper, { totals, threshold, rows }: DaySheet['lastCopies']): void {
  paper.heading(
    `Last copies: ${pluralize(totals.soldOutTitles, 'title')} sold out, ${totals.lastCopyTitles} more with at most ${threshold} left`,
  );
  if (rows.length > 0)
    paper.table(
      [
        { header: 'Title', width: PAPER_WIDTH - 180 },
        { header: 'SKU/ISBN', width: 90 },
        { header: 'Left', width: 40, align: 'right' },
        { header: 'Sold', width: 50, align: 'right' },
      ],
      rows
        .slice(0, SHOWN)
        .map(({ title, sku, onHand, sold }) => [
          cut(title),
          sku,
          onHand === 0 ? 'none' : String(onHand),
          String(sold),
        ]),
    );
  more(paper, rows.length, 'Last copy');
}

function addShipToSchool(
  paper: Paper,
  { totals, showsStudents, rows }: DaySheet['shipToSchool'],
): void {
  const { orders, units, totalCents } = totals;
  paper.heading(
    `Ship to school: ${pluralize(units, 'unit')} in ${pluralize(orders, 'order')}, ${formatCents(totalCents)}`,
  );
  if (rows.length > 0)
    paper.table(
      [
        { header: 'Title', width: PAPER_WIDTH - (showsStudents ? 290 : 150) },
        ...(showsStudents ? [{ header: 'For', width: 140 }] : []),
        { header: 'Order', width: 110 },
        { header: 'Qty', width: 40, align: 'right' as const },
      ],
      rows
        .slice(0, SHOWN)
        .map(({ title, customerName, orderNumber, quantity }) => [
          cut(title),
          ...(showsStudents ? [cut(customerName ?? '', 24)] : []),
          orderNumber,
          String(quantity),
        ]),
    );
  more(paper, rows.length, 'Ship to school');
}

/** Change in the drawers, which is not part of the day's money. */
function floatLines({ floatInCents, floatOutCents }: DaySheet['sales']): PaperLine[] {
  return [
    { label: 'Float counted in, not to deposit', value: floatInCents },
    { label: 'Float counted out', value: floatOutCents },
  ].flatMap(({ label, value }) =>
    value ? [{ label, value: formatCents(value), kind: 'sub' as const }] : [],
  );
}

/** Number of checks counted, if it differs from the number expected. */
function checksText({
  countedCheckCount,
  expectedCheckCount,
  checkCountVariance,
}: DaySheet['sales']): string {
  return checkCountVariance ? `, ${countedCheckCount} of ${expectedCheckCount} checks` : '';
}

function countedText(
  what: string,
  countedCents: number | null,
  varianceCents: number | null,
): string {
  if (countedCents === null || varianceCents === null) return `${what}, not counted yet`;
  return `${what}, counted ${formatCents(countedCents)}${varianceCents === 0 ? ', matches' : `, ${varianceCents > 0 ? 'over' : 'short'} by ${formatCents(Math.abs(varianceCents))}`}`;
}

function more(paper: Paper, count: number, report: string): void {
  if (count > SHOWN)
    paper.note(
      `Plus ${pluralize(count - SHOWN, 'more line')}: see the report ${report} for this day.`,
    );
}

/** Shortens text to one line of a table. */
function cut(text: string, letters = 44): string {
  return text.length <= letters ? text : `${text.slice(0, letters - 1).trimEnd()}…`;
}
