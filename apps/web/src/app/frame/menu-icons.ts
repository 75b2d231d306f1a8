import type { PageKey } from '@pos/contract/permissions';
import {
  IconBuildingWarehouse,
  IconCalendarEvent,
  IconCreditCard,
  IconDeviceTablet,
  IconLayoutDashboard,
  IconPackage,
  IconReceipt,
  IconReportAnalytics,
  IconSchool,
  IconTemplate,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';

/** The icons of the menu. They come with the frame: the way to sign in loads none of them. */
export const MENU_ICONS: Partial<Record<PageKey, Icon>> = {
  dashboard: IconLayoutDashboard,
  users: IconUsers,
  devices: IconDeviceTablet,
  fairs: IconCalendarEvent,
  payments: IconCreditCard,
  orders: IconReceipt,
  reports: IconReportAnalytics,
  students: IconSchool,
  'fair-inventory': IconPackage,
  inventory: IconBuildingWarehouse,
  'master-template': IconTemplate,
};
