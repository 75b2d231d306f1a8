import type { Day } from '@pos/contract/values';
import type { makeTitles } from '@pos/world/titles';

export type SeasonTitle = ReturnType<typeof makeTitles>[number] & { id: string };
export type SeasonStudent = { id: string; walletId: string | null; balanceCents: number };
export type SeasonSchool = {
  id: string;
  identifier: string;
  name: string;
  timeZone: string;
  /** Hours behind UTC, without daylight saving. */
  behind: number;
  students: SeasonStudent[];
};
export type SeasonDevice = { id: string; sequence: number };
export type SeasonFair = {
  id: string;
  identifier: string;
  school: SeasonSchool;
  device: SeasonDevice;
  startDate: Day;
  days: number;
  taxRatePpm: number;
  orders: number;
  titles: readonly SeasonTitle[];
  isClosedOut: boolean;
};

/** Results of a fair's sales, for the rows written last. */
export type SoldOut = {
  netCents: number;
  /** Remainder of each order that counts in reports. */
  orders: {
    orderNumber: string;
    netCents: number;
    taxCents: number;
    totalCents: number;
  }[];
  soldByTitle: Map<string, number>;
  toShipByTitle: Map<string, number>;
  shippedByTitle: Map<string, number>;
};
