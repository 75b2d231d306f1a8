import { randomUUID } from 'node:crypto';
import type { NewFair } from '@pos/contract/fairs/fair-changes';
import type { Office } from '@pos/tools/office/session.ts';
import { addSchool, planFair } from '@pos/world/fair';

/** Creates a school, and returns a function that adds fairs there. */
export async function planner({ client }: Office, timeZone = 'America/Detroit') {
  const identifier = `PLAN${randomUUID().slice(0, 6).toUpperCase()}`;
  await addSchool(client, identifier, { timeZone });
  const plan = (name: string, startDate: string, endDate: string, more: Partial<NewFair> = {}) => {
    const terms = { schoolIdentifier: identifier, salesTaxRate: 6, packageOption: 7 as const };
    return planFair(client, identifier, { ...terms, name, startDate, endDate, ...more });
  };
  return { identifier, plan };
}
