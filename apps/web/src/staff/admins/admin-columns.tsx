import { RECORD_STATUS } from '@pos/contract/record-status';
import type { Admin } from '@pos/contract/staff/admins';
import { USER_LIST } from '@pos/contract/staff/users.columns';
import { phoneText } from '#web/lib/input/phone-digits.ts';
import { Ago } from '#web/ui/values/ago.tsx';
import { Count } from '#web/ui/values/amount.tsx';
import { StatusPill, type StatusText } from '#web/ui/values/status-pill.tsx';
import { described, type Column } from '#web/ui/table/description.ts';

/** Full name of an admin. */
export function adminName({ firstName, lastName }: Pick<Admin, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/**
 * Status of an admin. "Invited" is an active admin whose setup link is unused; "mail refused" is
 * added if the last email could not be delivered.
 */
export function adminStatus({
  status,
  invited,
  mailRefusal,
}: Pick<Admin, 'status' | 'invited' | 'mailRefusal'>): StatusText {
  if (status === 'inactive') return RECORD_STATUS.inactive;
  const label = invited ? 'Invited' : RECORD_STATUS.active.label;
  if (mailRefusal !== null) return { label: `${label}, mail refused`, meaning: 'bad' };
  return invited ? { label, meaning: 'waiting' } : RECORD_STATUS.active;
}

export const ADMIN_COLUMNS: readonly Column<Admin>[] = [
  {
    id: 'name',
    ...described(USER_LIST.name),
    sort: 'name',
    card: 'title',
    wraps: 280,
    cell: (admin) => (
      <span className="two-lines">
        <span className="semibold">
          <span data-private>{adminName(admin)}</span>
        </span>
        <small>
          <span data-private>{admin.email}</span>
        </small>
      </span>
    ),
  },
  {
    id: 'role',
    ...described(USER_LIST.roleName),
    sort: 'roleName',
    rank: 4,
    wraps: 160,
    card: 'detail',
    cell: ({ roleName, isLimited }) =>
      isLimited ? (
        <span className="two-lines">
          <span>{roleName}</span>
          <small>in some places</small>
        </span>
      ) : (
        roleName
      ),
  },
  {
    id: 'phone',
    ...described(USER_LIST.phone),
    room: 134,
    rank: 1,
    cell: ({ countryCode, phone }) =>
      phone ? (
        <span className="numeric no-wrap">{phoneText(countryCode, phone)}</span>
      ) : (
        <span className="muted">–</span>
      ),
  },
  {
    id: 'status',
    ...described(USER_LIST.status),
    sort: 'status',
    card: 'status',
    cell: (admin) => <StatusPill status={adminStatus(admin)} quiet />,
  },
  {
    id: 'fairs',
    ...described(USER_LIST.fairs),
    sort: 'fairs',
    rank: 2,
    cell: ({ fairs }) => <Count count={fairs} />,
  },
  {
    id: 'lastLogin',
    ...described(USER_LIST.lastLoginAt),
    sort: 'lastLoginAt',
    rank: 3,
    card: 'aside',
    cell: ({ lastLoginAt }) => <Ago at={lastLoginAt} />,
  },
];
