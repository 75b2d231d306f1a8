import type { FairDetails } from '@pos/contract/fairs';
import type { FairChanges, NewFair } from '@pos/contract/fair-changes';
import type { NewSchool } from '@pos/contract/schools';
import { planFair } from '@pos/world/fair';
import type { TestApi } from './test-api.ts';

/** Builds the form of a school. */
export const newSchool = (identifier: string, changes: Partial<NewSchool> = {}): NewSchool => ({
  identifier,
  name: `School ${identifier}`,
  address: '1 Lake Rd',
  city: 'Ada',
  state: 'MI',
  zip: '49301',
  timeZone: 'America/Detroit',
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
export function formOf(fair: FairDetails): FairChanges {
  const { schoolIdentifier, name, address, startDate, endDate } = fair;
  const { salesTaxRate, adminId, packageOption, version } = fair;
  const what = { schoolIdentifier, name, address, startDate, endDate };
  return { ...what, salesTaxRate, adminId, packageOption, version };
}

/** Plans a fair without any content at its own school. `identifier` names both. */
export function plannedFair(
  test: TestApi,
  identifier: string,
  changes: Partial<NewFair> = {},
): Promise<FairDetails> {
  const { schoolIdentifier: _, ...form } = newFair(test, identifier, changes);
  const school = newSchool(identifier);
  return planFair(test.owner, identifier, { school, identifier: `${identifier}-F`, ...form });
}
