import { toSeason } from '@pos/contract/seasons';
import type pg from 'pg';
import { type BenchCall, fairReport, usual } from './bench-call.ts';

/** Calls of the office's own work, for the loaded season: its newest packages and desk top-ups. */
export async function officeCalls(db: pg.Client, schoolId: string): Promise<BenchCall[]> {
  const {
    rows: [newest],
  } = await db.query<{ day: string; listed: string }>(
    'select max(office_day)::text as day, (select max(updated_at)::text from package_lists) as listed from desk_top_ups',
  );
  if (!newest?.day)
    throw new Error(
      'This season has no desk top-ups. Load it again with npm run bench -- season-load.',
    );
  const season = toSeason(newest.listed);
  return [
    usual('one school', `/v1/schools/getById/${schoolId}`),
    usual('packages of a season', `/v1/packages?season=${season}`),
    usual('contents of a package', `/v1/packages/contents?season=${season}&packageOption=3`),
    usual('scheduled reports', '/v1/report-schedules'),
    usual('top-ups', '/v1/payments?purpose=wallet_top_up'),
    // Read in one snapshot, like a report.
    fairReport('desk top-ups of a day', `/v1/payments/office-day?businessDay=${newest.day}`),
  ];
}
