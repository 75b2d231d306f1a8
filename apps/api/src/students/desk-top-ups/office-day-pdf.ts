import { REVERSAL_WORDS, type OfficeDay } from '@pos/contract/students/desk-top-ups';
import { PAYMENT_METHODS } from '@pos/contract/sales/payment-methods';
import { PAYOUT_REVERSAL_WORDS } from '@pos/contract/students/payout-methods';
import { formatInstant } from '@pos/contract/values/clock';
import { pluralize } from '@pos/contract/values/counts';
import { formatDay, weekday } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { Paper, PAPER_WIDTH, type PaperLine } from '#api/pdf/paper.ts';

/** Renders the office day sheet as a PDF on US Letter pages. */
export async function officeDayPdf(day: OfficeDay): Promise<Buffer> {
  const { businessDay, companyName, generatedAt, generatedBy, timeZone } = day;
  const paper = new Paper({
    title: `Office, ${formatDay(businessDay)}`,
    author: companyName,
    footer: `${companyName} · generated ${formatInstant(generatedAt, timeZone)} by ${generatedBy}`,
    createdAt: new Date(generatedAt),
  });
  paper.head(`${companyName} · eWallet money at the office`, dayTitle(businessDay), {
    text: [
      pluralize(day.totals.topUps, 'top-up'),
      ...(day.payouts.length > 0 ? [pluralize(day.payouts.length, 'payout')] : []),
    ].join(', '),
    isFinal: true,
  });
  paper.heading('To deposit');
  paper.lines(depositLines(day));
  addTopUps(paper, day);
  addReversals(paper, day);
  addPayouts(paper, day);
  addPayoutReversals(paper, day);
  addDrawerNote(paper, day);
  paper.signatures(['Counted by', 'Second person']);
  return paper.bytes();
}

const dayTitle = (day: OfficeDay['businessDay']) => `${weekday(day)}, ${formatDay(day)}`;

function depositLines({ methods, totals }: OfficeDay): PaperLine[] {
  return [
    ...methods.flatMap(({ method, topUps, amountCents, mistakenCents }): PaperLine[] => [
      {
        label: `${PAYMENT_METHODS[method]}: ${pluralize(topUps, 'top-up')}`,
        value: formatCents(amountCents),
      },
      ...(mistakenCents > 0
        ? [
            {
              label: 'Handed back, booked by mistake',
              value: formatCents(-mistakenCents),
              kind: 'sub' as const,
            },
          ]
        : []),
    ]),
    ...(totals.paidOutCashCents > 0
      ? [{ label: 'Leftover money paid out in cash', value: formatCents(-totals.paidOutCashCents) }]
      : []),
    ...(totals.cashBackCents > 0
      ? [{ label: 'Cash back from reversed payouts', value: formatCents(totals.cashBackCents) }]
      : []),
    { label: 'Cash to deposit', value: formatCents(totals.expectedCashCents), kind: 'total' },
    {
      label: `Checks to deposit (${pluralize(totals.expectedChecks, 'check')})`,
      value: formatCents(totals.expectedChecksCents),
      kind: 'total',
    },
  ];
}

function addTopUps(paper: Paper, { topUps, totals, timeZone }: OfficeDay): void {
  paper.heading('Top-ups');
  if (topUps.length === 0) {
    paper.note('No top-ups on this day.');
    return;
  }
  writeMoney(
    paper,
    topUps.map((line) => ({ ...line, receipt: line.receiptNumber })),
    { header: 'Receipt', timeZone, totalCents: totals.amountCents },
  );
}

function addReversals(paper: Paper, { reversals, totals }: OfficeDay): void {
  if (reversals.length === 0) return;
  paper.heading('Reversed on this day');
  paper.table(
    [
      { header: 'Receipt', width: 50 },
      { header: 'Student', width: 130 },
      { header: 'Method', width: 100 },
      { header: 'Reason', width: PAPER_WIDTH - 410 },
      { header: 'Uncollected', width: 65, align: 'right' },
      { header: 'Amount', width: 65, align: 'right' },
    ],
    reversals.map((line) => [
      String(line.receiptNumber),
      [line.studentName, line.studentNumber].filter(Boolean).join(', '),
      methodText(line),
      `${REVERSAL_WORDS[line.reason]}: ${line.note}`,
      formatCents(line.uncollectedCents),
      formatCents(line.amountCents),
    ]),
  );
  if (totals.returnedCents > 0)
    paper.note(
      'Returned checks and disputed card payments were deposited before. They do not change the money to deposit on this day.',
    );
}

