/** Everything that an inventory file added to its fairs, in units and integer cents. */
export type InventoryMade = {
  shipments: { fairId: string; titleId: string; cartonId: string | null; qty: number }[];
  /** Units that the warehouse did not have on record. */
  corrections: { titleId: string; qty: number }[];
  newCartons: string[];
  cartons: { id: string; incomplete: boolean; wasIncomplete: boolean }[];
  newLines: { fairId: string; titleId: string }[];
  prices: { fairId: string; titleId: string; priceCents: number; fromCents: number }[];
};
