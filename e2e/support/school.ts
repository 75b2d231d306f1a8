import type { NewSchool } from '@pos/contract/schools';
import type { Office } from '@pos/tools/office/session.ts';

/** Adds a school in Michigan named after its identifier; `more` replaces its fields. */
export async function addSchool(
  client: Office['client'],
  identifier: string,
  more: Partial<NewSchool> = {},
) {
  const { data } = await client.schools.add({
    body: {
      identifier,
      name: `${identifier} Elementary`,
      address: '3 Elm St',
      city: 'Ada',
      state: 'MI',
      zip: '49301',
      timeZone: 'America/Detroit',
      ...more,
    },
  });
  return data;
}
