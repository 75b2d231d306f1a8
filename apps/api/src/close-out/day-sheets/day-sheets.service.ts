import type { DaySheet } from '@pos/contract/close-out/day-sheets';
import { holds } from '@pos/contract/permissions';
import { Day, Id } from '@pos/contract/values';
import { today, formatInstant } from '@pos/contract/values/clock';
import { formatCount } from '@pos/contract/values/counts';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { z } from 'zod';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { inSnapshot } from '#api/db/snapshot.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireFair } from '#api/fairs/fairs/fairs.service.ts';
import { cashPaperLines } from '#api/reports/reports/figures/cash-lines.rules.ts';
import { fairDay } from '#api/reports/reports/fair-day.service.ts';
import { Failure } from '#api/http/failure.ts';
import { FileAnswer } from '#api/http/feature.ts';
import { SYSTEM, type Actor, type SignedInAdmin } from '#api/http/access/identity.ts';
import { currentLog } from '#api/http/log.ts';
import { queueBackgroundTask } from '#api/jobs/job-queue.ts';
import type { Mailer, Message } from '#api/mail/mailer.ts';
import { sendOrGiveUp } from '#api/mail/send-or-give-up.ts';
import { alertUndelivered } from '#api/notifications/notify.ts';
import { daySheetPdf } from './day-sheet-pdf.ts';
import { coordinatorRow } from './day-sheets.queries.ts';

const SHEET_TIMEOUT_MS = 60_000;

/**
 * Reads a fair's day sheet, for today in the fair's time zone unless `day` is given. Names depend
 * on the reader's rights. Refuses a fair that does not exist.
 */
export async function readDaySheet(
  db: Db,
  { name, rights }: Pick<SignedInAdmin, 'name' | 'rights'>,
  fairId: string,
  day?: Day,
): Promise<DaySheet> {
  const { timeZone } = await requireFair(db, fairId);
  return makeSheet(
    db,
    fairId,
    day ?? today(timeZone),
    name,
    holds(rights, 'Students', 'read_only'),
  );
}

export async function daySheetFile(sheet: DaySheet): Promise<FileAnswer> {
  return new FileAnswer(fileName(sheet), 'application/pdf', await daySheetPdf(sheet));
}

/** Background task that emails a day sheet. */
export const DAY_SHEET_MAIL_TASK = 'day_sheet_mail';
/** `byId`: admin who sent it, told if it cannot be delivered. */
const SheetOrder = z.object({
  fairId: Id,
  businessDay: Day,
  by: z.string(),
  byId: Id.nullish(),
  to: z.string(),
});

/**
 * Queues the email of the sheet to the school's coordinator, in the call's transaction. Refuses a
 * school without an address.
 */
export async function sendDaySheet(
  tx: Tx,
  actor: Actor,
  fairId: string,
  businessDay: Day,
): Promise<{ email: string }> {
  const { schoolName } = await requireFair(tx, fairId);
  const { email } = await coordinatorRow(tx, fairId);
  if (email === '')
    throw new Failure(
      'INVALID_TRANSITION',
      `${schoolName} has no email address for a coordinator. Add one in the next upload of schools, or print the sheet.`,
    );
  const { name: by, id: byId } = actor;
  const order: z.infer<typeof SheetOrder> = { fairId, businessDay, by, byId, to: email };
  await queueBackgroundTask(tx, DAY_SHEET_MAIL_TASK, order);
  await recordActivity(tx, actor, {
    action: 'fair.day_sheet_mailed',
    entity: 'fair',
    entityId: fairId,
    changes: {
      businessDay: { from: null, to: businessDay },
    },
  });
  return { email };
}

/**
 * Makes and emails one sheet, without student names. Throws if it must be retried. If it can never be
 * delivered, the fair's activity says so and whoever sent it is told.
 */
