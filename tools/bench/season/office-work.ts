import { PACKAGE_OPTIONS } from '@pos/contract/fair-packages';
import { PaymentMethod } from '@pos/contract/payment-methods';
import { toPaymentType } from '@pos/contract/payments';
import { seasonBeside, toSeason } from '@pos/contract/seasons';
import { addDays } from '@pos/contract/values/days';
import type { SeasonGenerator } from './generator.ts';
import type { SeasonSchool, SeasonTitle } from './season-fair.ts';

/** Rows of the office's own work, the same at any size: packages, scheduled reports, desk top-ups. */

const TITLES_A_PACKAGE = 60;
const SCHEDULES = 40;
const RECIPIENTS = 3;
const WEEKS_SENT = 4;
const DESK_DAYS = 10;
const TOP_UPS_A_DAY = 40;
/** Schools whose students have desk top-ups. */
const DESK_SCHOOLS = 20;
const ACTOR = 'Season';

/** Adds the contents of the twelve packages of the season of `today` and of the one before. */
export function addPackages(
  { tables, keys }: SeasonGenerator,
  titles: readonly SeasonTitle[],
  today: string,
): void {
  const season = toSeason(today);
  for (const each of [season, seasonBeside(season, -1)])
    for (const option of Object.keys(PACKAGE_OPTIONS).map(Number)) {
      const listId = keys.next(6);
      tables.of('package_lists').add(listId, each, option, ACTOR);
      for (let place = 0; place < TITLES_A_PACKAGE; place++) {
        const { id } = titles[(option * 97 + place * 11) % titles.length]!;
        tables.of('package_titles').add(listId, id, 1 + (place % 12));
      }
    }
}

/**
 * Adds weekly reports with their recipients and the emails of the last weeks. The next ones are due
 * in a year, so that a measurement sends nothing.
 */
export function addSchedules(
  { tables, keys }: SeasonGenerator,
  schools: readonly SeasonSchool[],
  admins: readonly string[],
  today: string,
): void {
  for (let index = 0; index < SCHEDULES; index++) {
    const id = keys.next(7);
    const school = schools[index % schools.length]!;
    const question = {
      reportType: index % 2 === 0 ? 'SALES_SUMMARY' : 'DAILY_SALES',
      schoolIdentifier: school.identifier,
      startDate: today,
      endDate: today,
      format: 'xlsx',
    };
    tables
      .of('report_schedules')
      .add(
        id,
        admins[index % admins.length]!,
        JSON.stringify(question),
        'last_7_days',
        '{1}',
        '07:00',
        school.timeZone,
        false,
        index % 10 === 9 ? 'paused' : 'active',
        `${addDays(today, 365)}T11:00:00Z`,
      );
    for (let place = 0; place < RECIPIENTS; place++) {
      const adminId = admins[(index + place * 7) % admins.length]!;
      tables.of('report_recipients').add(id, adminId);
      for (let week = 1; week <= WEEKS_SENT; week++) {
        const at = `${addDays(today, -7 * week)}T11:00:00Z`;
        tables
          .of('report_sends')
          .add(
            keys.next(7),
            id,
            adminId,
            at,
            'sent',
            'Ada Amber',
            'user@season.example.com',
            1,
            at,
          );
      }
    }
  }
}

/** Adds the desk top-ups of the days before `today`, to the newest balances of the students. */
export function addDeskTopUps(
  generator: SeasonGenerator,
  schools: readonly SeasonSchool[],
  takenBy: string,
  today: string,
): void {
  const open = schools.slice(0, DESK_SCHOOLS);
  for (let back = DESK_DAYS; back >= 1; back--)
    for (let count = 0; count < TOP_UPS_A_DAY; count++) {
      const school = open[count % open.length]!;
      const holders = school.students.filter(({ walletId }) => walletId !== null);
      const student = holders[(back + Math.floor(count / open.length)) % holders.length]!;
      const isCheck = count % 3 === 0;
      addDeskTopUp(generator, {
        school,
        student,
        method: isCheck ? PaymentMethod.check : PaymentMethod.cash,
        checkNumber: isCheck ? String(100 + count) : null,
        cents: 1_000 + (count % 4) * 500,
        day: addDays(today, -back),
        minute: count,
        takenBy,
      });
    }
}

type DeskTopUp = {
  school: SeasonSchool;
  student: SeasonSchool['students'][number];
  method: typeof PaymentMethod.check | typeof PaymentMethod.cash;
  checkNumber: string | null;
  cents: number;
  /** Day at the office and at the school, and the minute from 17:00 UTC, when it is the same day everywhere. */
  day: string;
  minute: number;
  takenBy: string;
};

function addDeskTopUp({ tables, keys }: SeasonGenerator, topUp: DeskTopUp): void {
  const { school, student, method, checkNumber, cents, day, minute, takenBy } = topUp;
  const paidAt = `${day}T17:${String(minute).padStart(2, '0')}:00.000Z`;
  const paidMs = Date.parse(paidAt);
  const id = keys.next(paidMs);
  tables
    .of('payments')
    .add(
      id,
      id,
      null,
      null,
      school.id,
      null,
      'wallet_top_up',
      method,
      toPaymentType('wallet_top_up', method),
      'completed',
      cents,
      false,
      cents,
      0,
      0,
      checkNumber,
      null,
      null,
      null,
      student.id,
      student.walletId,
      day,
      paidAt,
      paidAt,
    );
  tables.of('payment_events').add(keys.next(paidMs), id, null, 'completed', ACTOR, paidAt);
  tables.of('desk_top_ups').add(id, day, takenBy);
  student.balanceCents += cents;
  tables
    .of('wallet_entries')
    .add(
      keys.next(paidMs),
      student.walletId,
      'top_up',
      cents,
      student.balanceCents,
      id,
      `payment:${id}`,
      day,
      ACTOR,
    );
}
