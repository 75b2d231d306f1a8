import { holds } from '@pos/contract/permissions';
import type { ReportRecipient } from '@pos/contract/reports/report-schedules';
import type { StaffAccount } from '#api/staff/sign-in/accounts/accounts.service.ts';

/** Returns the recipients who have not unsubscribed, as their emails are planned. */
export function subscribers(
  recipients: readonly ReportRecipient[],
): { adminId: string | null; recipient: string; email: string }[] {
  return recipients
    .filter(({ unsubscribedAt }) => unsubscribedAt === null)
    .map(({ adminId, name, email }) => ({ adminId, recipient: name, email }));
}

/** Returns a reason not to run a report in this person's name; undefined if there is none. */
export function authorRefusal(name: string, account: StaffAccount | undefined): string | undefined {
  const advice = 'Someone who may read Reports can save the schedule to go on.';
  if (account?.status !== 'active')
    return `${name}, who saved this schedule, has no active account any more. ${advice}`;
  if (!holds(account.rights, 'Reports', 'read_only'))
    return `${name}, who saved this schedule, may no longer read Reports. ${advice}`;
  return undefined;
}

/** Returns a reason not to send a report to this person; undefined if there is none. */
export function readerRefusal(account: StaffAccount | undefined): string | undefined {
  if (account?.status !== 'active') return 'This person has no active account any more.';
  if (!holds(account.rights, 'Reports', 'read_only'))
    return 'This person may no longer read Reports.';
  if (!account.emailVerified) return 'This email address is not verified yet.';
  return undefined;
}
