import type { PageKey } from '@pos/contract/permissions';
import {
  IconBooks,
  IconBuilding,
  IconBuildingWarehouse,
  IconCalendarEvent,
  IconCreditCard,
  IconDeviceTablet,
  IconLayoutDashboard,
  IconPackage,
  IconPackages,
  IconReceipt,
  IconReportAnalytics,
  IconSchool,
  IconTag,
  IconTemplate,
  IconUpload,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';

/** Icons of the menu. Loaded with the frame, so that the sign-in page loads none. */
export const MENU_ICONS: Partial<Record<PageKey, Icon>> = {
  dashboard: IconLayoutDashboard,
  users: IconUsers,
  devices: IconDeviceTablet,
  fairs: IconCalendarEvent,
  schools: IconBuilding,
  payments: IconCreditCard,
  orders: IconReceipt,
  reports: IconReportAnalytics,
  students: IconSchool,
  'fair-inventory': IconPackage,
  inventory: IconBooks,
  warehouse: IconBuildingWarehouse,
  'master-template': IconTemplate,
};

/** Icons of places below a module that share their page with others, by address. */
export const PLACE_ICONS: Readonly<Record<string, Icon>> = {
  '/packages': IconPackages,
  '/inventory/upload': IconUpload,
  '/inventory/prices': IconTag,
};
