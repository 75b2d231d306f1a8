import { randomUUID } from 'node:crypto';
import { type FairDetails } from '@pos/contract/fairs/fairs';
import { PaymentMethod } from '@pos/contract/sales/payment-methods';
import { addDays } from '@pos/contract/values/days';
import { stockFair } from '@pos/world/fair';
import { everyRow } from '../../office/every-row.ts';
import type { Office } from '../../office/session.ts';
import type { FairFile } from '../fair-folder.ts';
import { planFair, sell } from '../walk.ts';
import { type CompanyFair, RETURNED_CHECK, SCHOOLS, STUDENTS, TITLES } from './company-data.ts';
import type { FairSales } from './company-sales.ts';

/** Staff and register work for the generated company, through HTTP only. */

const once = () => ({ idempotencyKey: randomUUID() });
const COPIES = 500;

/** Adds the schools with certificate and agreement, the titles and the students. */
export async function setUpCompany({ client }: Office, start: string): Promise<void> {
  for (const { certificate, ...school } of SCHOOLS)
    await client.schools.add(
      {
        body: {
          ...school,
          taxExempt: certificate !== undefined,
          ...(certificate && {
            exemptCertificateNo: certificate.number,
            exemptValidTo: addDays(start, certificate.lastDay),
          }),
        },
      },
      once(),
    );
  for (const title of TITLES) await client.titles.add({ body: title }, once());
  const { data: schools } = await client.schools.getSchools();
  for (const { number, school } of STUDENTS)
    await client.studentRecords.add(
      {
        body: {
          schoolId: schools.find(({ identifier }) => identifier === school)!.value,
          studentNumber: number,
          firstName: 'Student',
          lastName: number,
          grade: '3',
        },
      },
      once(),
    );
}

/** Tops up the students' eWallets at the office. */
export async function topUpEWallets(office: Office): Promise<void> {
  const students = await findStudents(office);
  for (const { number, topUps } of STUDENTS)
    for (const topUp of topUps)
      await office.client.deskTopUps.add(
        { params: { id: students.get(number)! }, body: topUp },
        once(),
      );
}

/** Plans a fair with its packing list, and sells there. Returns the fair. */
export async function sellFair(
  office: Office,
  { fair, sales, refunds }: FairSales,
  start: string,
  journals: string,
): Promise<FairDetails> {
  const folder = {
    fair: toFile(fair, start),
    orders: sales,
    refunds,
  };
  const planned = await planFair(office, folder);
  const stock = TITLES.map((title) => ({ ...title, quantity: COPIES }));
  await stockFair(office.client, planned.fair, stock);
  const { registers } = await sell(office, planned.fair, planned.cashierId, folder, journals);
  for (const register of registers) await register.memory.close();
  return planned.fair;
}

/** Reverses the top-up by the check that the bank returned. */
export async function returnCheck({ client }: Office): Promise<void> {
  for await (const payment of everyRow((page) =>
    client.payments.list({
      query: { ...page, search: RETURNED_CHECK, method: [PaymentMethod.check] },
    }),
  ))
    await client.deskTopUps.reverse(
      { params: { id: payment.id }, body: { reason: 'check_returned', note: 'No funds' } },
      once(),
    );
}

/** Finishes the close-out with the money that it expects. */
export async function closeOut(
  { client }: Office,
  { id }: FairDetails,
  profitOption: 'cash' | 'ave_dollar',
): Promise<void> {
  const { data } = await client.closeOut.getById({ params: { id } });
  const { expectedCashCents, expectedChecksCents, expectedCheckCount } = data.cashControl;
  await client.closeOut.finishOrRevert({
    body: {
      fairId: id,
      action: 'finish',
      profitOption,
      reviewed: data.reviewed,
      countedCashCents: expectedCashCents,
      countedCheckCents: expectedChecksCents,
      countedChecks: expectedCheckCount,
      confirm: true,
    },
  });
}

async function findStudents({ client }: Office): Promise<Map<string, string>> {
  const students = new Map<string, string>();
  for await (const { id, studentNumber } of everyRow((page) =>
    client.students.list({ query: page }),
  ))
    students.set(studentNumber, id);
  return students;
}

function toFile(fair: CompanyFair, start: string): FairFile {
  const { name, identifier, school, firstDay, lastDay, taxRatePpm } = fair;
  const { address, city, state, zip, timeZone } = SCHOOLS.find(
    (each) => each.identifier === school,
  )!;
  return {
    schoolIdentifier: school,
    identifier,
    name,
    address: `${address}, ${city}, ${state} ${zip}`,
    startDate: addDays(start, firstDay),
    endDate: addDays(start, lastDay),
    timeZone,
    salesTaxRatePpm: taxRatePpm,
    packageOption: 1,
  };
}
