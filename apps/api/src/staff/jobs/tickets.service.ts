import { createHash, randomBytes } from 'node:crypto';
import { toPath } from '@pos/contract/client';
import { jobsApi, TICKET_SECONDS } from '@pos/contract/staff/jobs';
import { inTransaction, type Db } from '#api/db/db.ts';
import { identifySession } from '#api/staff/sign-in/auth.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { SignedInAdmin } from '#api/http/access/identity.ts';
import { insertTicketRow, takeTicketRow } from './tickets.queries.ts';

const toHash = (ticket: string) => createHash('sha256').update(ticket).digest();

/** Creates a URL that downloads a job's file once, within a minute, for anyone who has it. */
export async function makeTicket(
  db: Db,
  admin: SignedInAdmin,
  jobId: string,
): Promise<{ url: string; expiresAt: string }> {
  const ticket = randomBytes(32).toString('base64url');
  const expiresAt = await inTransaction(db, (tx) =>
    insertTicketRow(tx, {
      tokenHash: toHash(ticket),
      jobId,
      sessionId: admin.sessionId,
      seconds: TICKET_SECONDS,
    }),
  );
  return { url: toPath(jobsApi.file, { id: jobId }, { ticket }), expiresAt };
}

/**
 * Uses up a ticket and returns its admin with current rights. A ticket that is used, expired, for
 * another job or of an ended session gets the same refusal.
 */
export async function identifyTicket(
  db: Db,
  ticket: string,
  jobId: string,
): Promise<SignedInAdmin> {
  const taken = await takeTicketRow(db, toHash(ticket), jobId);
  const admin = taken && (await identifySession(db, taken.adminId, taken.sessionId));
  if (!admin)
    throw new Failure(
      'TOKEN_INVALID',
      'This download link was already used or has expired. Start the download again.',
    );
  return admin;
}
