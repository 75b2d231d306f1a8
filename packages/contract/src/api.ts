import { activityApi } from './activity.ts';
import { adminsApi } from './admins.ts';
import { authApi } from './auth.ts';
import { devicesApi } from './devices.ts';
import { fairsApi } from './fairs.ts';
import { importsApi } from './imports.ts';
import { inventoryApi } from './inventory.ts';
import { jobsApi } from './jobs.ts';
import { ordersApi } from './orders.ts';
import { registerApi } from './register.ts';
import { reportsApi } from './reports.ts';
import { rolesApi } from './roles.ts';
import { schoolsApi } from './schools.ts';
import { settingsApi } from './settings.ts';

/** The whole API, one line a feature. */
export const api = {
  auth: authApi,
  admins: adminsApi,
  roles: rolesApi,
  devices: devicesApi,
  schools: schoolsApi,
  fairs: fairsApi,
  imports: importsApi,
  inventory: inventoryApi,
  orders: ordersApi,
  reports: reportsApi,
  settings: settingsApi,
  activity: activityApi,
  jobs: jobsApi,
  register: registerApi,
};
