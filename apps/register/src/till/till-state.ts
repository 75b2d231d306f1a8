import type { StorageState } from './journal/storage.ts';
import type { Parts } from './parts.ts';
import type { Outbox, Problem, TillState, Warning } from './till.ts';
import { outboxView, parkedView, saleView, todayView } from './views.ts';

const DAY_MS = 86_400_000;

/** Facts that the till knows beside its journal. */
export type Surroundings = {
  phase: 'opening' | 'unusable' | 'second_tab' | 'usable';
  storage: StorageState;
  /** Notes could not be stored behind: the journal does not work at present. */
  isFailing: boolean;
};

/** Sales and returns stay as they were through most changes: a scan does not add them up again. */
const lastOutbox = rememberLast(outboxView);
const lastToday = rememberLast(todayView);

function rememberLast<Given extends unknown[], Value>(
  compute: (...given: Given) => Value,
): (...given: Given) => Value {
  let last: { given: Given; value: Value } | undefined;
  return (...given) => {
    if (!last || last.given.some((each, index) => each !== given[index]))
      last = { given, value: compute(...given) };
    return last.value;
  };
}

/** Computes what screens show. */
export function toState(parts: Parts, around: Surroundings): TillState {
  const { books, floor, checkout, approvals, delivery, server } = parts;
  const { notes } = books;
  const { shelf, sale, taxRatePpm, terms } = floor;
  const { pairing, session } = notes;
  const outbox = {
    ...lastOutbox(books.sales, books.returns, shelf, notes.drawer),
    sending: delivery.isSending,
    lastTryAt: delivery.lastTryAt,
  };
  return {
    phase: toPhase(parts, around),
    training: floor.isTraining,
    device: pairing ? { deviceId: pairing.deviceId, name: pairing.name } : null,
    fairs: notes.people ?? [],
    ...getTerms(parts),
    selling: floor.selling,
    network: server.isReached ? 'online' : 'offline',
    sale: {
      ...saleView(sale, shelf, { ...terms, taxRatePpm }),
      missingApprovals: floor.missingApprovals,
    },
    mayApprove: floor.mayApprove,
    approvers: approvals.approvers,
    done: checkout.done,
    parked: (notes.parked ?? []).map((each) => parkedView(each, shelf, taxRatePpm)),
    outbox,
    today: lastToday(
      books.sales,
      books.returns,
      notes.drawer,
      session?.fair.identifier ?? null,
      floor.today,
    ),
    problem: findProblem(parts, around),
    warnings: findWarnings(parts, around, outbox),
  };
}

function toPhase({ books, floor }: Parts, { phase }: Surroundings): TillState['phase'] {
  if (phase !== 'usable') return phase;
  if (floor.isTraining) return 'open';
  if (!books.notes.pairing) return 'unpaired';
  return books.notes.session ? 'open' : 'signed_out';
}

function findWarnings(
  parts: Parts,
  { storage }: Surroundings,
  { since, rejected, rejectedReturns }: Outbox,
): Warning[] {
  const { books, clock, delivery } = parts;
  const { session, catalog, numbers, pairing } = books.notes;
  const fair = session?.fair ?? null;
  const isOlderThanDay = (at: string | null | undefined) =>
    typeof at === 'string' && clock.nowMs() - Date.parse(at) > DAY_MS;
  const trouble = clock.trouble(fair);
  const found: [Warning, boolean][] = [
    ['storage_may_be_deleted', storage.mayBeDeleted],
    ['storage_low', storage.isLow],
    ['key_refused', numbers !== undefined && !pairing],
    ['sign_in_to_send', delivery.needsSignIn],
    ['rejected', rejected.length > 0],
    ['return_rejected', rejectedReturns.length > 0],
    [
      'return_needs_staff',
      [...books.returns.values()].some(
        ({ answer, needsStaff }) => answer === null && needsStaff === true,
      ),
    ],
    ['unsent_long', isOlderThanDay(since)],
    ['old_catalog', session?.mode === 'sell' && isOlderThanDay(catalog?.fetchedAt)],
  ];
  return [
    ...(trouble ? [trouble] : []),
    ...found.flatMap(([warning, isSo]) => (isSo ? [warning] : [])),
  ];
}

/** The fair, its settings and the person; in a practice those of the invented fair. */
function getTerms({ books, floor }: Parts): Pick<TillState, 'fair' | 'settings' | 'cashier'> {
  const { session } = books.notes;
  const { catalog } = floor.shelf;
  const practiced = floor.isTraining ? (catalog?.fair ?? null) : null;
  return {
    fair: session?.fair ?? practiced,
    settings: catalog?.settings ?? null,
    cashier: session?.person ?? null,
  };
}

function findProblem({ checkout }: Parts, { phase, isFailing }: Surroundings): Problem | null {
  if (phase === 'unusable') return { kind: 'no_storage' };
  return checkout.problem ?? (isFailing ? { kind: 'connection_lost' } : null);
}
