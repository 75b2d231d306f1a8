import { ERASED_STUDENT, type StudentRow, type WalletEntryType } from '@pos/contract/students';
import type { StatusText } from '#web/ui/status-pill.tsx';

type Named = Pick<StudentRow, 'firstName' | 'lastName' | 'erasedAt'>;

/** A student as lists sort them: "Quill, Robin". */
export function listName({ firstName, lastName, erasedAt }: Named): string {
  return erasedAt ? ERASED_STUDENT : `${lastName}, ${firstName}`;
}

/** A student as people say the name. */
export function fullName({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`;
}

/** Two students of one school may share a name: grade and teacher tell them apart. */
export function classOf({
  grade,
  teacher,
  erasedAt,
}: Pick<StudentRow, 'grade' | 'teacher' | 'erasedAt'>): string {
  return [grade && gradeLabel(grade), !erasedAt && teacher].filter(Boolean).join(' · ');
}

/** "Grade 3"; kindergarten and what comes before it by their own letters. */
export function gradeLabel(grade: string): string {
  return /^\d+$/.test(grade) ? `Grade ${grade}` : grade;
}

export const GRADES = [
  'PK3',
  'PK4',
  'K',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '12',
] as const;

export const FROZEN: StatusText = { label: 'Frozen', meaning: 'warn' };
export const INACTIVE: StatusText = { label: 'Inactive', meaning: 'off' };
export const ERASED: StatusText = { label: 'Erased', meaning: 'off' };

/** What an entry of an eWallet's ledger is. */
export const ENTRY_TYPES: Record<WalletEntryType, string> = {
  top_up: 'Top-up',
  spend: 'Purchase',
  refund: 'Refund',
  adjust: 'Adjustment',
  payout: 'Payout',
};
