import { z } from 'zod';
import { defineApi } from './endpoint.ts';
import { PaymentMethod } from './payments.ts';
import { read, type Module } from './permissions.ts';
import { dataOf, Day, Id, Instant, several, whenDays } from './values.ts';

/** The blocks of the dashboard (domain 6) with the module that opens each; `liabilities` needs one of two. */
export const DASHBOARD_BLOCKS = {
  sales: ['Orders'],
  tenders: ['Payments'],
  payments: ['Payments'],
  devices: ['Devices'],
  stock: ['Fair Inventory'],
  liabilities: ['Students', 'Fairs'],
  titles: ['Orders'],
  fairs: ['Fairs'],
} as const satisfies Record<string, readonly Module[]>;
export type DashboardBlock = keyof typeof DASHBOARD_BLOCKS;
const Block = z.enum(Object.keys(DASHBOARD_BLOCKS) as [DashboardBlock, ...DashboardBlock[]]);

/** The presets of days that end today, where the scope is. */
export const DASHBOARD_PRESETS = [1, 7, 14, 30] as const;
/** Without days the last 14, today included. */
export const DASHBOARD_DAYS = 14;
/** As many days as one look may hold. */
export const MAX_DAYS = 366;
/** How far ahead fairs are named that are not ready, and counted as starting (domain 6). */
export const READY_WITHIN_DAYS = 3;
export const STARTING_WITHIN_DAYS = 14;
/** How many fairs a list of the block `fairs` names. */
export const MAX_NAMED = 20;

const range = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const Preset = z.literal(DASHBOARD_PRESETS, 'Choose 1, 7, 14 or 30 days.');

/** What the address of the page holds: fair-zone days, both ends included, or a preset of days that end today; one fair, one school, or all. */
export const DashboardAddress = z.strictObject({
  days: z
    .union([
      Preset,
      z
        .enum(['1', '7', '14', '30'], 'Choose 1, 7, 14 or 30 days.')
        .transform((value) => Number(value) as z.output<typeof Preset>),
    ])
    .optional(),
  from: Day.optional(),
  to: Day.optional(),
  fairId: Id.optional(),
  schoolId: Id.optional(),
});
export type DashboardAddress = z.output<typeof DashboardAddress>;

/** What the dashboard is asked with; only some blocks, or all. */
export const DashboardQuery = DashboardAddress.extend({ only: several(Block).optional() })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'Give both days, or none.',
  })
  .refine(({ from, to }) => !from || !to || (to >= from && range(from, to) < MAX_DAYS), {
    path: ['to'],
    message: `Ask for 1 to ${MAX_DAYS} days.`,
    when: whenDays('from', 'to'),
  })
  .refine(({ days, from }) => !days || !from, {
    path: ['days'],
    message: 'Give a number of days or both days.',
  })
  .refine(({ fairId, schoolId }) => !fairId || !schoolId, {
    path: ['schoolId'],
    message: 'Choose a fair or a school.',
  });
export type DashboardQuery = z.output<typeof DashboardQuery>;

const cents = z.int();
const count = z.int();

/** A block that could not be read, while others could. */
const Failed = z.strictObject({ error: z.string() });
const orFailed = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.union([z.strictObject(shape), Failed]);

const figures = {
  netCents: cents,
  taxCents: cents,
  totalCents: cents,
  uncollectedCents: cents,
  orders: count,
  units: count,
  averageOrderCents: cents,
  refundsCents: cents,
  refundedOrders: count,
};
/** As SALES_SUMMARY has them over the same days: net of discounts and refunds; `totalCents` is net and tax; refunds are net of tax. */
export const DashboardFigures = z.strictObject(figures);

const FairRow = z.strictObject({
  id: Id,
  name: z.string(),
  schoolName: z.string(),
  city: z.string(),
  state: z.string(),
  startDate: Day,
  endDate: Day,
  timeZone: z.string(),
  today: Day,
  phase: z.enum(['upcoming', 'live', 'ended']),
  closeOutState: z.enum(['open', 'finished']),
  orders: count,
  netCents: cents,
  registers: count,
  unsyncedRegisters: count,
});

