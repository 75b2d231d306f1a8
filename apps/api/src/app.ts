import { api } from '@pos/contract/api';
import type { FastifyInstance } from 'fastify';
import { readBackupState } from './backup/backup-state.ts';
import type { Db } from './db/db.ts';
import type { ReplicaReads } from '#api/db/replica/replica-reads.ts';
import { activity } from '#api/staff/activity/activity.routes.ts';
import { keepNameReads } from '#api/staff/activity/access-log.service.ts';
import { keepDenials } from '#api/staff/activity/denials.service.ts';
import { admins, places } from '#api/staff/admins/admins.routes.ts';
import { companySignIn } from '#api/staff/sign-in/company/company-sign-in.routes.ts';
import { findShownSignIn } from '#api/staff/sign-in/company/company-settings.queries.ts';
import { serveCompanySignOut } from '#api/staff/sign-in/company/serve-company-sign-out.ts';
import { secondFactors } from '#api/staff/second-factor/factors.routes.ts';
import { auth } from '#api/staff/sign-in/auth.routes.ts';
import { identifyAdmin } from '#api/staff/sign-in/auth.service.ts';
import { aveDollars } from '#api/sales/ave-dollars/ave-dollars.routes.ts';
import { cartons } from '#api/stock/cartons/cartons.routes.ts';
import { counts } from '#api/stock/warehouse/counts/counts.routes.ts';
import { packages } from '#api/imports/fair-packages/packages.routes.ts';
import { putAway } from '#api/stock/warehouse/put-away/put-away.routes.ts';
import { receipts } from '#api/stock/warehouse/receipts/receipts.routes.ts';
import { shipments } from '#api/stock/warehouse/shipments/shipments.routes.ts';
import { titles } from '#api/stock/titles/titles.routes.ts';
import { cashiers } from '#api/fairs/cashiers/cashiers.routes.ts';
import { certificates } from '#api/fairs/certificates/certificates.routes.ts';
import { schoolMerges } from '#api/students/merges/school-merges.routes.ts';
import { studentMerges } from '#api/students/merges/student-merges.routes.ts';
import { closeOut } from '#api/close-out/close-out/close-out.routes.ts';
import { customizations } from '#api/templates/customizations/customizations.routes.ts';
import { dashboard } from '#api/reports/dashboard/dashboard.routes.ts';
import { daySheets } from '#api/close-out/day-sheets/day-sheets.routes.ts';
import { deskTopUps } from '#api/students/desk-top-ups/desk-top-ups.routes.ts';
import { devices } from '#api/fairs/devices/devices.routes.ts';
import { events } from '#api/staff/events/events.routes.ts';
import { type FeedOptions, LiveFeed } from '#api/staff/events/live-feed.ts';
import { exports } from '#api/office/exports/exports.routes.ts';
import { fairs } from '#api/fairs/fairs/fairs.routes.ts';
import { heavyWork } from '#api/staff/jobs/heavy-work.routes.ts';
import { uploads } from '#api/imports/uploads/uploads.routes.ts';
import { inventory } from '#api/stock/inventory/inventory.routes.ts';
import { jobs } from '#api/staff/jobs/jobs.routes.ts';
import { identifyTicket } from '#api/staff/jobs/tickets.service.ts';
import { notifications } from '#api/staff/notifications/notifications.routes.ts';
import { officeOrders } from '#api/sales/office-orders/office-orders.routes.ts';
import { orders } from '#api/sales/orders/orders.routes.ts';
import { settleOrder } from '#api/sales/refunds/settlement.service.ts';
import { payments } from '#api/sales/payments/payments.routes.ts';
import { payouts } from '#api/students/payouts/payouts.routes.ts';
import { preferences } from '#api/staff/preferences/preferences.routes.ts';
import { keepPages, type FindPage } from '#api/templates/public-pages/cached-pages.ts';
import { promotions } from '#api/students/promotions/promotions.routes.ts';
import { publicPages } from '#api/templates/public-pages/public-pages.routes.ts';
import { servePublicPages } from '#api/templates/public-pages/serve-public-pages.ts';
import { identifyRegister } from '#api/sales/register/login.service.ts';
import { registers } from '#api/sales/register/register.routes.ts';
import { reportSchedules } from '#api/reports/report-schedules/report-schedules.routes.ts';
import { serveSecurityContact } from '#api/imports/settings/serve-security-contact.ts';
import { cachedSupportContact } from '#api/imports/settings/support-contact.service.ts';
import { serveUnsubscribe } from '#api/reports/report-schedules/serve-unsubscribe.ts';
import { reports } from '#api/reports/reports/reports.routes.ts';
import { resets } from '#api/close-out/resets/resets.routes.ts';
import { roles } from '#api/staff/roles/roles.routes.ts';
import { serviceState } from '#api/staff/jobs/service-state.routes.ts';
import { settings, supportContact } from '#api/imports/settings/settings.routes.ts';
import { schools } from '#api/fairs/schools/schools.routes.ts';
import { search } from '#api/office/search/search.routes.ts';
import { studentRecords } from '#api/students/students/student-records.routes.ts';
import { studentData } from '#api/students/student-data/student-data.routes.ts';
import { students } from '#api/students/students/students.routes.ts';
import type { SyncSource } from '#api/imports/sync/sources.rules.ts';
import { templates } from '#api/templates/templates/templates.routes.ts';
import { walletCards } from '#api/students/wallet-cards/wallet-cards.routes.ts';
import { views } from '#api/staff/views/views.routes.ts';
import { openMetrics } from '#api/start/open-metrics.ts';
import { openFiles } from './files/open-files.ts';
import type { ConnectionLimits } from '#api/http/limits/connection-limits.ts';
import { serveDocuments } from '#api/http/pages/api-reference.ts';
import type { DocsReaders } from '#api/http/limits/this-machine.ts';
import { cachedFor } from './http/limits/cached-for.ts';
import type { Feature } from './http/feature.ts';
import { HeavyWork } from '#api/http/limits/heavy-work.ts';
import { serveHealth } from '#api/http/limits/health.ts';
import { serve } from './http/serve.ts';
import type { LogTarget } from './http/server-context.ts';
import { ServiceWatch } from '#api/http/limits/service-state.ts';
import { StorageWatch, toLog } from '#api/http/limits/storage-watch.ts';
import { serveRegisterApp } from '#api/http/pages/register-app.ts';
import { serveWebApp, type DemoSignIn } from '#api/http/pages/web-app.ts';
import type { Metrics } from './metrics/metrics.ts';
import { type MetricsAccess, serveMetrics } from './metrics/serve-metrics.ts';
import type { Secrets } from './secrets.ts';

