import type { ListColumns } from '../column.ts';

/** Columns of the students list. Parents are listed by name only. */
export const STUDENT_LIST = {
  name: { label: 'Name', kind: 'text', only: 'screen' },
  lastName: { label: 'Last name', kind: 'text', only: 'file' },
  firstName: { label: 'First name', kind: 'text', only: 'file' },
  studentNumber: { label: 'Student number', kind: 'text', width: 16, only: 'file' },
  class: { label: 'Class', kind: 'text', only: 'screen' },
  grade: { label: 'Grade', kind: 'text', width: 8 },
  teacher: { label: 'Teacher', kind: 'text' },
  schoolName: { label: 'School', kind: 'text' },
  parents: { label: 'Parent', kind: 'text' },
  walletBalanceCents: { label: 'eWallet', kind: 'money', width: 16 },
  walletStatus: { label: 'eWallet status', kind: 'text', width: 14, only: 'file' },
  lastPurchaseAt: { label: 'Last purchase', kind: 'datetime' },
  timeZone: { label: 'Time zone', kind: 'text', only: 'file' },
  status: { label: 'Status', kind: 'text', width: 10 },
} as const satisfies ListColumns;
