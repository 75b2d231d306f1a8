import type { Db } from '#api/db/db.ts';
import { findAccount, findSender, type Account } from '../auth.queries.ts';

/** A person of the staff with current rights, as emails and background work need them. */
export type StaffAccount = Pick<
  Account,
  'id' | 'firstName' | 'lastName' | 'email' | 'emailVerified' | 'status' | 'rights'
>;

/** Returns an account in its current state; undefined if it was deleted. */
export function readAccount(db: Db, id: string): Promise<StaffAccount | undefined> {
  return findAccount(db, id);
}

/** Returns the company and how to reach it: the last line of every email. */
export async function mailFooter(db: Db): Promise<string> {
  const { companyName, supportEmail, supportPhone } = await findSender(db);
  return [companyName, supportEmail, supportPhone].filter(Boolean).join(' | ');
}

export { markDelivered, markUndelivered } from './account-rows.queries.ts';
