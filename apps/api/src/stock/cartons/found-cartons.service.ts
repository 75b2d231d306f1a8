import type { CartonScan, UnexpectedCode } from '@pos/contract/stock/cartons';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { missing } from '#api/http/failure.ts';
import {
  dismissFoundCartonRow,
  claimFoundCartonRows,
  insertFoundCartonRows,
} from './found-cartons.queries.ts';

/** Keeps codes of no carton of this fair, each once, with who found them where (domain 4.6). */
export async function keepFoundCartons(
  tx: Tx,
  actor: Actor,
  { fairId, stage }: Pick<CartonScan, 'fairId' | 'stage'>,
  unexpected: readonly UnexpectedCode[],
): Promise<void> {
  const found = unexpected.filter(({ reason }) => reason !== 'missing_at_delivery');
  await insertFoundCartonRows(
    tx,
    found.map(({ code }) => ({ id: uuidv7(), code, fairId, stage, foundBy: actor.name })),
  );
}

/** Resolves found cartons whose codes their own fair scans. */
export async function claimFoundCartons(
  tx: Tx,
  actor: Actor,
  fairId: string,
  codes: readonly string[],
): Promise<void> {
  await claimFoundCartonRows(tx, fairId, codes, actor.name);
}

/** Takes a found carton off the list. Dismissing it again changes nothing. */
export async function dismissFoundCarton(tx: Tx, actor: Actor, id: string): Promise<void> {
  if (!(await dismissFoundCartonRow(tx, id, actor.name))) throw missing('found carton');
}
