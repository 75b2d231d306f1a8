import { type Random } from '../../simulator/random.ts';
import type { SeasonTitle } from './catalog.ts';
import type { SeasonDevice, SeasonSchool } from './season-fair.ts';
import { type RepeatableUuids } from './repeatable-uuids.ts';
import { ENDINGS, FIRST_NAMES, LAST_NAMES } from './season-names.ts';
import type { SeasonSize } from './season-size.ts';
import { type SeasonTables } from './tables.ts';

/** Rows of users, devices, schools with their students, and titles. */

/** Number of users at any size; they take turns being responsible for fairs. */
const USERS = 100;
const SUPPLIED = 200_000;
const ZONES = [
  ['America/New_York', 4, 'NY'],
  ['America/Chicago', 5, 'TX'],
  ['America/Denver', 6, 'CO'],
  ['America/Los_Angeles', 7, 'WA'],
] as const;

export function addUsers(tables: SeasonTables, keys: RepeatableUuids): string[] {
  const roleId = keys.next(1);
  tables.of('roles').add(roleId, 'Fair manager', 'Looks after fairs.');
  return Array.from({ length: USERS }, (_, index) => {
    const id = keys.next(1);
    tables
      .of('admins')
      .add(
        id,
        FIRST_NAMES[index % 26]!,
        LAST_NAMES[index % 24]!,
        `user${index + 1}@season.example.com`,
        true,
        index % 3 === 0 ? null : '3125550142',
        roleId,
      );
    return id;
  });
}

export function addDevices(
  count: number,
  tables: SeasonTables,
  keys: RepeatableUuids,
): SeasonDevice[] {
  return Array.from({ length: count }, (_, index) => {
    const device = { id: keys.next(1), sequence: 0 };
    tables
      .of('devices')
      .add(
        device.id,
        `POS-${String(index + 1).padStart(4, '0')}`,
        `Register ${index + 1}`,
        '2024-08-01',
        '2028-08-01',
        1 + (index % 4),
        new Date().toISOString(),
        new Date().toISOString(),
      );
    return device;
  });
}

export function addSchool(
  index: number,
  size: SeasonSize,
  tables: SeasonTables,
  random: Random,
  keys: RepeatableUuids,
): SeasonSchool {
  const [timeZone, behind, state] = ZONES[index % ZONES.length]!;
  const identifier = `SEA${String(index + 1).padStart(4, '0')}`;
  const name = `${LAST_NAMES[index % 24]}${ENDINGS[Math.floor(index / 24) % 12]} Elementary School ${Math.floor(index / 288) + 1}`;
  const school: SeasonSchool = {
    id: keys.next(2),
    identifier,
    name,
    timeZone,
    behind,
    students: [],
  };
  tables
    .of('schools')
    .add(
      school.id,
      identifier,
      name,
      `${index + 1} School Street`,
      'Fairview',
      state,
      '12345',
      '',
      timeZone,
      size.studentsPerSchool,
      '',
      '',
    );
  for (let number = 1; number <= size.studentsPerSchool; number++) {
    const student = {
      id: keys.next(3),
      walletId: number % 3 === 0 ? keys.next(4) : null,
      balanceCents: 0,
    };
    tables
      .of('students')
      .add(
        student.id,
        school.id,
        `${identifier}-${String(number).padStart(4, '0')}`,
        random.pick(FIRST_NAMES),
        `${random.pick(LAST_NAMES)}${random.pick(ENDINGS)}`,
        String(1 + (number % 5)),
        `Ms. ${LAST_NAMES[number % 24]}`,
      );
    if (student.walletId) {
      student.balanceCents = random.int(1, 10) * 1_000;
      tables
        .of('wallet_entries')
        .add(
          keys.next(5),
          student.walletId,
          'top_up',
          student.balanceCents,
          student.balanceCents,
          null,
          `season:${student.walletId}`,
          '2025-01-02',
          'Season',
        );
    }
    school.students.push(student);
  }
  return school;
}

export function addTitles(
  titles: readonly SeasonTitle[],
  { sent, shipped, waiting }: Record<'sent' | 'shipped' | 'waiting', Map<string, number>>,
  tables: SeasonTables,
  keys: RepeatableUuids,
): void {
  for (const { id, sku, isbn13, title, author, category, priceCents, taxable } of titles) {
    const left = SUPPLIED - (sent.get(id) ?? 0) - (shipped.get(id) ?? 0);
    tables
      .of('titles')
      .add(
        id,
        sku,
        isbn13,
        title,
        author,
        category,
        priceCents,
        taxable,
        left,
        waiting.get(id) ?? 0,
      );
    tables
      .of('stock_movements')
      .add(
        keys.next(8),
        id,
        SUPPLIED,
        'supplier',
        null,
        'warehouse',
        null,
        'sync',
        'sync',
        null,
        'Season',
      );
  }
}
