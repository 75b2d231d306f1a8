import type {
  Carton,
  CartonScanAnswer,
  CartonStage,
  CartonStatus,
  MissingCarton,
  SoldContent,
} from '@pos/contract/cartons';

/**
 * Carton transitions per stage (domain 4.6). A scan moves cartons from one of the `from` states to
 * `scanned`. Cartons that were not scanned and are still `awaited` become `missing`. At return, a
 * carton never scanned in is accepted, because it is evidently there.
 */
export const STAGES: Record<
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

/**
 * Result of matching codes with a fair's cartons. `strange` holds codes that this stage cannot
 * accept.
 */
export type Judgement = {
  /** Cartons that move to the stage's `scanned` state. */
  scanned: Carton[];
  missing: Carton[];
  strange: { code: string; carton: Carton | undefined }[];
  answer: Pick<CartonScanAnswer, 'expected' | 'scanned' | 'earlier' | 'missing' | 'duplicates'>;
};

/** Matches scanned codes with the current state of a fair's cartons. */
export function judgeScan(
  stage: CartonStage,
  cartons: readonly Carton[],
  codes: readonly string[],
): Judgement {
  const { from, awaited, missing } = STAGES[stage];
  const byCode = new Map(cartons.map((carton) => [carton.code.toLowerCase(), carton]));
  const distinct = new Map<string, string>();
  const duplicates = new Map<string, string>();
  for (const code of codes) {
    const key = code.toLowerCase();
    const first = distinct.get(key);
    if (first === undefined) distinct.set(key, byCode.get(key)?.code ?? code);
    else duplicates.set(key, first);
  }
  const seen = new Set<Carton>();
  const strange: Judgement['strange'] = [];
  for (const [key, code] of distinct) {
    const carton = byCode.get(key);
    if (carton && !(stage === 'return' && carton.status === 'missing_at_delivery'))
      seen.add(carton);
    else strange.push({ code, carton });
  }
  const absent = cartons.filter(
    (carton) => !seen.has(carton) && (carton.status === awaited || carton.status === missing),
  );
  const earlier = cartons.filter(
    (carton) =>
      !seen.has(carton) &&
      !absent.includes(carton) &&
      (stage === 'delivery' || carton.status === 'returned'),
  ).length;
  return {
    scanned: [...seen].filter(({ status }) => from.includes(status)),
    missing: absent.filter(({ status }) => status === awaited),
    strange,
    answer: {
      expected: seen.size + earlier + absent.length,
      scanned: seen.size,
      earlier,
      missing: absent.map(asMissing),
      duplicates: [...duplicates.values()],
    },
  };
}

const asMissing = ({ code, label, status, titles, units }: Carton): MissingCarton => ({
  code,
  label,
  status,
  titles,
  units,
});

/** Stock of a title at a fair, in units. */
export type LineState = { onHand: number; soldQty: number };

/**
 * Finds titles of which more would be missing than are left, which means that their cartons are
 * there. Contents without a line at the fair move nothing.
 */
export function soldContents(
  missing: readonly Carton[],
  lines: ReadonlyMap<string, LineState>,
): SoldContent[] {
  const contents = Map.groupBy(
    missing.flatMap((carton) =>
      carton.contents.map((content) => ({ ...content, carton: carton.code })),
    ),
    ({ titleId }) => titleId,
  );
  return [...contents].flatMap(([titleId, ofTitle]) => {
    const line = lines.get(titleId);
    const missingUnits = ofTitle.reduce((sum, { qty }) => sum + qty, 0);
    if (!line || line.onHand >= missingUnits) return [];
    const { sku, title } = ofTitle[0]!;
    const cartons = ofTitle.map(({ carton }) => carton);
    const unitsLeft = Math.max(line.onHand, 0);
    const there =
      cartons.length === 1
        ? `Carton ${cartons[0]} cannot be missing`
        : `Cartons ${cartons.join(', ')} cannot all be missing`;
    return [
      {
        sku,
        title,
        cartons,
        missingUnits,
        unitsLeft,
        soldUnits: line.soldQty,
        text: `${there}: it would leave ${missingUnits} of "${title}" missing. Already sold: ${line.soldQty}, left: ${unitsLeft}.`,
      },
    ];
  });
}
