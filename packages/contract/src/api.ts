import { activityApi } from './activity.ts';
import { adminsApi } from './admins.ts';
import { authApi } from './auth.ts';
import { aveDollarsApi } from './ave-dollars.ts';
import { cartonsApi } from './cartons.ts';
import { certificatesApi } from './certificates.ts';
import { schoolMergesApi } from './school-merges.ts';
import { closeOutApi } from './close-out.ts';
import { customizationsApi } from './customizations.ts';
import { dashboardApi } from './dashboard.ts';
import { daySheetsApi } from './day-sheets.ts';
import { deskTopUpsApi } from './desk-top-ups.ts';
import { devicesApi } from './devices.ts';
import { eventsApi } from './events.ts';
import { exportsApi } from './exports.ts';
import { fairsApi } from './fairs.ts';
import { heavyWorkApi } from './heavy-work.ts';
import { uploadsApi } from './uploads.ts';
import { inventoryApi } from './inventory.ts';
import { jobsApi } from './jobs.ts';
import { notificationsApi } from './notifications.ts';
import { ordersApi } from './orders.ts';
import { packagesApi } from './packages.ts';
import { paymentsApi } from './payments.ts';
import { payoutsApi } from './payouts.ts';
import { preferencesApi } from './preferences.ts';
import { promotionsApi } from './promotions.ts';
import { publicPagesApi } from './public-pages.ts';
import { registerApi } from './register.ts';
import { reportSchedulesApi } from './report-schedules.ts';
import { reportsApi } from './reports.ts';
import { resetsApi } from './resets.ts';
import { rolesApi } from './roles.ts';
import { schoolsApi } from './schools.ts';
import { searchApi } from './search.ts';
import { serviceStateApi } from './service-state.ts';
import { settingsApi } from './settings.ts';
import { supportContactApi } from './support-contact.ts';
import { studentDataApi } from './student-data.ts';
import { studentMergesApi } from './student-merges.ts';
import { studentRecordsApi } from './student-records.ts';
import { studentsApi } from './students.ts';
import { templatesApi } from './templates.ts';
import { titlesApi } from './titles.ts';
import { walletCardsApi } from './wallet-cards.ts';
import { viewsApi } from './views.ts';

/** The whole API, one line per feature. */
export const api = {
  auth: authApi,
  admins: adminsApi,
  roles: rolesApi,
  devices: devicesApi,
  schools: schoolsApi,
  aveDollars: aveDollarsApi,
  certificates: certificatesApi,
  schoolMerges: schoolMergesApi,
  fairs: fairsApi,
  cartons: cartonsApi,
  resets: resetsApi,
  closeOut: closeOutApi,
  daySheets: daySheetsApi,
  uploads: uploadsApi,
  inventory: inventoryApi,
  titles: titlesApi,
  packages: packagesApi,
  orders: ordersApi,
  payments: paymentsApi,
  students: studentsApi,
  deskTopUps: deskTopUpsApi,
  studentRecords: studentRecordsApi,
  payouts: payoutsApi,
  studentMerges: studentMergesApi,
  studentData: studentDataApi,
  promotions: promotionsApi,
  walletCards: walletCardsApi,
  reports: reportsApi,
  reportSchedules: reportSchedulesApi,
  dashboard: dashboardApi,
  search: searchApi,
  templates: templatesApi,
  customizations: customizationsApi,
  publicPages: publicPagesApi,
  settings: settingsApi,
  supportContact: supportContactApi,
  activity: activityApi,
  preferences: preferencesApi,
  notifications: notificationsApi,
  views: viewsApi,
  jobs: jobsApi,
  exports: exportsApi,
  events: eventsApi,
  register: registerApi,
  serviceState: serviceStateApi,
  heavyWork: heavyWorkApi,
};
