import { randomUUID } from 'node:crypto';
import type { Module } from '@pos/contract/permissions';
import type { NewReportSchedule } from '@pos/contract/reports/report-schedules';
import { today } from '@pos/contract/values/clock';
import { sql } from 'kysely';
import { newPerson } from './new-records.ts';
import type { SalesFloor } from './sales-floor.ts';
import type { TestApi } from '../app/test-api.ts';

/** Adds an admin with a verified address and the right to read these modules. */
export async function addReader(
  test: TestApi,
  modules: readonly Module[],
): Promise<{ id: string; email: string; roleId: string }> {
  const name = `Readers ${randomUUID().slice(0, 8)}`;
  const rights = modules.map((module) => ({ name: module, read_only: true, edit: false }));
  const { id: roleId } = await test.ask.roles.add({ body: { name, description: name, rights } });
  const email = `${randomUUID()}@example.com`;
  const body = newPerson('Robin', 'Reyes', { email, roleId, secretCode: '2468' });
  const { id } = await test.ask.admins.add({ body });
  await test.db.updateTable('admins').set({ emailVerified: true }).where('id', '=', id).execute();
  return { id, email, roleId };
}

type Input = Omit<NewReportSchedule, 'adminIds' | 'weekdays'> & {
  adminIds: string[];
  weekdays: number[];
};

/** Schedule of a report on today's sales of a school, every day at noon; `changes` replace values. */
export function makeSchedule(floor: SalesFloor, changes: Partial<Input> = {}): Input {
  const day = today('America/Detroit');
  return {
    reportType: 'SHIP_TO_SCHOOL',
    schoolIdentifier: floor.fair.schoolIdentifier,
    startDate: day,
    endDate: day,
    format: 'csv',
    period: 'same_days',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    time: '12:00',
    timeZone: 'America/Detroit',
    to: 'staff',
    adminIds: [floor.test.ownerId],
    ...changes,
  };
}

/** Moves the next time of a schedule into the past, as if no process had run since. */
export async function makeDue(test: TestApi, id: string, daysAgo: number): Promise<void> {
  await test.db
    .updateTable('reportSchedules')
    .set({ nextDueAt: sql<string>`now() - make_interval(days => ${daysAgo})` })
    .where('id', '=', id)
    .execute();
}
