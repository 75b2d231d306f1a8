import { addDays } from '@pos/contract/values/days';
import type { Office } from '../office/session.ts';
import { addMissingSchool, ensureDevice, syncSource } from '../office/steps.ts';
import type { Cashier } from '../simulator/cashier.ts';
import { SCHOOLS } from '@pos/world/schools';

/** Records that the demo's fairs need: schools, devices and settings. */

/** Adds the schools that the source file cannot describe, and reads the source. */
export async function addSourceRecords(office: Office): Promise<void> {
  for (const { students: _students, taxPercent: _tax, exempt: taxExempt, ...school } of SCHOOLS)
    if (taxExempt)
      await addMissingSchool(office, school.identifier, () => ({ ...school, taxExempt }));
  const sync = await syncSource(office);
  if (sync.status !== 'succeeded')
    throw new Error(`its source could not be read (${sync.errors[0]?.message ?? sync.status}).`);
}

/** Sets the company's name, support contact and receipt footer; keeps existing values. */
export async function setContact(office: Office): Promise<void> {
  const { data: settings } = await office.client.settings.get();
  if (!('version' in settings) || settings.supportEmail !== '' || settings.supportPhone !== '')
    return;
  const receiptFooter =
    settings.receiptFooter ||
    'Thank you for reading with us. Returns with this receipt until the last day of the fair.';
  await office.client.settings.update({
    body: {
      version: settings.version,
      companyName: 'Maple Book Fairs',
      supportEmail: 'support@example.com',
      supportPhone: '(616) 555-0134',
      receiptFooter,
    },
  });
}

/** Adds a device if it does not exist. Returns its ID. */
export async function addDevice(
  office: Office,
  deviceId: string,
  number: number,
  day: string,
  cashiers: readonly Cashier[],
): Promise<string> {
  const bought = addDays(day, -700 + number * 60);
  // Two years of warranty: the oldest expire in these weeks.
  const device = {
    deviceId,
    name: `Register ${deviceId.slice(-3)}`,
    purchaseDate: bought,
    warrantyDate: addDays(bought, 730),
    model: ((number % 4) + 1) as 1 | 2 | 3 | 4,
    adminId: cashiers[number % cashiers.length]?.adminId ?? null,
  };
  return (await ensureDevice(office, device)).id;
}