/** Widths of the columns beside the school's, in points. */
const WIDTHS = { receipt: 44, time: 56, student: 110, method: 84, staff: 64, amount: 56 };
const OTHERS_WIDTH = Object.values(WIDTHS).reduce((sum, width) => sum + width, 0);

/** A top-up or payout; `receipt` is its number. */
type MoneyLine = Omit<OfficeDay['topUps'][number], 'paymentId' | 'receiptNumber'> & {
  receipt: number;
};

/** Writes top-ups or payouts, one a row, with their sum. `header` names the receipt number. */
function writeMoney(
  paper: Paper,
  lines: readonly MoneyLine[],
  { header, timeZone, totalCents }: { header: string; timeZone: string; totalCents: number },
): void {
  paper.table(
    [
      { header, width: WIDTHS.receipt },
      { header: 'Time', width: WIDTHS.time },
      { header: 'Student', width: WIDTHS.student },
      { header: 'School', width: PAPER_WIDTH - OTHERS_WIDTH },
      { header: 'Method', width: WIDTHS.method },
      { header: 'By', width: WIDTHS.staff },
      { header: 'Amount', width: WIDTHS.amount, align: 'right' },
    ],
    lines.map((line) => [
      String(line.receipt),
      formatInstant(line.at, timeZone).slice(11),
      [line.studentName, line.studentNumber].filter(Boolean).join(', '),
      line.schoolName,
      methodText(line),
      line.staff,
      formatCents(line.amountCents),
    ]),
    ['Total', '', '', '', '', '', formatCents(totalCents)],
  );
}

function addPayouts(paper: Paper, { payouts, totals, timeZone }: OfficeDay): void {
  if (payouts.length === 0) return;
  paper.heading('Leftover money paid out');
  writeMoney(
    paper,
    payouts.map((line) => ({ ...line, receipt: line.payoutNumber })),
    {
      header: 'Payout',
      timeZone,
      totalCents: totals.paidOutCashCents + totals.writtenChecksCents,
    },
  );
  if (totals.writtenChecks > 0)
    paper.note(
      `${pluralize(totals.writtenChecks, 'check')} of the company, ${formatCents(totals.writtenChecksCents)}, written for payouts. Checks to deposit do not include them.`,
    );
}

function addPayoutReversals(paper: Paper, { payoutReversals, totals }: OfficeDay): void {
  if (payoutReversals.length === 0) return;
  paper.heading('Payouts reversed on this day');
  paper.table(
    [
      { header: 'Payout', width: 50 },
      { header: 'Student', width: 130 },
      { header: 'Method', width: 100 },
      { header: 'Reason', width: PAPER_WIDTH - 415 },
      { header: 'By', width: 70 },
      { header: 'Amount', width: 65, align: 'right' },
    ],
    payoutReversals.map((line) => [
      String(line.payoutNumber),
      [line.studentName, line.studentNumber].filter(Boolean).join(', '),
      methodText(line),
      `${PAYOUT_REVERSAL_WORDS[line.reason]}: ${line.note}`,
      line.staff,
      formatCents(line.amountCents),
    ]),
    ['Total', '', '', '', '', formatCents(totals.cashBackCents + totals.voidedChecksCents)],
  );
  if (totals.voidedChecks > 0)
    paper.note(
      `${pluralize(totals.voidedChecks, 'check')} of the company voided, ${formatCents(totals.voidedChecksCents)}. Checks to deposit do not include them.`,
    );
}

function addDrawerNote(paper: Paper, { totals }: OfficeDay): void {
  if (totals.expectedCashCents < 0)
    paper.note(
      'More was paid out in cash than taken. The difference came from other money of the office.',
    );
}

function methodText({
  method,
  checkNumber,
}: Pick<OfficeDay['topUps'][number], 'method' | 'checkNumber'>): string {
  return [PAYMENT_METHODS[method], checkNumber && `No. ${checkNumber}`].filter(Boolean).join(' ');
}
