import type { NewExport } from '@pos/contract/office/exports';
import type { Db } from '#api/db/db.ts';
import { adminList } from '#api/staff/admins/admins.list.ts';
import { deviceList } from '#api/fairs/devices/devices.list.ts';
import { fairList } from '#api/fairs/fairs/fairs.list.ts';
import { fairLineList } from '#api/stock/inventory/fair-lines.list.ts';
import { titleList } from '#api/stock/inventory/titles.list.ts';
import { heldOrderList } from '#api/sales/held-orders/held-orders.list.ts';
import { orderList } from '#api/sales/orders/orders.list.ts';
import { paymentList } from '#api/sales/payments/payments.list.ts';
import { schoolList } from '#api/fairs/schools/schools.list.ts';
import { studentList } from '#api/students/students/students.list.ts';
import type { ListToExport } from '#api/lists/list.ts';

/**
 * Returns the rows of a list from the same queries that its screen uses. `namesStudents` is true if
 * names of students and parents may be included.
 */
export function listToExport(
  snapshot: Db,
  wanted: Exclude<NewExport, { list: 'student-data' }>,
  namesStudents: boolean,
): Promise<ListToExport> {
  switch (wanted.list) {
    case 'orders':
      return orderList.toExport(snapshot, wanted.query, namesStudents);
    case 'held-orders':
      return heldOrderList.toExport(snapshot, wanted.query, namesStudents);
    case 'payments':
      return paymentList.toExport(snapshot, wanted.query, namesStudents);
    case 'students':
      return studentList.toExport(snapshot, wanted.query);
    case 'fairs':
      return fairList.toExport(snapshot, wanted.query);
    case 'schools':
      return schoolList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
    case 'fair-inventory':
      return fairLineList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
    case 'all-inventory':
      return titleList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
    case 'users':
      return adminList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
    case 'devices':
      return deviceList.toExport(snapshot, { ...wanted.query, ids: wanted.ids });
  }
}
