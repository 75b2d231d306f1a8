import type { FairDetails } from '@pos/contract/fairs';
import type { NewFair } from '@pos/contract/fair-changes';
import type { TestApi } from './test-api.ts';

/** Plans a fair without any content at its own school. `identifier` names both. */
export async function plannedFair(
  test: TestApi,
  identifier: string,
  changes: Partial<NewFair> = {},
): Promise<FairDetails> {
  await test.owner.schools.add({
    body: {
      identifier,
      name: `School ${identifier}`,
      address: '1 Lake Rd',
      city: 'Ada',
      state: 'MI',
      zip: '49301',
      timeZone: 'America/Detroit',
    },
  });
  const fair: NewFair = {
    schoolIdentifier: identifier,
    identifier: `${identifier}-F`,
    name: `Fair ${identifier}`,
    address: '1 Lake Rd, Ada',
    startDate: '2027-03-01',
    endDate: '2027-03-05',
    salesTaxRate: 8.25,
    adminId: test.ownerId,
    packageOption: 1,
    ...changes,
  };
  return await test.ask.fairs.add({ body: fair });
}
