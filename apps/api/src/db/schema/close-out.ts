import type { ProfitOption } from '@pos/contract/close-out-snapshot';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type CloseOutsTable = {
  id: string;
  fairId: string;
  number: number;
  profitOption: ProfitOption;
  profitRatePpm: number;
  profitCents: number;
  countedCashCents: number | null;
  countedCheckCents: number | null;
  /** Generated from the snapshot by the database. */
  countedChecks: GeneratedAlways<number | null>;
  /**
   * Read it as text (`snapshot::text`), because its keys belong to the contract and are not
   * columns.
   */
  snapshot: ColumnType<never, string, never>;
  snapshotSha256: Buffer;
  finishedAt: string;
  finishedBy: string | null;
  finishedByName: string;
};

export type CloseOutReversalsTable = {
  closeOutId: string;
  reason: string;
  revertedAt: Generated<string>;
  revertedBy: string | null;
  revertedByName: string;
};

export type FloatCountsTable = Omit<CashCountsTable, 'cashCents' | 'checkCents' | 'checks'> & {
  direction: 'in' | 'out';
  amountCents: number;
};

export type CashCountsTable = {
  id: string;
  fairId: string;
  businessDay: string;
  cashCents: number;
  checkCents: number;
  checks: number;
  countedBy: string;
  secondPerson: string;
  note: string;
  enteredBy: string;
  at: Generated<string>;
  seq: GeneratedAlways<number>;
};
