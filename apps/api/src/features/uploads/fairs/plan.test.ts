import { FAIR_COLUMNS, type FairColumn } from '@pos/contract/uploads';
import { expect, it } from 'vitest';
import { getResult, typedRow } from '#testing/upload-rows.ts';
import { planFairs } from './plan.ts';
import { readFairRow } from './rows.ts';
import type { FairState } from './state.queries.ts';

const state: FairState = {
  schools: new Map([
    [
      'ada',
      {
        id: 'school',
        identifier: 'ADA',
        name: 'Ada School',
        status: 'active',
        timeZone: 'America/Detroit',
      },
    ],
  ]),
  admins: new Map([['kim@example.com', { id: 'kim', name: 'Kim Reyes' }]]),
  fairs: [],
  defaultTimeZone: 'America/Detroit',
  now: new Date('2026-10-12T12:00:00Z'),
};
const plan = (texts: readonly Partial<Record<FairColumn, string>>[], known = state) =>
  getResult(
    planFairs(
      texts.map((given, index) =>
        readFairRow(
          typedRow(FAIR_COLUMNS, index + 2, {
            'School Identifier': 'ADA',
            'Fair Name': 'Fall fair',
            Address: '1 Main Street',
            'Start Date': '10/19/2026',
            'End Date': '10/23/2026',
            'Sales Tax Rate': '6%',
            'Admin Email': 'kim@example.com',
            'Package Option': '25P400',
            ...given,
          }),
          { date1904: false },
        ),
      ),
      known,
    ),
  );
const judged = (...given: Parameters<typeof plan>) =>
  plan(...given).rows.map(({ outcome, errors, warnings }) => [
    outcome,
    ...[...errors, ...warnings].map(({ code }) => code),
  ]);

it('adds a fair of a known school', () => {
  const { rows, newSchools } = plan([{}]);
  expect(newSchools).toEqual([]);
  expect(rows[0]?.fair?.input).toMatchObject({
    schoolIdentifier: 'ADA',
    startDate: '2026-10-19',
    salesTaxRate: 6,
    adminId: 'kim',
    packageOption: 1,
  });
});

it('adds a new school once, and refuses one without a name', () => {
  const bay = { 'School Identifier': 'BAY', 'School Name': 'Bay School' };
  const { rows, newSchools } = plan([
    bay,
    { ...bay, 'Fair Name': 'Spring fair', 'Start Date': '3/8/2027', 'End Date': '3/12/2027' },
    { 'School Identifier': 'CAP' },
  ]);
  expect(newSchools.map(({ name }) => name)).toEqual(['Bay School']);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['create', 'create', 'reject']);
});

it('refuses unknown admins and the same fair twice', () => {
  expect(judged([{}, {}, { 'Fair Name': 'Other', 'Admin Email': 'no@example.com' }])).toEqual([
    ['create'],
    ['reject', 'DUPLICATE'],
    ['reject', 'ADMIN_NOT_FOUND'],
  ]);
});

it('warns of a fair that is over by the clock of its school', () => {
  const past = { 'Start Date': '10/5/2026', 'End Date': '10/11/2026' };
  expect(judged([past])).toEqual([['create', 'PAST_FAIR']]);
  const lateEvening = { ...state, now: new Date('2026-10-12T03:00:00Z') };
  expect(judged([past], lateEvening)).toEqual([['create']]);
});
