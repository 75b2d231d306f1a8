import type { Office } from '@pos/tools/office/session.ts';
import { planDevices } from '@pos/tools/office/steps.ts';
import { openFair } from '@pos/world/fair';
import { FIRST_NAMES, LAST_NAMES } from '@pos/world/names';
import { isbn13From } from '@pos/world/titles';

const TITLES = 3_000;
const STUDENTS = 600;
const SECRET_CODE = '4711';
const WORDS = ['Moon', 'Bear', 'River', 'Castle', 'Dragon', 'Winter', 'Garden', 'Mittens'];

export type Book = { code: string; title: string };
export type BenchFair = { fairId: string; books: Book[]; link: string; secretCode: string };

/** Opens a fair with 3,000 titles and 600 students, and a device that is ready to be paired. */
export async function openBenchFair(desk: Office): Promise<BenchFair> {
  const { client } = desk;
  const packed = Array.from({ length: TITLES }, (_, number) => ({
    sku: isbn13From(`978${String(number).padStart(9, '0')}`),
    title: `The ${WORDS[number % 8]} and the ${WORDS[(number * 5 + 3) % 8]} ${number}`,
    author: `${FIRST_NAMES[number % FIRST_NAMES.length]} ${LAST_NAMES[number % LAST_NAMES.length]}`,
    category: 'Picture',
    priceCents: 499 + (number % 9) * 100,
    quantity: 5,
  }));
  const fair = await openFair(client, 'BENCH', {}, packed);
  const { schoolId } = (await client.fairs.getById({ params: { id: fair.id } })).data;
  for (let number = 0; number < STUDENTS; number++)
    await client.studentRecords.add({
      body: {
        schoolId,
        studentNumber: `S${number}`,
        firstName: FIRST_NAMES[number % FIRST_NAMES.length]!,
        lastName: LAST_NAMES[(number * 7) % LAST_NAMES.length]!,
        grade: String((number % 5) + 1),
        teacher: 'Ms. Alder',
      },
    });
  const dates = { purchaseDate: '2025-01-01', warrantyDate: '2028-01-01' };
  const body = { deviceId: 'BENCH-1', name: 'Register 1', ...dates, model: 1 as const };
  const { data: device } = await client.devices.add({ body: { ...body, adminId: null } });
  await planDevices(desk, fair.identifier, [device.id]);
  const cashiers = [{ name: 'Vera Volunteer', secretCode: SECRET_CODE }];
  await client.cashiers.add({ params: { id: fair.id }, body: { cashiers } });
  const { pairingCode } = (await client.devices.pairingCode({ params: { id: device.id } })).data;
  return {
    fairId: fair.id,
    books: packed.map(({ sku, title }) => ({ code: sku, title })),
    link: `/register#pair=${pairingCode}&device=BENCH-1`,
    secretCode: SECRET_CODE,
  };
}
