/** Content of a sheet: what the supplier lists, or units that are here. */
type Listed = 'expected' | 'received';

/** Units of a title on a sheet; the cost of one unit, if the sheet has it. */
export type SheetRow = { titleId: string; qty: number; costCents: number | null };

/** Rows of a sheet that were added to a receipt, one for each title. */
export type LoadedSheet = { receiptId: string; listed: Listed; rows: SheetRow[] };
