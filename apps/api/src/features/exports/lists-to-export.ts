import type { NewExport } from '@pos/contract/exports';
import type { Db } from '#api/db/db.ts';
import { adminList } from '#api/features/admins/admins.list.ts';
import { deviceList } from '#api/features/devices/devices.list.ts';
import { fairsToExport } from '#api/features/fairs/fairs-export.service.ts';
import {
  fairLinesToExport,
  titlesToExport,
} from '#api/features/inventory/inventory-export.service.ts';
import { heldOrdersToExport } from '#api/features/orders/held-orders-export.service.ts';
import { orderList } from '#api/features/orders/orders.list.ts';
import { paymentList } from '#api/features/payments/payments.list.ts';
import { studentsToExport } from '#api/features/students/students-export.service.ts';
import type { ListToExport } from '#api/lists/list.ts';

/**
 * Returns the rows of a list from the same queries that its screen uses. `namesStudents` is true if
 * names of students and parents may be included.
 */
export function listToExport(
  snapshot: Db,
  wanted: NewExport,
  namesStudents: boolean,
): Promise<ListToExport> {
  switch (wanted.list) {
    case 'orders':
      return orderList.toExport(snapshot, wanted.query, namesStudents);
    case 'held-orders':
      return heldOrdersToExport(snapshot, wanted.query);
    case 'payments':
      return paymentList.toExport(snapshot, wanted.query, namesStudents);
    case 'students':
      return studentsToExport(snapshot, wanted.query);
    case 'fairs':
      return fairsToExport(snapshot, wanted.query);
    case 'fair-inventory':
      return fairLinesToExport(snapshot, { ...wanted.query, ids: wanted.ids });
    case 'all-inventory':
      return titlesToExport(snapshot, { ...wanted.query, ids: wanted.ids });
    case 'users':
      return adminList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
    case 'devices':
      return deviceList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
  }
}
