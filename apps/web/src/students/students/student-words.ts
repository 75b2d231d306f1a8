import { gradeLabel } from '@pos/contract/fairs/grades';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import {
  ERASED_STUDENT,
  type StudentRow,
  type WalletEntryType,
} from '@pos/contract/students/students';
import type { StatusText } from '#web/ui/values/status-pill.tsx';

type Named = Pick<StudentRow, 'firstName' | 'lastName' | 'erasedAt'>;

/** Name of a student as lists sort it: "Quill, Robin". */
export function listName({ firstName, lastName, erasedAt }: Named): string {
  return erasedAt ? ERASED_STUDENT : `${lastName}, ${firstName}`;
}

/** Full name of a student. */
export function fullName({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`;
}

/** Grade and teacher, to tell students of the same name apart. */
export function className({
  grade,
  teacher,
  erasedAt,
}: Pick<StudentRow, 'grade' | 'teacher' | 'erasedAt'>): string {
  return [grade && gradeLabel(grade), !erasedAt && teacher].filter(Boolean).join(' · ');
}

export const FROZEN: StatusText = { label: 'Frozen', meaning: 'warn' };
export const INACTIVE: StatusText = { label: 'Inactive', meaning: 'off' };
export const ERASED: StatusText = { label: 'Erased', meaning: 'off' };

/** Labels of the entries in an eWallet's ledger. */
export const ENTRY_TYPES: Record<WalletEntryType, string> = {
  top_up: 'Top-up',
  spend: 'Purchase',
  refund: 'Refund',
  adjust: 'Adjustment',
  payout: 'Payout',
};

/** Methods of a payout, as selects offer them. */
export const PAYOUT_CHOICES = [
  { value: PaymentMethod.cash, label: 'Cash' },
  { value: PaymentMethod.check, label: 'Check of the company' },
];
