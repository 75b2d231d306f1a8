import type { NewAdmin } from '@pos/contract/staff/admins';
import type { NewDevice } from '@pos/contract/fairs/devices';
import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { FairChanges, NewFair } from '@pos/contract/fairs/fair-changes';
import type { NewSchool } from '@pos/contract/fairs/schools';
import type { TestApi } from '../app/test-api.ts';

/** Forms of new records, and their parts that tests do not look at. */

export const DANA = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  countryCode: '+1' as const,
  phone: '5551234567',
};
export const TABLET = {
  purchaseDate: '2026-01-01',
  warrantyDate: '2028-01-01',
  model: 1 as const,
  adminId: null,
};
/** Address of a school. */
export const ADA = { address: '1 Lake Rd', city: 'Ada', state: 'MI', zip: '49301' };

/** Builds the form of a school. */
export const newSchool = (identifier: string, changes: Partial<NewSchool> = {}): NewSchool => ({
  identifier,
  name: `School ${identifier}`,
  ...ADA,
  timeZone: 'America/Detroit',
  factsEnabled: true,
  ...changes,
});

/** Builds the form of a fair of the owner at a school. */
export const newFair = (
  { ownerId }: TestApi,
  schoolIdentifier: string,
  changes: Partial<NewFair> = {},
): NewFair => ({
  schoolIdentifier,
  name: `Fair ${schoolIdentifier}`,
  address: '1 Lake Rd, Ada',
  startDate: '2027-03-01',
  endDate: '2027-03-05',
  salesTaxRate: 8.25,
  adminId: ownerId,
  packageOption: 1,
  ...changes,
});

/** Returns the form of a fair as it is, to change some of its fields. */
export function toForm(fair: FairDetails): FairChanges {
  const { schoolIdentifier, name, address, startDate, endDate } = fair;
  const { salesTaxRate, adminId, packageOption, version } = fair;
  const what = { schoolIdentifier, name, address, startDate, endDate };
  return { ...what, salesTaxRate, adminId, packageOption, version };
}

/** Builds the form of a person of staff, who is mailed at the last name. */
export const newPerson = (
  firstName: string,
  lastName: string,
  more: Pick<NewAdmin, 'roleId' | 'secretCode'> & Partial<NewAdmin>,
): NewAdmin => ({
  ...DANA,
  firstName,
  lastName,
  email: `${lastName.toLowerCase()}@example.com`,
  ...more,
});

/** Builds the form of a device. */
export const newDevice = (deviceId: string, changes: Partial<NewDevice> = {}): NewDevice => ({
  deviceId,
  name: deviceId,
  ...TABLET,
  ...changes,
});
