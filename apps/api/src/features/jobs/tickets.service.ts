import { createHash, randomBytes } from 'node:crypto';
import { pathOf } from '@pos/contract/client';
import { jobsApi, TICKET_SECONDS } from '@pos/contract/jobs';
import { inTransaction, type Db } from '#api/db/db.ts';
import { identifySession } from '#api/features/auth/auth.service.ts';
import { Failure } from '#api/http/failure.ts';
import type { SignedInAdmin } from '#api/http/identity.ts';
import { insertTicketRow, takeTicketRow } from './tickets.queries.ts';

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

/** An address that the file of a job is downloaded from, once, within a minute, by whoever has it. */
export async function makeTicket(
  db: Db,
  admin: SignedInAdmin,
  jobId: string,
): Promise<{ url: string; expiresAt: string }> {
  const ticket = randomBytes(32).toString('base64url');
  const expiresAt = await inTransaction(db, (tx) =>
    insertTicketRow(tx, {
      tokenHash: hashOf(ticket),
      jobId,
      sessionId: admin.sessionId,
      seconds: TICKET_SECONDS,
    }),
  );
  return { url: pathOf(jobsApi.file, { id: jobId }, { ticket }), expiresAt };
}

/** Whose ticket it is, with the rights of this moment. It is used up; one that is used, old, made for another job or of a session that has ended is refused in the same words. */
export async function identifyTicket(
  db: Db,
  ticket: string,
  jobId: string,
): Promise<SignedInAdmin> {
  const taken = await takeTicketRow(db, hashOf(ticket), jobId);
  const admin = taken && (await identifySession(db, taken.adminId, taken.sessionId));
  if (!admin)
    throw new Failure(
      'TOKEN_INVALID',
      'This download address was used already or is too old. Start the download again.',
    );
  return admin;
}
