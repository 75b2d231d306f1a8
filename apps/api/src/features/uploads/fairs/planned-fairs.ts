import type { NewFair } from '@pos/contract/fair-changes';
import type { RowMessage } from '@pos/contract/uploads';
import type { FairRow } from './rows.ts';
import type { Outcome } from '../upload.ts';

export type PlannedFair = {
  input: NewFair;
  own: { status: 'active' | 'inactive'; timeZone?: string };
};
export type PlannedFairRow = FairRow & {
  outcome: Outcome;
  notes: RowMessage[];
  fair?: PlannedFair;
};
export type NewSchool = {
  identifier: string;
  name: string;
  address: string;
  timeZone: string | undefined;
};
/** Effects that a file of fairs would have. Nothing is written yet. */
export type FairPlan = { rows: PlannedFairRow[]; newSchools: NewSchool[] };
