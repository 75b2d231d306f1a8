import type { StorageState } from './storage.ts';
import type { Parts } from './parts.ts';
import type { TillState, Warning } from './till.ts';
import { outboxView, parkedView, saleView, todayView } from './views.ts';

const DAY_MS = 86_400_000;

/** What the till knows beside its journal. */
export type Surroundings = {
  phase: 'opening' | 'unusable' | 'second_tab' | 'usable';
  storage: StorageState;
  /** Notes could not be stored behind: the journal does not work at present. */
  isFailing: boolean;
};

/** Computes what screens show. */
export function stateOf(parts: Parts, around: Surroundings): TillState {
  const { books, floor, checkout, delivery, server } = parts;
  const { notes } = books;
  const { shelf, sale, taxRatePpm, terms } = floor;
  const sending = { sending: delivery.isSending, lastTryAt: delivery.lastTryAt };
  const sales = [...books.sales.values()];
  const { pairing, session } = notes;
  return {
    phase: phaseOf(parts, around),
    training: floor.isTraining,
    device: pairing ? { deviceId: pairing.deviceId, name: pairing.name } : null,
    fairs: notes.people ?? [],
    fair: session?.fair ?? (floor.isTraining ? (shelf.catalog?.fair ?? null) : null),
    settings: shelf.catalog?.settings ?? null,
    cashier: session?.person ?? null,
    selling: floor.selling,
    network: server.isReached ? 'online' : 'offline',
    sale: saleView(sale, shelf, { ...terms, taxRatePpm }),
    done: checkout.done,
    parked: (notes.parked ?? []).map((each) => parkedView(each, shelf, taxRatePpm)),
    outbox: outboxView(sales, shelf, sending),
    today: todayView(sales, session?.fair.identifier ?? null, floor.today),
    problem:
      around.phase === 'unusable'
        ? { kind: 'no_storage' }
        : (checkout.problem ?? (around.isFailing ? { kind: 'connection_lost' } : null)),
    warnings: warningsOf(parts, around),
  };
}

function phaseOf({ books, floor }: Parts, { phase }: Surroundings): TillState['phase'] {
  if (phase !== 'usable') return phase;
  if (floor.isTraining) return 'open';
  if (!books.notes.pairing) return 'unpaired';
  return books.notes.session ? 'open' : 'signed_out';
}

function warningsOf(parts: Parts, { storage }: Surroundings): Warning[] {
  const { books, clock, delivery } = parts;
  const { session, catalog, numbers, pairing } = books.notes;
  const fair = session?.fair ?? null;
  const { since, rejected } = outboxView(books.sales.values(), parts.floor.shelf, {
    sending: false,
    lastTryAt: null,
  });
  const isOlderThanDay = (at: string | null | undefined) =>
    typeof at === 'string' && clock.nowMs() - Date.parse(at) > DAY_MS;
  const trouble = clock.trouble(fair);
  const found: [Warning, boolean][] = [
    ['storage_may_be_deleted', storage.mayBeDeleted],
    ['storage_low', storage.isLow],
    ['key_refused', numbers !== undefined && !pairing],
    ['sign_in_to_send', delivery.needsSignIn],
    ['rejected', rejected.length > 0],
    ['unsent_long', isOlderThanDay(since)],
    ['old_catalog', session?.mode === 'sell' && isOlderThanDay(catalog?.fetchedAt)],
  ];
  return [
    ...(trouble ? [trouble] : []),
    ...found.flatMap(([warning, isSo]) => (isSo ? [warning] : [])),
  ];
}
