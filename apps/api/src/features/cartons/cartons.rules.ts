import type {
  Carton,
  CartonScanAnswer,
  CartonStage,
  CartonStatus,
  MissingCarton,
  SoldContent,
} from '@pos/contract/cartons';

/**
 * What each stage does (domain 4.6). A scan moves cartons that stand at one of `from` to `scanned`; those that were not scanned and
 * still `awaited` become `missing`. At return a carton that was never scanned in is taken as it comes, for it is there.
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

/** What codes say of a fair's cartons; `strange` are the codes of none that this stage can take. */
export type Judgement = {
  /** Cartons that the scan moves to the stage's `scanned`. */
  scanned: Carton[];
  /** Cartons that become missing. */
  missing: Carton[];
  strange: { code: string; carton: Carton | undefined }[];
  answer: Pick<CartonScanAnswer, 'expected' | 'scanned' | 'earlier' | 'missing' | 'duplicates'>;
};

/** Judges scanned codes against a fair's cartons as they stand. */
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

/** What a fair has left of a title, in units. */
export type LineState = { onHand: number; soldQty: number };

/** The titles of which more would be missing than are left: their cartons are evidently there. A content that has no line at the fair moves nothing. */
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
        ? `Carton ${cartons[0]} is evidently there`
        : `Not all of the cartons ${cartons.join(', ')} can be missing`;
    return [
      {
        sku,
        title,
        cartons,
        missingUnits,
        unitsLeft,
        soldUnits: line.soldQty,
        text: `${there}: ${missingUnits} of "${title}" would be missing. Already sold: ${line.soldQty}, left: ${unitsLeft}.`,
      },
    ];
  });
}
