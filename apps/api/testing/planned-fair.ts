import type { FairDetails } from '@pos/contract/fairs';
import type { NewFair } from '@pos/contract/fair-changes';
import { planFair } from '@pos/world/fair';
import type { TestApi } from './test-api.ts';

/** Plans a fair without any content at its own school. `identifier` names both. */
export function plannedFair(
  test: TestApi,
  identifier: string,
  changes: Partial<NewFair> = {},
): Promise<FairDetails> {
  return planFair(test.owner, identifier, {
    school: { name: `School ${identifier}`, address: '1 Lake Rd' },
    identifier: `${identifier}-F`,
    name: `Fair ${identifier}`,
    address: '1 Lake Rd, Ada',
    startDate: '2027-03-01',
    endDate: '2027-03-05',
    adminId: test.ownerId,
    ...changes,
  });
}
