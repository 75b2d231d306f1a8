import type { ListColumns } from '../column.ts';

/** Columns of the users list. */
export const USER_LIST = {
  name: { label: 'Name', kind: 'text', only: 'screen' },
  firstName: { label: 'First name', kind: 'text', only: 'file' },
  lastName: { label: 'Last name', kind: 'text', only: 'file' },
  email: { label: 'Email', kind: 'text', width: 32, only: 'file' },
  emailVerified: { label: 'Email verified', kind: 'yesNo', width: 16, only: 'file' },
  phone: { label: 'Phone', kind: 'text', width: 20 },
  roleName: { label: 'Role', kind: 'text' },
  status: { label: 'Status', kind: 'text', width: 10 },
  invited: { label: 'Invited', kind: 'yesNo', width: 10, only: 'file' },
  fairs: { label: 'Fairs assigned', kind: 'integer' },
  lastLoginAt: { label: 'Last sign-in', kind: 'utc' },
} as const satisfies ListColumns;
