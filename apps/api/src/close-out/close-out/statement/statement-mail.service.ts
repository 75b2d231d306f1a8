import { Id } from '@pos/contract/values';
import { getAmountDue } from '@pos/contract/close-out/close-out-snapshot';
import { formatDay } from '@pos/contract/values/days';
import { formatCents } from '@pos/contract/values/money';
import { z } from 'zod';
import { inTransaction, type Db, type Tx } from '#api/db/db.ts';
import { requireFair } from '#api/fairs/fairs/fairs.service.ts';
import { type Actor, SYSTEM } from '#api/http/access/identity.ts';
import { Failure } from '#api/http/failure.ts';
import { currentLog } from '#api/http/log.ts';
import { queueBackgroundTask } from '#api/jobs/job-queue.ts';
import type { Mailer, Message } from '#api/mail/mailer.ts';
import { sendOrGiveUp } from '#api/mail/send-or-give-up.ts';
import { alertUndelivered } from '#api/notifications/notify.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { statementPdf } from './statement.ts';
import { findParties } from './statement.queries.ts';
import { getStatementName, readStatement } from './statement.service.ts';

/** Background task that emails a statement. */
export const STATEMENT_MAIL_TASK = 'statement_mail';
/** `byId`: admin who sent it, told if it cannot be delivered. */
const StatementTask = z.object({ fairId: Id, by: z.string(), byId: Id.nullish(), to: z.string() });
type StatementTask = z.infer<typeof StatementTask>;

/**
 * Queues the email of a fair's statement to its school's coordinator, in the call's transaction.
 * Refuses a fair that is not closed out, and a school without an address.
 */
export async function sendStatement(
  tx: Tx,
  actor: Actor,
  fairId: string,
): Promise<{ email: string }> {
  const { schoolName, closeOutState } = await requireFair(tx, fairId);
  if (closeOutState !== 'finished')
    throw new Failure('INVALID_TRANSITION', 'Close out the fair first: its figures may change.');
  const { coordinatorEmail: email } = await findParties(tx, fairId);
  if (email === '')
    throw new Failure(
      'INVALID_TRANSITION',
      `${schoolName} has no email address for a coordinator. Add one on its page, or print the statement.`,
    );
  const task: StatementTask = { fairId, by: actor.name, byId: actor.id, to: email };
  await queueBackgroundTask(tx, STATEMENT_MAIL_TASK, task);
  await recordActivity(tx, actor, {
    action: 'fair.statement_mailed',
    entity: 'fair',
    entityId: fairId,
    changes: {},
  });
  return { email };
}

/**
 * Emails a statement as it stands now; one that was reverted meanwhile is not sent. Throws if it must
 * be retried. If it can never be delivered, the fair's activity says so and whoever sent it is told.
 */
export async function mailStatement(
  { db, mailer }: { db: Db; mailer: Mailer },
  payload: unknown,
  isLastTry: boolean,
): Promise<void> {
  const task = StatementTask.parse(payload);
  const message = await toMessage(db, task);
  if (message)
    await sendOrGiveUp(mailer, message, isLastTry, (reason) => recordRefused(db, task, reason));
}

async function toMessage(db: Db, { fairId, by, to }: StatementTask): Promise<Message | undefined> {
  const statement = await readStatement(db, by, fairId);
  const { stored, parties, sha256 } = statement;
  if (sha256 === null) return undefined;
  const { fair, terms } = stored;
  const dueCents = getAmountDue(stored);
  return {
    to,
    subject: `${fair.name}: statement`,
    text: [
      `Hi${parties.coordinatorName ? ` ${parties.coordinatorName}` : ''},`,
      `The statement for ${fair.name} at ${fair.schoolName} is attached.`,
      dueCents < 0
        ? `Due to the school: ${formatCents(-dueCents)}`
        : [
            `Due from the school: ${formatCents(dueCents)}`,
            ...(terms && dueCents > 0
              ? [`Payment terms: ${terms.words}. Due by ${formatDay(terms.dueDay)}.`]
              : []),
          ].join('\n'),
      `Sent by ${by} of ${parties.companyName}.`,
    ].join('\n\n'),
    attachments: [
      {
        filename: getStatementName(statement),
        content: await statementPdf(statement),
        contentType: 'application/pdf',
      },
    ],
  };
}

async function recordRefused(
  db: Db,
  { fairId, byId }: StatementTask,
  reason: string,
): Promise<void> {
  currentLog().warn({ fairId }, 'a statement could not be delivered');
  await inTransaction(db, async (tx) => {
    const { name: fairName } = await requireFair(tx, fairId);
    await recordActivity(tx, SYSTEM, {
      action: 'fair.statement_refused',
      entity: 'fair',
      entityId: fairId,
      changes: { reason: { from: null, to: reason } },
    });
    if (byId) await alertUndelivered(tx, byId, { kind: 'statement_refused', fairId, fairName });
  });
}
