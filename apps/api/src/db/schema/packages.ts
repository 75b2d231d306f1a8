import type { PackageOption } from '@pos/contract/fair-packages';
import type { Generated } from 'kysely';

export type SeasonPricesTable = { titleId: string; season: string; priceCents: number };

export type PackageListsTable = {
  id: string;
  season: string;
  packageOption: PackageOption;
  version: Generated<number>;
  updatedBy: string;
  updatedAt: Generated<string>;
};

export type PackageTitlesTable = { listId: string; titleId: string; qty: number };

/** A packing list that was made from a package. The ID is that of its import. */
export type PackingListsTable = {
  id: string;
  fairId: string;
  season: string;
  packageOption: PackageOption;
  units: number;
  madeBy: string;
  madeAt: Generated<string>;
};

/** Decision about a title that was short. `titleId` null: its units were left out. */
export type PackingSubstitutesTable = {
  packingListId: string;
  insteadOfId: string;
  titleId: string | null;
  qty: number;
};
