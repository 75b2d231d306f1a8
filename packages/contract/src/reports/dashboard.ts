import { PaymentMethodNumber } from '../sales/payment-methods.ts';
import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { TitleFacts } from '../stock/inventory.ts';
import { hasDuty, holds, read, type Duty, type Module, type Rights } from '../permissions.ts';
import { dataSchema, Day, Id, Instant, several, whenDays } from '../values.ts';
import { daysBetween } from '../values/days.ts';

/**
 * Blocks of the dashboard (domain 6), each with the module that opens it; `liabilities` needs one
 * of two.
 */
export const DASHBOARD_BLOCKS = {
  sales: ['Orders'],
  lastTime: ['Orders'],
  tenders: ['Payments'],
  payments: ['Payments'],
  devices: ['Devices'],
  stock: ['Fair Inventory'],
  liabilities: ['Students', 'Fairs'],
  titles: ['Orders'],
  fairs: ['Fairs'],
} as const satisfies Record<string, readonly Module[]>;
/** Blocks that a duty opens instead of a module. */
export const DUTY_BLOCKS = { warehouse: 'work_warehouse' } as const satisfies Record<string, Duty>;
export type DashboardBlock = keyof typeof DASHBOARD_BLOCKS | keyof typeof DUTY_BLOCKS;
export const BLOCK_NAMES = [...Object.keys(DASHBOARD_BLOCKS), ...Object.keys(DUTY_BLOCKS)] as [
  DashboardBlock,
  ...DashboardBlock[],
];
const Block = z.enum(BLOCK_NAMES);

/** True if the rights open a block. */
export const opensBlock = (rights: Rights, name: DashboardBlock): boolean =>
  name in DUTY_BLOCKS
    ? hasDuty(rights, DUTY_BLOCKS[name as keyof typeof DUTY_BLOCKS])
    : DASHBOARD_BLOCKS[name as keyof typeof DASHBOARD_BLOCKS].some((module) =>
        holds(rights, module, 'read_only'),
      );

/** Presets: numbers of days up to and including today in the scope's time zone. */
export const DASHBOARD_PRESETS = [1, 7, 14, 30] as const;
/** Default range where no fair is live: the last 14 days including today. */
export const DASHBOARD_DAYS = 14;
/** Maximum number of days in the default range, which follows the fairs. */
export const MAX_FAIR_DAYS = 30;
/** Maximum number of days in one request. */
export const MAX_DAYS = 366;
/**
 * Days ahead in which a fair counts as starting soon, and is listed if it is not ready (domain 6).
 */
export const READY_WITHIN_DAYS = 3;
/** Days, today included, of which failed payments need attention. */
export const FAILED_DAYS = 7;
export const STARTING_WITHIN_DAYS = 14;
/** Days after which an open receipt is named. */
export const RECEIPT_OPEN_DAYS = 3;
/** Maximum number of fairs in a list of the block `fairs`. */
export const MAX_NAMED = 20;
/** Origin of the days shown: the days of the fairs, a number of days up to today, or given. */
export const DashboardRange = z.enum(['fairs', 'days', 'given']);
export type DashboardRange = z.infer<typeof DashboardRange>;

const Preset = z.literal(DASHBOARD_PRESETS, 'Choose 1, 7, 14 or 30 days.');

/**
 * Query of the page's address: days in the fair's time zone, both ends included, or a preset of
 * days up to today, or neither for the days of the fairs: of the live ones up to today, or of one
 * fair; one fair, one school, or all.
 */
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