export type AppOptions = {
  db: Db;
  /**
   * Connection pool for registers only, so that they can sell and sync whatever staff are doing;
   * `db` by default.
   */
  registerDb?: Db;
  /** URL of the database behind `db`. */
  databaseUrl: string;
  /** URL without a pooler between, for the connection that listens for changes; the same by default. */
  directUrl?: string;
  /** Answers calls that read whole sets; without it `db` does. */
  replica?: ReplicaReads;
  secrets: Secrets;
  logLevel: string;
  /** Receives the log lines instead of the standard output, for tests. */
  logTo?: LogTarget;
  trustProxy: false | number | string[];
  checkResponses: boolean;
  /** Time to cache the owner of a token, in ms; no caching if missing. */
  identityCacheMs?: number;
  version: string;
  /** Base URL in links sent to people, without a trailing slash. */
  publicUrl: string;
  /**
   * True with a mail server. Without one, messages are files, and no answer says that one was sent.
   */
  sendsMail?: boolean;
  /** Folder whose disk is watched for free space. */
  dataDir: string;
  /** Folder of the finished files of jobs that all processes share; without it the database. */
  filesDir?: string;
  /** The source systems that the operator lists. */
  syncSources?: readonly SyncSource[];
  /** Readers of /docs and /openapi.json; browsers on this machine unless given. */
  apiDocs?: DocsReaders;
  /** Folder of the built web app. Without it only the API is served. */
  webDir?: string;
  /** Account shown on the sign-in page of a demo. */
  demoSignIn?: () => Promise<DemoSignIn | undefined>;
  /** Connection limits that replace the product's, for tests. */
  connectionLimits?: ConnectionLimits;
  /** Interval of access checks of live event readers, in ms; 15 seconds by default. */
  beatMs?: number;
  /** Processes that serve one address on this machine; 1 unless given. */
  workers?: number;
  /** Reads the added-up measurements of all of them; without it only this one's are shown. */
  readWorkers?: () => Promise<string | undefined>;
  /** Access of the operator to metrics; without it nothing is measured. */
  metrics?: MetricsAccess;
  /** Folder of the daily backups, for the metrics and the settings. */
  backupFolder?: string;
};

/** Parts of the server that features use. */
type Parts = {
  feed: LiveFeed;
  findPage: FindPage;
  service: ServiceWatch;
  heavy: HeavyWork;
  metrics: Metrics | undefined;
};

/** Titles with their stock and prices, packages of them, and the documents of the warehouse. */
const catalog = (db: Db): Feature[] => [
  inventory(db),
  titles(db),
  packages(db),
  receipts(db),
  counts(db),
  putAway(db),
  shipments(db),
];

