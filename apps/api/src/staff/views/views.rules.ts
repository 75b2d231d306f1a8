import { adminsApi } from '@pos/contract/staff/admins';
import { devicesApi } from '@pos/contract/fairs/devices';
import { LISTS_WITH_NAMES } from '@pos/contract/office/exports';
import { fairsApi } from '@pos/contract/fairs/fairs';
import { inventoryApi } from '@pos/contract/stock/inventory';
import { ordersApi } from '@pos/contract/sales/orders';
import { paymentsApi } from '@pos/contract/sales/payments';
import type { Access } from '@pos/contract/permissions';
import { rolesApi } from '@pos/contract/staff/roles';
import { schoolsApi } from '@pos/contract/fairs/schools';
import { studentsApi } from '@pos/contract/students/students';
import type { ListKey } from '@pos/contract/staff/views';
import type { z } from 'zod';

/** The call of each list, which defines who may read it and its valid queries. */
const CALLS: Record<ListKey, { access: Access; query: z.ZodObject }> = {
  users: adminsApi.list,
  roles: rolesApi.list,
  devices: devicesApi.list,
  fairs: fairsApi.list,
  schools: schoolsApi.list,
  payments: paymentsApi.list,
  orders: ordersApi.list,
  'held-orders': ordersApi.held,
  students: studentsApi.list,
  'fair-inventory': inventoryApi.fairInventory,
  'all-inventory': inventoryApi.allInventory,
};

/** Returns the right required to read the list. */
export function listAccess(list: ListKey): Access {
  return CALLS[list].access;
}

/**
 * Returns errors in a view's query by field (`query.status`); empty if the list accepts it. A view
 * stores no page. The fair of a list that is always for one fair comes from the address. A
 * search text is refused: it could be a child's name, which must not outlive its erasure (domain
 * 3.6).
 */
export function wrongInQuery(
  list: ListKey,
  query: Record<string, unknown>,
): Record<string, string> {
  const { page: _page, cursor: _cursor, ...shape } = CALLS[list].query.shape;
  const fields = new Map<string, z.ZodType>(Object.entries(shape));
  const wrong: Record<string, string> = {};
  for (const [key, value] of Object.entries(query)) {
    const field = fields.get(key);
    if (!field) wrong[`query.${key}`] = 'This list does not have this filter.';
    else if (key === 'search' && LISTS_WITH_NAMES.some((one) => one === list))
      wrong['query.search'] = 'A search text may be a name, so it is not saved.';
    else {
      const [issue] = field.safeParse(value).error?.issues ?? [];
      if (issue) wrong[`query.${key}`] = issue.message;
    }
  }
  return wrong;
}
