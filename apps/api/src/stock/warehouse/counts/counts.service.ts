import { createHash } from 'node:crypto';
import {
  COUNT_SCOPE,
  type CountDetails,
  type CountReopening,
  type NewCount,
  type UncountedTitles,
} from '@pos/contract/stock/warehouse/counts';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import { refuseStale } from '#api/http/stale.ts';
import { closeDocument, lockDocument, openDocument } from '../documents/documents.service.ts';
import { setDocumentState } from '../documents/documents.queries.ts';
import { countList } from './counts.list.ts';
import {
  confirmNoneRows,
  countLines,
  countUncounted,
  findByCode,
  findCountHead,
  findUncounted,
  insertCountRow,
  insertLineRows,
  startRoundRows,
  updateCountRow,
  type CountHead,
} from './counts.queries.ts';
import { findCounters } from './scans.queries.ts';

/** Reads a count with what is left to do. `actor` is who reads it. */
export async function readCount(db: Db, actor: Actor, id: string): Promise<CountDetails> {
  const [count, head] = [await countList.findById(db, id), await findCountHead(db, id)];
  if (!count || !head) throw missing('count');
  const isClosed = count.closedAt !== null;
  const { again } = await countLines(db, id);
  return {
    ...count,
    round: head.round,
    uncounted: isClosed ? 0 : await countUncounted(db, head),
    again: count.state === 'counted' ? again : null,
    ...(await findCounters(db, head, actor.id)),
  };
}

/** Opens a count (domain 13.3). */
export async function openCount(
  tx: Tx,
  actor: Actor,
  { scope, categories = [], codes = [], note = '' }: NewCount,
): Promise<CountDetails> {
  const titleIds = scope === 'titles' ? await requireTitles(tx, codes) : [];
  const { id } = await openDocument(tx, 'count', actor, {
    changes: {
      titlesToCount: {
        from: null,
        to: scope === 'category' ? categories.join(', ') : COUNT_SCOPE[scope],
      },
      ...(note !== '' && { note: { from: null, to: note } }),
    },
  });
  await insertCountRow(tx, {
    documentId: id,
    scope,
    categories: scope === 'category' ? [...new Set(categories)] : [],
    note,
  });
  if (titleIds.length > 0)
    await insertLineRows(
      tx,
      id,
      titleIds.map((titleId) => ({ id: uuidv7(), titleId })),
    );
  return readCount(tx, actor, id);
}

/** Codes without a title that a refusal names. */
const NAMED_CODES = 5;

async function requireTitles(tx: Tx, codes: readonly string[]): Promise<string[]> {
  const found = await findByCode(tx, codes);
  const known = new Set(found.map(({ code }) => code));
  const unknown = codes.filter((code) => !known.has(code));
  if (unknown.length > 0) {
    const named = unknown.slice(0, NAMED_CODES).join(', ');
    const more = unknown.length - NAMED_CODES;
    throw invalid({
      codes: `No title has the code ${named}${more > 0 ? ` or ${more} more of the list` : ''}.`,
    });
  }
  return [...new Set(found.map(({ titleId }) => titleId))];
}

/** Lists the titles that nobody has counted, with the value that a confirmation sends back. */
export async function readUncounted(db: Db, id: string): Promise<UncountedTitles> {
  const head = await findCountHead(db, id);
  if (!head) throw missing('count');
  const isClosed = head.state === 'booked' || head.state === 'discarded';
  const titles = isClosed ? [] : await findUncounted(db, head);
  return {
    titles,
    reviewed: toReviewedHash(
      head,
      titles.map(({ titleId }) => titleId),
    ),
  };
}

function toReviewedHash({ round }: CountHead, titleIds: readonly string[]): string {
  return createHash('sha256')
    .update([round, ...titleIds.toSorted()].join())
    .digest('hex');
}

/** Counts 0 units of each title that nobody has counted, as somebody reviewed the list of them. */
export async function confirmUncounted(
  tx: Tx,
  actor: Actor,
  id: string,
  reviewed: string,
): Promise<CountDetails> {
  const head = await lockCount(tx, id, ['open', 'counted']);
  const titleIds = (await findUncounted(tx, head)).map(({ titleId }) => titleId);
  if (toReviewedHash(head, titleIds) !== reviewed)
    throw new Failure(
      'FIGURES_MOVED',
      'The titles that nobody has counted are not the same any more. Look at the new list.',
    );
  await confirmNoneRows(
    tx,
    actor,
    head,
    titleIds.map((titleId) => ({ titleId, lineId: uuidv7(), scanId: uuidv7() })),
  );
  await updateCountRow(tx, id);
  await recordActivity(tx, actor, {
    action: 'count.none_confirmed',
    entity: 'stock-document',
    entityId: id,
    changes: { titles: { from: null, to: titleIds.length } },
  });
  return readCount(tx, actor, id);
}

/** Ends counting, so that the differences can be seen. */
export async function finishCount(
  tx: Tx,
  actor: Actor,
  id: string,
  version: number,
): Promise<CountDetails> {
  await lockCount(tx, id, ['open'], { version, actor });
  if ((await countLines(tx, id)).counted === 0)
    throw new Failure('INVALID_TRANSITION', 'Nothing is counted yet.');
  await setDocumentState(tx, id, 'counted');
  await updateCountRow(tx, id);
  await recordActivity(tx, actor, {
    action: 'count.finished',
    entity: 'stock-document',
    entityId: id,
  });
  return readCount(tx, actor, id);
}

/** Continues a count that was finished, or starts a round that counts titles again. */
export async function reopenCount(
  tx: Tx,
  actor: Actor,
  id: string,
  { version, again, titleIds }: CountReopening,
): Promise<CountDetails> {
  const { round } = await lockCount(tx, id, ['counted'], { version, actor });
  const titles = again ? await startRoundRows(tx, id, round + 1, titleIds) : 0;
  if (again && titles === 0)
    throw new Failure('INVALID_TRANSITION', 'No counted title has to be counted again.');
  await setDocumentState(tx, id, 'open');
  await updateCountRow(tx, id, again ? round + 1 : round);
  await recordActivity(tx, actor, {
    action: again ? 'count.counted_again' : 'count.continued',
    entity: 'stock-document',
    entityId: id,
    changes: again ? { titles: { from: null, to: titles } } : {},
  });
  return readCount(tx, actor, id);
}

/** Discards a count that is not booked. */
export async function discardCount(
  tx: Tx,
  actor: Actor,
  id: string,
  note = '',
): Promise<{ id: string }> {
  await lockCount(tx, id, ['open', 'counted']);
  await closeDocument(tx, { kind: 'count', id, state: 'discarded' }, actor, {
    ...(note !== '' && { note: { from: null, to: note } }),
  });
  await updateCountRow(tx, id);
  return { id };
}

/**
 * Locks a count in one of these states, alone: scans wait. Refuses a caller who saw another
 * version.
 */
export async function lockCount(
  tx: Tx,
  id: string,
  states: readonly CountHead['state'][],
  seen?: { version: number; actor: Actor },
): Promise<CountHead & { number: string }> {
  const { number } = await lockDocument(tx, 'count', id, states);
  const head = await findCountHead(tx, id);
  if (!head) throw missing('count');
  if (seen && head.version !== seen.version) {
    const current = await readCount(tx, seen.actor, id);
    await refuseStale(tx, 'stock-document', id, current, seen.version);
  }
  return { ...head, number };
}
