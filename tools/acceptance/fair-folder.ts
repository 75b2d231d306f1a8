import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PACKAGE_OPTIONS, type PackageOption } from '@pos/contract/fairs/package-options';
import { percentOfPpm } from '@pos/contract/values/percent';
import {
  type ReplayedOrder,
  type ReplayedRefund,
  readOrders,
  readRefunds,
} from '../simulator/replay.ts';
import type { Figures } from './figures.ts';

/**
 * A fair as the sales team enters it. Rates are in percent, or in parts per million if only those
 * are given.
 */
export type FairFile = {
  schoolIdentifier: string;
  schoolName?: string;
  identifier?: string;
  name: string;
  address: string;
  startDate: string;
  endDate: string;
  timeZone?: string;
  salesTaxRate?: number;
  salesTaxRatePpm?: number;
  packageOption: string | number;
};

/** Expected figures of reports and inventory; omitted ones are not compared. */
export type Expected = {
  salesSummary?: Figures;
  dailySales?: Record<string, Record<string, number>>;
  itemSales?: Record<string, Record<string, number>>;
  onHand?: Record<string, number>;
  sent?: Record<string, number>;
  soldOut?: string[];
  lastCopy?: string[];
};

/**
 * A folder with one fair: source data, packing list, sales of the registers and expected figures.
 */
export type FairFolder = {
  source: string;
  fair: FairFile;
  packingList: { bytes: Uint8Array<ArrayBuffer>; name: string };
  orders: ReplayedOrder[];
  refunds: ReplayedRefund[];
  expected: Expected;
};

export async function readFairFolder(folder: string): Promise<FairFolder> {
  const file = (name: string) => path.join(folder, name);
  const json = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(file(name), 'utf8'));
  const name = 'packing-list.xlsx';
  return {
    source: file('source'),
    fair: (await json('fair.json')) as FairFile,
    packingList: { bytes: new Uint8Array(await readFile(file(name))), name },
    orders: await readOrders(file('orders.json')),
    refunds: existsSync(file('refunds.json')) ? await readRefunds(file('refunds.json')) : [],
    expected: (await json('expected.json')) as Expected,
  };
}

/** Returns the fair's tax rate in percent. */
export function ratePercent({ salesTaxRate, salesTaxRatePpm }: FairFile): number {
  if (salesTaxRate !== undefined) return salesTaxRate;
  if (salesTaxRatePpm !== undefined) return percentOfPpm(salesTaxRatePpm);
  throw new Error('fair.json has no salesTaxRate.');
}

/** Returns the package number, given as a number or a label (25P400). */
export function packageNumber({ packageOption }: FairFile): PackageOption {
  const bare = (label: string) => label.replace(/\s/g, '').toLowerCase();
  const number = Object.entries(PACKAGE_OPTIONS).find(
    ([option, label]) =>
      option === String(packageOption) || bare(label) === bare(String(packageOption)),
  )?.[0];
  if (number === undefined) throw new Error(`fair.json has an unknown package: ${packageOption}.`);
  return Number(number) as PackageOption;
}
