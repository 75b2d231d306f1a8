import { REVERSAL_WORDS, type OfficeDay } from '@pos/contract/desk-top-ups';
import { PAYMENT_METHODS } from '@pos/contract/payment-methods';
import { formatInstant } from '@pos/contract/values/clock';
import { plainPlural } from '@pos/contract/values/counts';
import { formatDay, weekday } from '@pos/contract/values/days';
import { plainCents } from '@pos/contract/values/money';
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
  paper.head(`${companyName} · eWallet top-ups at the office`, dayTitle(businessDay), {
    text: plainPlural(day.totals.topUps, 'top-up'),
    isFinal: true,
  });
  paper.heading('To deposit');
  paper.lines(depositLines(day));
  addTopUps(paper, day);
  addReversals(paper, day);
  paper.signatures(['Counted by', 'Second person']);
  return paper.bytes();
}

const dayTitle = (day: OfficeDay['businessDay']) => `${weekday(day)}, ${formatDay(day)}`;

function depositLines({ methods, totals }: OfficeDay): PaperLine[] {
  return [
    ...methods.flatMap(({ method, topUps, amountCents, mistakenCents }): PaperLine[] => [
      {
        label: `${PAYMENT_METHODS[method]}: ${plainPlural(topUps, 'top-up')}`,
        value: plainCents(amountCents),
      },
      ...(mistakenCents > 0
        ? [
            {
              label: 'Handed back, booked by mistake',
              value: plainCents(-mistakenCents),
              kind: 'sub' as const,
            },
          ]
        : []),
    ]),
    { label: 'Cash to deposit', value: plainCents(totals.expectedCashCents), kind: 'total' },
    {
      label: `Checks to deposit (${plainPlural(totals.expectedChecks, 'check')})`,
      value: plainCents(totals.expectedChecksCents),
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
  paper.table(
    [
      { header: 'Receipt', width: 50 },
      { header: 'Time', width: 70 },
      { header: 'Student', width: 130 },
      { header: 'School', width: PAPER_WIDTH - 480 },
      { header: 'Method', width: 100 },
      { header: 'By', width: 70 },
      { header: 'Amount', width: 60, align: 'right' },
    ],
    topUps.map((line) => [
      String(line.receiptNumber),
      formatInstant(line.at, timeZone).slice(11),
      [line.studentName, line.studentNumber].filter(Boolean).join(', '),
      line.schoolName,
      methodText(line),
      line.staff,
      plainCents(line.amountCents),
    ]),
    ['Total', '', '', '', '', '', plainCents(totals.amountCents)],
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
      plainCents(line.uncollectedCents),
      plainCents(line.amountCents),
    ]),
  );
  if (totals.returnedCents > 0)
    paper.note(
      'Returned checks and disputed card payments were deposited before. They do not change the money to deposit on this day.',
    );
}

function methodText({ method, checkNumber }: OfficeDay['topUps'][number]): string {
  return [PAYMENT_METHODS[method], checkNumber && `No. ${checkNumber}`].filter(Boolean).join(' ');
}
