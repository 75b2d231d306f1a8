type Count = { countedQty: number | null; damagedQty: number };

/** Changes made by a return count, in units. Null: not counted before. */
export type ReturnCountMade = {
  fairId: string;
  counts: { titleId: string; from: Count; to: Count }[];
};
