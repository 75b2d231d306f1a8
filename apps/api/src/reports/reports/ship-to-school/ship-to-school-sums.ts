import type { ShipToSchoolReport } from '@pos/contract/reports/reports';
import type { PickListRow } from '@pos/contract/reports/ship-to-school';
import { total } from '../figures/sales-figures.ts';
import type { ShipToSchoolLine } from './ship-to-school.queries.ts';

/** Adds up lines of SHIP_TO_SCHOOL, and the units of each title that are still to ship. */
export class ShipToSchoolSums {
  readonly #sums = { orders: 0, lines: 0, units: 0, lineNetCents: 0, taxCents: 0 };
  /** Titles under the names of their first lines, whatever the order of the lines. */
  readonly #titles = new Map<string, PickListRow & { named: string }>();

  /** Adds all lines of some fairs: an order is counted once. */
  add(lines: readonly ShipToSchoolLine[]): void {
    const sums = this.#sums;
    sums.orders += new Set(lines.map(({ orderId }) => orderId)).size;
    sums.lines += lines.length;
    for (const line of lines) {
      sums.units += line.quantity;
      sums.lineNetCents += line.lineNetCents;
      sums.taxCents += line.taxCents;
      if (line.fulfilmentStatus === 'to_ship') this.#pick(line);
    }
  }

  #pick(line: ShipToSchoolLine): void {
    const { titleId, sku, title, quantity, warehouseAvailable } = line;
    const key = titleId ?? `${sku} ${title}`;
    const named = `${line.date} ${line.orderNumber}`;
    const known = this.#titles.get(key);
    if (known && known.named <= named) known.quantity += quantity;
    else
      this.#titles.set(key, {
        sku,
        title,
        quantity: quantity + (known?.quantity ?? 0),
        onShelf: null,
        available: warehouseAvailable,
        shortage: null,
        named,
      });
  }

  totals(): ShipToSchoolReport['totals'] {
    const { lineNetCents, taxCents } = this.#sums;
    return { ...this.#sums, totalCents: lineNetCents + taxCents };
  }

  /**
   * Lists units still to ship by title. The units on the shelf for them are what is available with these
   * lines added back, so that only other allocations reduce them.
   */
  pickList(): PickListRow[] {
    const rows = [...this.#titles.values()].map(({ named: _, ...row }): PickListRow => {
      if (row.available === null) return row;
      const onShelf = Math.max(0, row.available + row.quantity);
      return { ...row, onShelf, shortage: Math.max(0, row.quantity - onShelf) };
    });
    return rows.sort(
      (one, other) =>
        one.title.localeCompare(other.title, 'en') ||
        (one.sku ?? '').localeCompare(other.sku ?? ''),
    );
  }
}

export function pickTotals(pickList: readonly PickListRow[]): ShipToSchoolReport['pickListTotals'] {
  return {
    titles: pickList.length,
    quantity: total(pickList, (row) => row.quantity),
    shortage: total(pickList, (row) => row.shortage ?? 0),
  };
}