export async function mailDaySheet(
  { db, mailer }: { db: Db; mailer: Mailer },
  payload: unknown,
  isLastTry: boolean,
): Promise<void> {
  const order = SheetOrder.parse(payload);
  const message = await sheetMessage(db, order);
  await sendOrGiveUp(mailer, message, isLastTry, (reason) => sheetUndelivered(db, order, reason));
}

async function sheetUndelivered(
  db: Db,
  { fairId, businessDay, byId }: z.infer<typeof SheetOrder>,
  reason: string,
): Promise<void> {
  currentLog().warn({ fairId }, 'a day sheet could not be delivered');
  await inTransaction(db, async (tx) => {
    const { name: fairName } = await requireFair(tx, fairId);
    await recordActivity(tx, SYSTEM, {
      action: 'fair.day_sheet_refused',
      entity: 'fair',
      entityId: fairId,
      changes: {
        businessDay: { from: null, to: businessDay },
        reason: { from: null, to: reason },
      },
    });
    if (byId) await alertUndelivered(tx, byId, { kind: 'day_sheet_refused', fairId, fairName });
  });
}

async function sheetMessage(
  db: Db,
  { fairId, businessDay, by, to }: z.infer<typeof SheetOrder>,
): Promise<Message> {
  const sheet = await makeSheet(db, fairId, businessDay, by, false);
  const { head, sales, shipToSchool, coordinator } = sheet;
  const fair = head.fairs[0]?.name ?? head.school.name;
  return {
    to,
    subject: `${fair}: sheet for ${formatDay(businessDay)}`,
    text: [
      `Hi${coordinator.name ? ` ${coordinator.name}` : ''},`,
      `Here is the sheet for ${fair} at ${head.school.name} for ${formatDay(businessDay)}. A page to print is attached.`,
      [
        `Orders: ${formatCount(sales.orders)}`,
        `Net sales: ${formatCents(sales.netCents)}`,
        `Tax: ${formatCents(sales.taxCents)}`,
        `Total: ${formatCents(sales.totalCents)}`,
        `Cash to deposit: ${formatCents(sales.expectedCashDepositCents ?? 0)}`,
        ...cashTexts(sales),
        `Checks to deposit: ${formatCents(sales.expectedChecksCents ?? 0)}`,
        `Ship to school: ${formatCount(shipToSchool.totals.units)} in ${formatCount(shipToSchool.totals.orders)} orders`,
      ].join('\n'),
      `Figures as of ${formatInstant(head.generatedAt, head.fairs[0]?.timeZone ?? 'UTC')}, sent by ${by} of ${head.companyName}.`,
    ].join('\n\n'),
    attachments: [
      {
        filename: fileName(sheet),
        content: await daySheetPdf(sheet),
        contentType: 'application/pdf',
      },
    ],
  };
}

/** Expected cash line by line, and the float, which stays with the company. */
function cashTexts({ cashLines, floatInCents, floatOutCents }: DaySheet['sales']): string[] {
  if (!cashLines) return [];
  return [
    ...cashPaperLines(cashLines, 0)
      .slice(0, -1)
      .map(({ label, value }) => `  ${label}: ${value}`),
    ...(floatInCents ? [`  Float counted in, not part of it: ${formatCents(floatInCents)}`] : []),
    ...(floatOutCents
      ? [`  Float counted out, not part of it: ${formatCents(floatOutCents)}`]
      : []),
  ];
}

function makeSheet(
  db: Db,
  fairId: string,
  day: Day,
  by: string,
  showsStudents: boolean,
): Promise<DaySheet> {
  return inSnapshot(db, SHEET_TIMEOUT_MS, async (snapshot) => ({
    ...(await fairDay(snapshot, fairId, day, by, showsStudents)),
    coordinator: await coordinatorRow(snapshot, fairId),
  }));
}

function fileName({ head, businessDay }: DaySheet): string {
  return `day-sheet_${head.fairs[0]?.identifier ?? head.school.identifier}_${businessDay}.pdf`;
}
