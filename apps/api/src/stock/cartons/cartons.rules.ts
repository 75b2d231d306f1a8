import {
  cartonsDue,
  type Carton,
  type CartonScanAnswer,
  type CartonStage,
  type CartonStatus,
  type MissingCarton,
  type SoldContent,
} from '@pos/contract/stock/cartons';

/**
 * Status changes of cartons at each stage (domain 4.6). A scan moves a carton from any `from` status
 * to `scanned`. A carton without a scan that still has the `awaited` status becomes `missing`. A
 * return also accepts a carton that was never scanned at delivery, because the scan proves that it
 * arrived.
 */
export const STATUS_CHANGES: Record<
  CartonStage,
  {
    from: readonly CartonStatus[];
    scanned: CartonStatus;
    awaited: CartonStatus;
    missing: CartonStatus;
  }
> = {
  delivery: {
    from: ['packed', 'missing_at_delivery'],
    scanned: 'delivered',
    awaited: 'packed',
    missing: 'missing_at_delivery',
  },
  return: {
    from: ['packed', 'delivered', 'missing_at_return'],
    scanned: 'returned',
    awaited: 'delivered',
    missing: 'missing_at_return',
  },
};

/** Result of matching scanned codes with the cartons of a fair. */
export type ScanMatch = {
  /** Cartons that move to the stage's `scanned` status. */
  newlyScanned: Carton[];
  /** Cartons that move to the stage's `missing` status. */
  newlyMissing: Carton[];
  /** Codes that this stage cannot accept; `carton` is set if the code belongs to the fair. */
  unexpected: { code: string; carton: Carton | undefined }[];
  /** Part of the response that follows from the cartons alone. */
  answer: Pick<CartonScanAnswer, 'expected' | 'scanned' | 'earlier' | 'missing' | 'duplicates'>;
};

/** Matches scanned codes with the cartons of a fair, ignoring case. */
export function matchScan(
  stage: CartonStage,
  cartons: readonly Carton[],
  codes: readonly string[],
): ScanMatch {
  const { from, awaited, missing } = STATUS_CHANGES[stage];
  const byCode = new Map(cartons.map((carton) => [carton.code.toLowerCase(), carton]));
  const codesByKey = new Map<string, string>();
  const duplicates = new Map<string, string>();
  for (const code of codes) {
    const key = code.toLowerCase();
    const first = codesByKey.get(key);
    if (first === undefined) codesByKey.set(key, byCode.get(key)?.code ?? code);
    else duplicates.set(key, first);
  }
  const scanned = new Set<Carton>();
  const unexpected: ScanMatch['unexpected'] = [];
  for (const [key, code] of codesByKey) {
    const carton = byCode.get(key);
    if (carton && !(stage === 'return' && carton.status === 'missing_at_delivery'))
      scanned.add(carton);
    else unexpected.push({ code, carton });
  }
  const due = cartonsDue(stage, cartons, codes);
  const notScanned = due.filter(
    (carton) => !scanned.has(carton) && (carton.status === awaited || carton.status === missing),
  );
  const scannedEarlier = due.filter(
    (carton) =>
      !scanned.has(carton) &&
      !notScanned.includes(carton) &&
      (stage === 'delivery' || carton.status === 'returned'),
  ).length;
  return {
    newlyScanned: [...scanned].filter(({ status }) => from.includes(status)),
    newlyMissing: notScanned.filter(({ status }) => status === awaited),
    unexpected,
    answer: {
      expected: scanned.size + scannedEarlier + notScanned.length,
      scanned: scanned.size,
      earlier: scannedEarlier,
      missing: notScanned.map(toMissingCarton),
      duplicates: [...duplicates.values()],
    },
  };
}

const toMissingCarton = ({ code, label, status, titles, units }: Carton): MissingCarton => ({
  code,
  label,
  status,
  titles,
  units,
});

/** Stock of a title at a fair, in units. */
export type FairLineStock = { onHand: number; soldQty: number };

/** Units of a carton's title that came and were sound, or would have been. */
export const soundUnits = ({
  qty,
  shortQty,
  damagedQty,
}: Pick<Carton['contents'][number], 'qty' | 'shortQty' | 'damagedQty'>): number =>
  qty - shortQty - damagedQty;

/**
 * Finds titles with fewer units on hand than the missing cartons contain. The rest was sold, so
 * that much arrived. Contents without a fair line are skipped, because they move no stock.
 */
export function findAlreadySold(
  missing: readonly Carton[],
  lines: ReadonlyMap<string, FairLineStock>,
): SoldContent[] {
  const contentsByTitle = Map.groupBy(
    missing.flatMap((carton) =>
      carton.contents.map((content) => ({ ...content, carton: carton.code })),
    ),
    ({ titleId }) => titleId,
  );
  return [...contentsByTitle].flatMap(([titleId, contentsOfTitle]) => {
    const line = lines.get(titleId);
    const missingUnits = contentsOfTitle.reduce((sum, content) => sum + soundUnits(content), 0);
    if (!line || missingUnits === 0 || line.onHand >= missingUnits) return [];
    const { sku, title } = contentsOfTitle[0]!;
    const cartons = contentsOfTitle.map(({ carton }) => carton);
    const unitsLeft = Math.max(line.onHand, 0);
    const keptUnits = missingUnits - unitsLeft;
    const problem =
      cartons.length === 1
        ? `Carton ${cartons[0]} cannot be missing: it contains`
        : `Cartons ${cartons.join(', ')} cannot all be missing: they contain`;
    return [
      {
        sku,
        title,
        cartons,
        missingUnits,
        unitsLeft,
        soldUnits: line.soldQty,
        keptUnits,
        text: `${problem} ${missingUnits} of "${title}", but the fair has only ${unitsLeft} left after selling ${line.soldQty}.`,
        effect: `"${title}": ${unitsLeft} of ${missingUnits} leave the stock, which is then 0. ${keptUnits === 1 ? '1 counts' : `${keptUnits} count`} as arrived, because ${line.soldQty} were sold.`,
      },
    ];
  });
}

/** Units of a title that leave the fair with a missing carton, and those that stay as sold. */
export type LostContent = { cartonId: string; titleId: string; qty: number; soldQty: number };

/**
 * Divides the contents of missing cartons: at most the units on hand leave, carton by carton; the
 * others were sold and stay (domain 4.6). Contents without a fair line move no stock.
 */
export function divideContents(
  missing: readonly Carton[],
  lines: ReadonlyMap<string, FairLineStock>,
): LostContent[] {
  const left = new Map([...lines].map(([titleId, { onHand }]) => [titleId, Math.max(onHand, 0)]));
  return missing.flatMap(({ id, contents }) =>
    contents.flatMap((content) => {
      const { titleId } = content;
      const available = left.get(titleId);
      if (available === undefined) return [];
      const units = soundUnits(content);
      const qty = Math.min(units, available);
      left.set(titleId, available - qty);
      return [{ cartonId: id, titleId, qty, soldQty: units - qty }];
    }),
  );
}