/** Query of the dashboard; `only` limits it to some blocks. */
export const DashboardQuery = DashboardAddress.extend({ only: several(Block).optional() })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'Give both days, or none.',
  })
  .refine(({ from, to }) => !from || !to || (to >= from && daysBetween(from, to) < MAX_DAYS), {
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

/** A block that failed while others could be read. */
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
/**
 * The figures of SALES_SUMMARY for the same days: net of discounts and refunds. `totalCents` is net
 * plus tax; refunds exclude tax.
 */
export const DashboardFigures = z.strictObject(figures);

/** Figures that are compared with those of the fair before. */
const ComparedFigures = z.strictObject({
  netCents: cents,
  orders: count,
  averageOrderCents: cents,
  refundsCents: cents,
});
const Hour = z.int().min(0).max(23);

const fairNames = {
  id: Id,
  name: z.string(),
  schoolName: z.string(),
  startDate: Day,
  endDate: Day,
};
const LiveFair = z.strictObject({
  ...fairNames,
  city: z.string(),
  state: z.string(),
  timeZone: z.string(),
  today: Day,
  orders: count,
  netCents: cents,
  registers: count,
  unsyncedRegisters: count,
});

const Waiting = z.strictObject({ count, since: Day.nullable() });

/**
 * A block is present only if it was requested and the caller may read its module (domain 6).
 * Amounts in cents.
 */
export const Dashboard = z.strictObject({
  /**
   * Time of reading, and the time zone of the days: the fair's, the school's, else the company's.
   */
  asOf: Instant,
  timeZone: z.string(),
  today: Day,
  /** The days shown. */
  from: Day,
  to: Day,
  range: DashboardRange,
  sales: orFailed({
    current: DashboardFigures,
    /** Every day of the range, including days without sales. */
    byDay: z.array(z.strictObject({ day: Day, orders: count, netCents: cents })),
    /** Only for a single day: its hours with sales or refunds, in the school's local time. */
    byHour: z.array(z.strictObject({ hour: Hour, orders: count, netCents: cents })).nullable(),
  }).optional(),
  /**
   * The same fair days last time: each fair on these days beside the fair before it at the same
   * school, day by day from the first day of each. Fairs without an earlier one are left out of
   * `current` and `previous`.
   */
  lastTime: orFailed({
    /** Number of active fairs on these days, and of those with an earlier fair. */
    fairs: count,
    compared: count,
    current: ComparedFigures,
    /** Of the current day only sales and refunds up to the current time at each school. */
    previous: ComparedFigures,
    /** Whole days of the earlier fairs with sales, under the day that they are compared with. */
    byDay: z.array(z.strictObject({ day: Day, orders: count, netCents: cents })),
    /** Only for a single day: hours of the whole day. */
    byHour: z.array(z.strictObject({ hour: Hour, orders: count, netCents: cents })).nullable(),
  }).optional(),
  /**
   * All six methods, net of refunds, the largest first; together with uncollected they equal the
   * total. `percent` is the share of the amount collected, null if nothing was.
   */
  tenders: orFailed({
    totalCents: cents,
    uncollectedCents: cents,
    methods: z.array(
      z.strictObject({
        method: PaymentMethodNumber,
        netCents: cents,
        percent: z.number().nullable(),
      }),
    ),
  }).optional(),
  /**
   * Current state, independent of the days shown; `failed` counts the days from `failedSince` on.
   */
  payments: orFailed({
    underReview: z.strictObject({ count, amountCents: cents }),
    failed: z.strictObject({ count, amountCents: cents }),
    failedSince: Day,
    heldOrders: count,
  }).optional(),
  /**
   * `stale`: at a live fair and not synced for Settings.deviceStaleHours. Warranties cover the
   * whole company, whatever the scope.
   */
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
  /**
   * Titles that run out at live fairs, by fair; cartons missing at fairs that are not closed out,
   * most first; ship-to-school units still to ship, and the number of their orders.
   */
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
  /**
   * Liabilities: students' balances (right Students) and schools' AveDollars (right Fairs); null
   * without the right.
   */
  liabilities: orFailed({
    eWalletCents: cents.nullable(),
    aveDollarCents: cents.nullable(),
  }).optional(),
  /** Best-selling titles; author and category are those of the catalog. */
  titles: orFailed({
    rows: z.array(TitleFacts.extend({ sku: z.string(), netUnits: count, netCents: cents })),
  }).optional(),
  /**
   * Active fairs: number live, starting soon, and ended but not closed out; of each the first few:
   * live ones by end, overdue ones oldest first, starting ones by start with their checklist.
   */
  fairs: orFailed({
    live: count,
    starting: count,
    overdueCount: count,
    liveFairs: z.array(LiveFair),
    overdue: z.array(
      z.strictObject({
        ...fairNames,
        closeOutReverted: z.boolean(),
        daysOverdue: count,
        netCents: cents,
      }),
    ),
    nextFairs: z.array(
      z.strictObject({
        ...fairNames,
        daysLeft: count,
        done: count,
        of: count,
        /** Items of the checklist that are not done, by name. */
        missing: z.array(z.string()),
      }),
    ),
  }).optional(),
  /**
   * Work that waits in the warehouse, of the whole company: each with its number and the day since
   * the oldest waits, null if there is none. Returns are not put away, shipments sent and not
   * received, receipts open for `RECEIPT_OPEN_DAYS`.
   */
  warehouse: orFailed({
    returns: Waiting,
    shipments: Waiting,
    receipts: Waiting,
  }).optional(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const dashboardApi = defineApi({
  read: {
    call: 'GET /v1/dashboard',
    place: 'seen',
    access: read('Dashboard'),
    summary: 'Get the dashboard',
    query: DashboardQuery,
    response: dataSchema(Dashboard),
    description:
      'Each block is present only if the caller may read its module. A block that fails answers `error` in its own place; where every block fails, the call does.',
  },
});
