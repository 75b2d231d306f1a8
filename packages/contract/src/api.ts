import { addedOrdersApi } from './sales/office/added-orders.ts';
import { activityApi } from './staff/activity.ts';
import { adminsApi } from './staff/admins.ts';
import { authApi } from './staff/sign-in.ts';
import { aveDollarsApi } from './sales/ave-dollars.ts';
import { cartonsApi } from './stock/cartons.ts';
import { countsApi } from './stock/warehouse/counts.ts';
import { cashiersApi } from './fairs/cashiers.ts';
import { certificatesApi } from './fairs/certificates.ts';
import { schoolMergesApi } from './students/school-merges.ts';
import { companyApi } from './staff/company-sign-in.ts';
import { closeOutApi } from './close-out/close-out.ts';
import { customizationsApi } from './templates/customizations.ts';
import { dashboardApi } from './reports/dashboard.ts';
import { daySheetsApi } from './close-out/day-sheets.ts';
import { deskTopUpsApi } from './students/desk-top-ups.ts';
import { devicesApi } from './fairs/devices.ts';
import { eventsApi } from './staff/events.ts';
import { exportsApi } from './office/exports.ts';
import { fairsApi } from './fairs/fairs.ts';
import { heavyWorkApi } from './staff/heavy-work.ts';
import { uploadsApi } from './imports/uploads.ts';
import { inventoryApi } from './stock/inventory.ts';
import { jobsApi } from './staff/jobs.ts';
import { notificationsApi } from './staff/notifications.ts';
import { ordersApi } from './sales/orders.ts';
import { placesApi } from './staff/places.ts';
import { packagesApi } from './imports/fair-packages.ts';
import { paymentsApi } from './sales/payments.ts';
import { payoutsApi } from './students/payouts.ts';
import { preferencesApi } from './staff/preferences.ts';
import { promotionsApi } from './students/promotions.ts';
import { publicPagesApi } from './templates/public-pages.ts';
import { putAwayApi } from './stock/warehouse/put-away.ts';
import { receiptsApi } from './stock/warehouse/receipts.ts';
import { shipmentsApi } from './stock/warehouse/shipments.ts';
import { registerApi } from './sales/register.ts';
import { reportSchedulesApi } from './reports/report-schedules.ts';
import { reportsApi } from './reports/reports.ts';
import { resetsApi } from './close-out/resets.ts';
import { rolesApi } from './staff/roles.ts';
import { schoolsApi } from './fairs/schools.ts';
import { searchApi } from './office/search.ts';
import { factorApi } from './staff/second-factor.ts';
import { serviceStateApi } from './staff/service-state.ts';
import { savedSalesApi } from './sales/office/saved-sales.ts';
import { settingsApi } from './imports/settings.ts';
import { supportContactApi } from './staff/support-contact.ts';
import { studentDataApi } from './students/student-data.ts';
import { studentMergesApi } from './students/student-merges.ts';
import { studentRecordsApi } from './students/student-records.ts';
import { studentsApi } from './students/students.ts';
import { templatesApi } from './templates/templates.ts';
import { titlesApi } from './stock/titles.ts';
import { walletCardsApi } from './students/wallet-cards.ts';
import { viewsApi } from './staff/views.ts';

/** The whole API, one line per feature. */
export const api = {
  auth: authApi,
  admins: adminsApi,
  factor: factorApi,
  company: companyApi,
  places: placesApi,
  roles: rolesApi,
  devices: devicesApi,
  schools: schoolsApi,
  aveDollars: aveDollarsApi,
  cashiers: cashiersApi,
  certificates: certificatesApi,
  schoolMerges: schoolMergesApi,
  fairs: fairsApi,
  cartons: cartonsApi,
  counts: countsApi,
  resets: resetsApi,
  closeOut: closeOutApi,
  daySheets: daySheetsApi,
  uploads: uploadsApi,
  inventory: inventoryApi,
  titles: titlesApi,
  receipts: receiptsApi,
  putAway: putAwayApi,
  shipments: shipmentsApi,
  packages: packagesApi,
  orders: ordersApi,
  addedOrders: addedOrdersApi,
  savedSales: savedSalesApi,
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
