import {
  documentNumber,
  type DocumentHead,
  type DocumentKind,
  type DocumentState,
} from '@pos/contract/stock/warehouse/documents';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { Failure, missing } from '#api/http/failure.ts';
import { recordActivity, type FieldChanges } from '#api/staff/activity/activity.service.ts';
import {
  findDocument,
  insertDocumentRow,
  lockNumbers,
  setDocumentState,
  type DocumentRow,
} from './documents.queries.ts';

/**
 * Opens a document with the next number of its kind (domain 13.1). `changes` are facts for the
 * activity.
 */
export async function openDocument(
  tx: Tx,
  kind: DocumentKind,
  actor: Actor,
  { fairId = null, changes = {} }: { fairId?: string | null; changes?: FieldChanges } = {},
): Promise<DocumentHead> {
  const id = uuidv7();
  await lockNumbers(tx, kind);
  await insertDocumentRow(tx, actor, { id, kind, fairId });
  await recordActivity(tx, actor, {
    action: `${kind}.opened`,
    entity: 'stock-document',
    entityId: id,
    changes,
  });
  return requireDocument(tx, kind, id);
}

/** Returns a document. Refuses one that does not exist. */
export async function requireDocument(
  db: Db,
  kind: DocumentKind,
  id: string,
): Promise<DocumentHead> {
  const row = await findDocument(db, kind, id);
  if (!row) throw missing(kind);
  return toHead(row);
}

/**
 * Locks a document until the transaction ends and returns it. Refuses another state than `states`,
 * with who closed it. `share` lets several people add to it at once.
 */
export async function lockDocument(
  tx: Tx,
  kind: DocumentKind,
  id: string,
  states: readonly DocumentState[],
  strength: 'update' | 'share' = 'update',
): Promise<DocumentHead> {
  const row = await findDocument(tx, kind, id, strength);
  if (!row) throw missing(kind);
  const head = toHead(row);
  if (!states.includes(head.state)) throw inOtherState(head);
  return head;
}

/** Moves a locked document to a state in which it is still open. */
export async function moveDocument(
  tx: Tx,
  { kind, id, state }: { kind: DocumentKind; id: string; state: DocumentState },
  actor: Actor,
): Promise<void> {
  await setDocumentState(tx, id, state);
  await recordActivity(tx, actor, {
    action: `${kind}.${state}`,
    entity: 'stock-document',
    entityId: id,
  });
}

/**
 * Closes a locked document: nobody changes it afterward. `changes` are facts for the activity.
 */
export async function closeDocument(
  tx: Tx,
  { kind, id, state }: { kind: DocumentKind; id: string; state: DocumentState },
  actor: Actor,
  changes: FieldChanges = {},
): Promise<void> {
  await setDocumentState(tx, id, state, actor);
  await recordActivity(tx, actor, {
    action: `${kind}.${state}`,
    entity: 'stock-document',
    entityId: id,
    changes,
  });
}

/** Refuses what the state of a document does not allow. */
function inOtherState({ number, state, closedBy, closedAt }: DocumentHead): Failure {
  const words = state.replaceAll('_', ' ');
  const text = closedBy
    ? `${number} is ${words} already, by ${closedBy}.`
    : `${number} is ${words}.`;
  return new Failure('INVALID_TRANSITION', text, {
    ...(closedBy && closedAt && { changedBy: closedBy, changedAt: closedAt }),
  });
}

function toHead({ kind, number, ...row }: DocumentRow): DocumentHead {
  return { ...row, number: documentNumber(kind, number) };
}