/** Lists every feature that the API serves. */
function features(
  {
    db,
    registerDb = db,
    secrets,
    sendsMail = false,
    version,
    filesDir,
    publicUrl,
    syncSources = [],
    backupFolder,
  }: AppOptions,
  { feed, findPage, service, heavy, metrics }: Parts,
): Feature[] {
  return [
    auth(db, { ...secrets, publicUrl }, sendsMail),
    companySignIn(db, { ...secrets, publicUrl }),
    secondFactors(db, { ...secrets, publicUrl }),
    admins(db, { ...secrets, publicUrl, sendsMail }),
    places(db),
    activity(db),
    preferences(db),
    views(db),
    roles(db),
    devices(db, secrets),
    schools(db),
    aveDollars(db),
    certificates(db),
    schoolMerges(),
    fairs(db),
    cashiers(db, secrets),
    cartons(db),
    resets(),
    closeOut(db, sendsMail),
    daySheets(db, sendsMail),
    uploads(db),
    ...catalog(db),
    orders(db),
    ...officeOrders(db),
    payments(db, settleOrder),
    ...families(db),
    reports(db),
    reportSchedules(db),
    dashboard(db),
    search(db),
    templates(db, publicUrl),
    customizations(db, publicUrl),
    publicPages(findPage),
    settings(db, { version, syncSources, readBackupState: () => readBackupState(backupFolder) }),
    supportContact(db),
    notifications(db),
    jobs(db, openFiles(db, filesDir)),
    exports(),
    events(feed),
    registers(registerDb, secrets, metrics?.countOrders),
    heavyWork(heavy),
    serviceState(service),
  ];
}

/** Lists the features of students, their families and eWallets. */
function families(db: Db): Feature[] {
  return [
    students(db),
    deskTopUps(db),
    studentRecords(db),
    payouts(db),
    studentMerges(db),
    studentData(db),
    promotions(db),
    walletCards(db),
  ];
}

/** Creates the server with all calls, API documents and the web app, ready to listen. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    db,
    registerDb = db,
    databaseUrl,
    replica,
    secrets,
    logTo,
    trustProxy,
    checkResponses,
    identityCacheMs,
    webDir,
    connectionLimits,
  } = options;
  const identify = (token: string) => identifyAdmin(db, secrets, token);
  const feed = openFeed(options, identify, (error) =>
    app.log.warn({ err: error }, 'live events are delayed'),
  );
  const findPage = keepPages(db, options.publicUrl);
  const log = toLog(() => app.log);
  const storage = new StorageWatch(options.dataDir, log);
  const service = new ServiceWatch(databaseUrl, storage);
  const metrics = openMetrics(options, feed, storage, log);
  const parts = { feed, findPage, service, heavy: new HeavyWork(options.workers), metrics };
  const app: FastifyInstance = await serve(features(options, parts), {
    db,
    registerDb,
    ...(replica && { replica }),
    heavy: parts.heavy,
    logLevel: options.logLevel,
    ...(logTo && { logTo }),
    trustProxy,
    checkResponses,
    onDenied: keepDenials(db),
    onNamesRead: keepNameReads(db),
    storage,
    observe: (server) => metrics?.observe(server),
    ...(identityCacheMs !== undefined && { identityCacheMs }),
    ...(connectionLimits && { connectionLimits }),
    identify: {
      admin: identify,
      register: (token) => identifyRegister(registerDb, secrets.deviceTokenKey, token),
      ticket: (ticket, jobId) => identifyTicket(db, ticket, jobId),
    },
  });
  app.addHook('preClose', () => feed.stop());
  app.addHook('onClose', () => service.stop());
  serveHealth(app, service);
  serveMetrics(app, metrics, options.metrics ?? {});
  serveDocuments(app, api, { version: options.version, readers: options.apiDocs ?? 'local' });
  await servePages(app, options, findPage);
  if (webDir) {
    await serveWebApp(app, webDir, {
      demoSignIn: options.demoSignIn,
      companySignIn: cachedFor(1_000, () => findShownSignIn(db)),
    });
    await serveRegisterApp(app, webDir);
  }
  return app;
}

function openFeed(
  { db, databaseUrl, directUrl = databaseUrl, replica, beatMs }: AppOptions,
  identify: FeedOptions['identify'],
  onTrouble: FeedOptions['onTrouble'],
): LiveFeed {
  return new LiveFeed({
    db,
    databaseUrl: directUrl,
    identify,
    onTrouble,
    ...(beatMs !== undefined && { beatMs }),
    ...(replica && { echoAfterMs: replica.maxLagMs }),
  });
}

/** Serves the pages for people without an account. */
async function servePages(
  app: FastifyInstance,
  { db, publicUrl, secrets }: AppOptions,
  findPage: FindPage,
): Promise<void> {
  servePublicPages(app, db, publicUrl, findPage);
  await serveUnsubscribe(app, db, secrets.linkKey);
  await serveCompanySignOut(app, db, { ...secrets, publicUrl });
  serveSecurityContact(app, publicUrl, cachedSupportContact(db));
}
