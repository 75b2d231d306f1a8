import type { CartonStatus } from '@pos/contract/cartons';
import type { AdjustmentReason } from '@pos/contract/adjustments';
import type { Category } from '@pos/contract/inventory';
import type { TitleSourceField } from '@pos/contract/titles';
import type { RecordStatus } from '@pos/contract/values';
import type { Generated, GeneratedAlways } from 'kysely';

export type TitlesTable = {
  id: string;
  sku: string;
  isbn13: string | null;
  upc: string | null;
  title: string;
  author: Generated<string>;
  category: Generated<Category>;
  format: Generated<string>;
  priceCents: number;
  taxable: Generated<boolean>;
  warehouseQty: Generated<number>;
  allocatedQty: Generated<number>;
  sourceWarehouseQty: number | null;
  inSource: Generated<boolean>;
  sourceSku: string | null;
  sourceFields: Generated<TitleSourceField[]>;
  status: Generated<RecordStatus>;
  version: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
};

/** The re-encoded picture of a title's cover. */
export type TitlePicturesTable = {
  id: string;
  titleId: string;
  image: Buffer;
  fileName: string;
  uploadedBy: string;
  uploadedAt: Generated<string>;
};

export type FairLinesTable = {
  id: string;
  fairId: string;
  titleId: string;
  priceCents: number;
  sentQty: Generated<number>;
  missingQty: Generated<number>;
  adjustQty: Generated<number>;
  soldQty: Generated<number>;
  restockedQty: Generated<number>;
  returnedQty: Generated<number>;
  lostQty: Generated<number>;
  countedReturnQty: number | null;
  damagedQty: Generated<number>;
  expectedReturn: GeneratedAlways<number>;
  onHand: GeneratedAlways<number>;
  status: Generated<RecordStatus>;
  version: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
};

export type FairLinePricesTable = {
  fairId: string;
  titleId: string;
  priceCents: number;
  since: Generated<string>;
};

export type CartonsTable = {
  id: string;
  code: string;
  fairId: string;
  label: Generated<string>;
  incomplete: Generated<boolean>;
  status: Generated<CartonStatus>;
  scannedInAt: Generated<string | null>;
  scannedInBy: Generated<string | null>;
  scannedBackAt: Generated<string | null>;
  scannedBackBy: Generated<string | null>;
  createdAt: Generated<string>;
};

export type CartonContentsTable = { cartonId: string; titleId: string; qty: number };

/** Location of units. `supplier` is the outside world that fills the warehouse. */
export type StockPlace = 'warehouse' | 'fair' | 'customer' | 'lost' | 'supplier';

export type StockMovementsTable = {
  id: string;
  titleId: string;
  qty: number;
  fromPlace: StockPlace;
  fromFairId: string | null;
  toPlace: StockPlace;
  toFairId: string | null;
  reason: string;
  refType: string;
  refId: string | null;
  actor: string;
  at: Generated<string>;
};

/**
 * Reasons to change a fair's stock by hand (domain 3.8). The two transfers come from moving units
 * between fairs.
 */
export type StockAdjustmentReason = AdjustmentReason | 'transfer_in' | 'transfer_out';

export type StockAdjustmentsTable = {
  id: string;
  fairLineId: string;
  fairId: string;
  titleId: string;
  delta: number;
  onHandAfter: number;
  reason: StockAdjustmentReason;
  note: Generated<string>;
  transferId: string | null;
  actorType: 'admin' | 'device' | 'system';
  actorId: string | null;
  actorName: string;
  at: Generated<string>;
};
