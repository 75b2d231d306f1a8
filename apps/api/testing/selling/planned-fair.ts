import type { FairDetails } from '@pos/contract/fairs/fairs';
import type { NewFair } from '@pos/contract/fairs/fair-changes';
import { planFair } from '@pos/world/fair';
import { newFair, newSchool } from './new-records.ts';
import type { TestApi } from '../app/test-api.ts';

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