/** A block is there only if the caller may read its module and it was asked for (domain 6). Amounts in cents. */
export const Dashboard = z.strictObject({
  /** When the figures were read, and where their days are: the fair's zone, the school's, else the company's. */
  asOf: Instant,
  timeZone: z.string(),
  today: Day,
  /** The days shown, and the same number of days before them. */
  from: Day,
  to: Day,
  previousFrom: Day,
  previousTo: Day,
  sales: orFailed({
    current: DashboardFigures,
    previous: DashboardFigures,
    /** Every day of the range, without sales too. */
    byDay: z.array(z.strictObject({ day: Day, orders: count, netCents: cents })),
    /** Only when one day is shown: its hours that have sales or refunds, by the clock at the school. */
    byHour: z
      .array(z.strictObject({ hour: z.int().min(0).max(23), orders: count, netCents: cents }))
      .nullable(),
  }).optional(),
  /** All six methods, net of refunds, the largest first; with uncollected they add up to the total. `percent` is of what was collected, null where nothing was. */
  tenders: orFailed({
    totalCents: cents,
    uncollectedCents: cents,
    methods: z.array(
      z.strictObject({ method: PaymentMethod, netCents: cents, percent: z.number().nullable() }),
    ),
  }).optional(),
  /** As it stands now, whatever days are shown; `failed` counts the days from `failedSince` on. */
  payments: orFailed({
    underReview: z.strictObject({ count, amountCents: cents }),
    failed: z.strictObject({ count, amountCents: cents }),
    failedSince: Day,
    heldOrders: count,
  }).optional(),
  /** `stale`: at a live fair and not synced for Settings.deviceStaleHours. Warranties are the company's, whatever fair is asked for. */
  devices: orFailed({
    stale: z.array(
      z.strictObject({
        id: Id,
        deviceId: z.string(),
        fairId: Id,
        fairName: z.string(),
        lastSyncAt: Instant.nullable(),
        unsentOrders: count,
      }),
    ),
    warrantiesEnding: count,
  }).optional(),
  /** Titles that run out at live fairs, fair by fair; cartons missing at fairs that are not closed out, the fairs with the most named; ship-to-school units still to ship, and the orders that they belong to. */
  stock: orFailed({
    lastCopyTitles: count,
    soldOutTitles: count,
    fairs: z.array(
      z.strictObject({ id: Id, name: z.string(), lastCopyTitles: count, soldOutTitles: count }),
    ),
    missingCartons: count,
    missing: z.array(z.strictObject({ id: Id, name: z.string(), cartons: count })),
    shipToSchoolUnits: count,
    shipToSchoolOrders: count,
  }).optional(),
  /** What is owed: students' balances (Students) and schools' AveDollars (Fairs); null without the right. */
  liabilities: orFailed({
    eWalletCents: cents.nullable(),
    aveDollarCents: cents.nullable(),
  }).optional(),
  titles: orFailed({
    rows: z.array(
      z.strictObject({ sku: z.string(), title: z.string(), netUnits: count, netCents: cents }),
    ),
  }).optional(),
  /** Active fairs: how many are live and start soon; those that ended and are not closed out, oldest first; those that start soon and are not ready; live and recent ones. */
  fairs: orFailed({
    live: count,
    starting: count,
    overdueCount: count,
    overdue: z.array(
      z.strictObject({
        id: Id,
        name: z.string(),
        schoolName: z.string(),
        endDate: Day,
        daysOverdue: count,
      }),
    ),
    notReady: z.array(
      z.strictObject({
        id: Id,
        name: z.string(),
        startDate: Day,
        daysLeft: count,
        done: count,
        of: count,
        missing: z.array(z.string()),
      }),
    ),
    rows: z.array(FairRow),
  }).optional(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const dashboardApi = defineApi({
  read: {
    method: 'GET',
    path: '/v1/dashboard',
    access: read('Dashboard'),
    summary: 'The dashboard',
    query: DashboardQuery,
    response: dataOf(Dashboard),
    description:
      'Each block is present only if the caller may read its module. A block that fails answers `error` in its own place; where every block fails, the call does.',
  },
});
