import type { NewFair } from '@pos/contract/fair-changes';
import type { RowMessage } from '@pos/contract/imports';
import type { FairRow } from './fair-rows.ts';
import type { Outcome } from './upload-result.ts';

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
/** What a file of fairs would do: nothing of it has happened yet. */
export type FairPlan = { rows: PlannedFairRow[]; newSchools: NewSchool[] };
