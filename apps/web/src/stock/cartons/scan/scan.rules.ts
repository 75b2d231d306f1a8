import {
  cartonsDue,
  type Carton,
  type CartonStage,
  type CartonStatus,
} from '@pos/contract/stock/cartons';

/**
 * States of each stage (domain 4.6): the awaited one, and the one of a carton that is not scanned.
 */
const STAGES: Record<
  CartonStage,
  { awaited: CartonStatus; missing: CartonStatus; earlier: readonly CartonStatus[] }
> = {
  delivery: {
    awaited: 'packed',
    missing: 'missing_at_delivery',
    earlier: ['delivered', 'returned', 'missing_at_return'],
  },
  return: { awaited: 'delivered', missing: 'missing_at_return', earlier: ['returned'] },
};

/** State of a carton that the stage still waits for. */
export function awaitedAt(stage: CartonStage): CartonStatus {
  return STAGES[stage].awaited;
}

/**
 * Verdict on a scanned code by the tablet's list of cartons. `new`: the carton is here; `found`: it
 * was reported missing; `again`: scanned a moment ago; `earlier`: scanned before; `undelivered`:
 * comes back although it was reported missing at delivery; `unlisted`: not on the list.
 */
export type Verdict = { code: string } & (
  | { kind: 'new' | 'found' | 'again' | 'earlier' | 'undelivered'; carton: Carton }
  | { kind: 'unlisted' }
);

/** Checks a code against the fair's cartons and this tablet's scans, ignoring case. */
export function checkScan(
  stage: CartonStage,
  cartons: readonly Carton[],
  saved: readonly string[],
  scanned: string,
): Verdict {
  const carton = findCarton(cartons, scanned);
  if (!carton) return { kind: 'unlisted', code: scanned };
  const { code, status } = carton;
  if (saved.some((each) => isSame(each, code))) return { kind: 'again', code, carton };
  if (status === STAGES[stage].missing) return { kind: 'found', code, carton };
  if (STAGES[stage].earlier.includes(status)) return { kind: 'earlier', code, carton };
  return {
    kind: stage === 'return' && status === 'missing_at_delivery' ? 'undelivered' : 'new',
    code,
    carton,
  };
}

export function findCarton(cartons: readonly Carton[], code: string): Carton | undefined {
  return cartons.find((carton) => isSame(carton.code, code));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Progress of a stage: `expected` = `scanned` + `missing`. `becoming` are those missing cartons
 * that finishing reports.
 */
export type ScanFigures = {
  expected: number;
  scanned: number;
  missing: Carton[];
  becoming: Carton[];
  neverScannedIn: number;
};

/** Figures of a stage, counting this tablet's unsent scans as scanned; same rules as the server. */
export function scanFigures(
  stage: CartonStage,
  cartons: readonly Carton[],
  saved: readonly string[],
): ScanFigures {
  const { awaited, missing: gone, earlier } = STAGES[stage];
  const isScanned = ({ code, status }: Carton): boolean =>
    earlier.includes(status) ||
    (saved.some((each) => isSame(each, code)) &&
      !(stage === 'return' && status === 'missing_at_delivery'));
  const due = cartonsDue(stage, cartons, saved);
  const scanned = due.filter(isScanned);
  const missing = due.filter(
    (carton) => !isScanned(carton) && (carton.status === awaited || carton.status === gone),
  );
  return {
    expected: scanned.length + missing.length,
    scanned: scanned.length,
    missing,
    becoming: missing.filter(({ status }) => status === awaited),
    neverScannedIn:
      stage === 'return'
        ? cartons.filter((carton) => carton.status === 'packed' && !isScanned(carton)).length
        : 0,
  };
}

/**
 * True while the stage waits for cartons: codes are then kept until somebody finishes, because the
 * first call makes the others missing. After that, a late code changes only its own carton and is
 * sent at once.
 */
export function isOpen(stage: CartonStage, cartons: readonly Carton[]): boolean {
  return cartons.some(({ status }) => status === STAGES[stage].awaited);
}
