import { readFile } from 'node:fs/promises';
import { SoldRefund } from '@pos/contract/sales/register-refunds';
import { SoldOrder } from '@pos/contract/sales/register-orders';

/** Orders and refunds of a fair in files: `[{ device, order }]`, `[{ device, refund }]`. */
export type ReplayedOrder = { device: string; order: SoldOrder };
export type ReplayedRefund = { device: string; refund: SoldRefund };

export async function readOrders(file: string): Promise<ReplayedOrder[]> {
  return (await readEntries(file)).map(({ device, order }) => ({
    device,
    order: SoldOrder.parse(order),
  }));
}

export async function readRefunds(file: string): Promise<ReplayedRefund[]> {
  return (await readEntries(file)).map(({ device, refund }) => ({
    device,
    refund: SoldRefund.parse(refund),
  }));
}

async function readEntries(
  file: string,
): Promise<{ device: string; order?: unknown; refund?: unknown }[]> {
  const entries: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (
    !Array.isArray(entries) ||
    entries.some((entry: { device?: unknown } | null) => typeof entry?.device !== 'string')
  )
    throw new Error(`${file} must contain a list of entries, each with a device.`);
  return entries;
}

/** Groups the entries by device, in file order. */
export function byDevice<Entry extends { device: string }>(
  entries: readonly Entry[],
): Map<string, Entry[]> {
  const devices = new Map<string, Entry[]>();
  for (const entry of entries)
    devices.set(entry.device, [...(devices.get(entry.device) ?? []), entry]);
  return devices;
}
