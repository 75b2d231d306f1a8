import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { signedIn } from './permissions.ts';
import { dataOf, Option, OptionsQuery } from './values.ts';

export const rolesApi = defineApi({
  getRoles: {
    method: 'GET', path: '/v1/roles/get-roles', access: signedIn, summary: 'The roles that the caller may grant',
    query: OptionsQuery, response: dataOf(z.array(Option)),
  },
});
