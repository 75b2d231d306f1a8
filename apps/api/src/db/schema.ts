import type {
  CashCountsTable,
  FloatCountsTable,
  CloseOutReversalsTable,
  CloseOutsTable,
} from './schema/close-out.ts';
import type {
  ActivitySealsTable,
  ActivityTable,
  IdempotencyKeysTable,
  JobsTable,
  JobTicketsTable,
  LiveEventsTable,
  NotificationsTable,
  AdminChangesTable,
  SharedSetupTable,
  StoredFileChunksTable,
  StoredFilesTable,
  UploadsTable,
} from './schema/operation.ts';
import type {
  PackageListsTable,
  PackageTitlesTable,
  PackingListsTable,
  PackingSubstitutesTable,
  SeasonPricesTable,
} from './schema/packages.ts';
import type {
  AccountLinksTable,
  AdminsTable,
  AttemptsTable,
  DevicesTable,
  PasswordHistoryTable,
  PreferencesTable,
  RefreshTokensTable,
  RegisterTriesTable,
  RoleDutiesTable,
  RoleRightsTable,
  RolesTable,
  SessionsTable,
  SettingsTable,
  VerificationCodesTable,
  ViewsTable,
} from './schema/people.ts';
import type {
  ReportRecipientsTable,
  ReportSchedulesTable,
  ReportSendsTable,
} from './schema/report-schedules.ts';
import type {
  AveDollarEntriesTable,
  DeskTopUpsTable,
  PayoutReversalsTable,
  PayoutsTable,
  DeviceDayTotalsTable,
  DeviceEpochsTable,
  FairDeviceCountersTable,
  HeldOrdersTable,
  HeldRefundsTable,
  OrderLinesTable,
  OrdersTable,
  PaymentEventsTable,
  PaymentsTable,
  RefundLinesTable,
  RefundsTable,
  RefundTendersTable,
  WalletEntriesTable,
} from './schema/sales.ts';
import type {
  FairDevicesTable,
  FairResetsTable,
  FairsTable,
  FairTaxRatesTable,
  ParentsTable,
  PromotionsTable,
  StudentErasureNamesTable,
  StudentErasuresTable,
  SchoolCertificatesTable,
  SchoolsTable,
  StudentParentsTable,
  StudentsTable,
  WalletsTable,
} from './schema/schools.ts';
import type {
  CartonContentsTable,
  CartonsTable,
  FairLinePricesTable,
  FairLinesTable,
  StockAdjustmentsTable,
  StockMovementsTable,
  TitlePicturesTable,
  TitlesTable,
} from './schema/stock.ts';
import type {
  ArtworksTable,
  CustomizationsTable,
  DocumentsTable,
  FeaturedTitlesTable,
  TemplatesTable,
  TemplateTypesTable,
  TemplateVersionsTable,
} from './schema/templates.ts';

/**
 * Every table, in camelCase. `Generated` marks values that PostgreSQL fills in; times are ISO
 * strings, days YYYY-MM-DD, bigint numbers.
 */
export type Schema = {
  settings: SettingsTable;
  roles: RolesTable;
  roleRights: RoleRightsTable;
  roleDuties: RoleDutiesTable;
  admins: AdminsTable;
  sessions: SessionsTable;
  refreshTokens: RefreshTokensTable;
  accountLinks: AccountLinksTable;
  verificationCodes: VerificationCodesTable;
  attempts: AttemptsTable;
  passwordHistory: PasswordHistoryTable;
  preferences: PreferencesTable;
  views: ViewsTable;
  devices: DevicesTable;
  registerTries: RegisterTriesTable;
  schools: SchoolsTable;
  schoolCertificates: SchoolCertificatesTable;
  fairs: FairsTable;
  fairTaxRates: FairTaxRatesTable;
  fairDevices: FairDevicesTable;
  fairResets: FairResetsTable;
  students: StudentsTable;
  parents: ParentsTable;
  promotions: PromotionsTable;
  studentErasures: StudentErasuresTable;
  studentErasureNames: StudentErasureNamesTable;
  studentParents: StudentParentsTable;
  wallets: WalletsTable;
  titles: TitlesTable;
  titlePictures: TitlePicturesTable;
  seasonPrices: SeasonPricesTable;
  packageLists: PackageListsTable;
  packageTitles: PackageTitlesTable;
  packingLists: PackingListsTable;
  packingSubstitutes: PackingSubstitutesTable;
  fairLines: FairLinesTable;
  fairLinePrices: FairLinePricesTable;
  cartons: CartonsTable;
  cartonContents: CartonContentsTable;
  stockMovements: StockMovementsTable;
  stockAdjustments: StockAdjustmentsTable;
  deviceEpochs: DeviceEpochsTable;
  fairDeviceCounters: FairDeviceCountersTable;
  orders: OrdersTable;
  orderLines: OrderLinesTable;
  payments: PaymentsTable;
  paymentEvents: PaymentEventsTable;
  refunds: RefundsTable;
  refundLines: RefundLinesTable;
  refundTenders: RefundTendersTable;
  walletEntries: WalletEntriesTable;
  aveDollarEntries: AveDollarEntriesTable;
  deskTopUps: DeskTopUpsTable;
  payouts: PayoutsTable;
  payoutReversals: PayoutReversalsTable;
  heldOrders: HeldOrdersTable;
  heldRefunds: HeldRefundsTable;
  deviceDayTotals: DeviceDayTotalsTable;
  closeOuts: CloseOutsTable;
  closeOutReversals: CloseOutReversalsTable;
  cashCounts: CashCountsTable;
  floatCounts: FloatCountsTable;
  templateTypes: TemplateTypesTable;
  artworks: ArtworksTable;
  templates: TemplatesTable;
  templateVersions: TemplateVersionsTable;
  customizations: CustomizationsTable;
  documents: DocumentsTable;
  featuredTitles: FeaturedTitlesTable;
  reportSchedules: ReportSchedulesTable;
  reportRecipients: ReportRecipientsTable;
  reportSends: ReportSendsTable;
  jobs: JobsTable;
  jobTickets: JobTicketsTable;
  storedFiles: StoredFilesTable;
  storedFileChunks: StoredFileChunksTable;
  sharedSetup: SharedSetupTable;
  adminChanges: AdminChangesTable;
  notifications: NotificationsTable;
  uploads: UploadsTable;
  idempotencyKeys: IdempotencyKeysTable;
  activity: ActivityTable;
  liveEvents: LiveEventsTable;
  activitySeals: ActivitySealsTable;
};
