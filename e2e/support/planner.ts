import { randomUUID } from 'node:crypto';
import type { NewFair } from '@pos/contract/fair-changes';
import type { Office } from '@pos/tools/office/session.ts';
import { addSchool } from './school.ts';

/** Creates a school, and returns a function that adds fairs there. */
export async function planner({ client }: Office, timeZone = 'America/Detroit') {
  const identifier = `PLAN${randomUUID().slice(0, 6).toUpperCase()}`;
  await addSchool(client, identifier, { timeZone });
  const [admin] = (await client.admins.getAdmins({ query: {} })).data;
  const plan = async (
    name: string,
    startDate: string,
    endDate: string,
    more: Partial<NewFair> = {},
  ) =>
    (
      await client.fairs.add({
        body: {
          schoolIdentifier: identifier,
          name,
          address: '3 Elm St, Ada',
          startDate,
          endDate,
          salesTaxRate: 6,
          adminId: admin!.value,
          packageOption: 7,
          ...more,
        },
      })
    ).data;
  return { identifier, plan };
}
