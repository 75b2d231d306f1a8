import { FIRST_NAMES, LAST_NAMES } from '@pos/world/names';
import type { SeasonGenerator } from './generator.ts';
import type { SeasonDevice, SeasonSchool, SeasonStudent, SeasonTitle } from './season-fair.ts';

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

/** Adds the users with their role, and returns their IDs. */
export function addUsers({ tables, keys }: SeasonGenerator): string[] {
  const roleId = keys.next(1);
  tables.of('roles').add(roleId, 'Fair manager', 'Looks after fairs.');
  tables.of('role_duties').add(roleId, 'work_register');
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

export function addDevices({ tables, keys }: SeasonGenerator, count: number): SeasonDevice[] {
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

/** Adds a school with its students; one in three students has an eWallet. */
export function addSchool(
  generator: SeasonGenerator,
  index: number,
  enrollment: number,
): SeasonSchool {
  const [timeZone, behind, state] = ZONES[index % ZONES.length]!;
  const identifier = `SEA${String(index + 1).padStart(4, '0')}`;
  const name = `${LAST_NAMES[index % 24]} Elementary School ${Math.floor(index / 24) + 1}`;
  const school: SeasonSchool = {
    id: generator.keys.next(2),
    identifier,
    name,
    timeZone,
    behind,
    students: [],
  };
  generator.tables
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
      enrollment,
      '',
      '',
    );
  for (let number = 1; number <= enrollment; number++)
    school.students.push(addStudent(generator, school, number));
  return school;
}

function addStudent(
  generator: SeasonGenerator,
  school: SeasonSchool,
  number: number,
): SeasonStudent {
  const { tables, random, keys } = generator;
  const id = keys.next(3);
  const walletId = number % 3 === 0 ? keys.next(4) : null;
  tables
    .of('students')
    .add(
      id,
      school.id,
      `${school.identifier}-${String(number).padStart(4, '0')}`,
      random.pick(FIRST_NAMES),
      random.pick(LAST_NAMES),
      String(1 + (number % 5)),
      `Ms. ${LAST_NAMES[number % 24]}`,
    );
  return { id, walletId, balanceCents: walletId ? addTopUp(generator, walletId) : 0 };
}

/** Adds the first top-up of an eWallet and returns its amount. */
function addTopUp({ tables, random, keys }: SeasonGenerator, walletId: string): number {
  const cents = random.int(1, 10) * 1_000;
  tables
    .of('wallet_entries')
    .add(
      keys.next(5),
      walletId,
      'top_up',
      cents,
      cents,
      null,
      `season:${walletId}`,
      '2025-01-02',
      'Season',
    );
  return cents;
}

/** Units of each title at fairs, shipped to schools, and waiting to be shipped. */
export type UnitsByTitle = Record<'sent' | 'shipped' | 'waiting', Map<string, number>>;

/** Adds the titles with the units that are left in the warehouse. */
export function addTitles(
  { tables, keys }: SeasonGenerator,
  titles: readonly SeasonTitle[],
  { sent, shipped, waiting }: UnitsByTitle,
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
