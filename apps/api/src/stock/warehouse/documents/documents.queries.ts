import type { DocumentKind, DocumentState } from '@pos/contract/stock/warehouse/documents';
import { sql } from 'kysely';
import { PREPARED, type Db, type Tx } from '#api/db/db.ts';
import type { Actor } from '#api/http/access/identity.ts';

export type DocumentRow = {
  id: string;
  kind: DocumentKind;
  number: number;
  state: DocumentState;
  fairId: string | null;
  openedBy: string;
  openedAt: string;
  closedBy: string | null;
  closedAt: string | null;
};

const COLUMNS = [
  'id',
  'kind',
  'number',
  'state',
  'fairId',
  'openedBy',
  'openedAt',
  'closedBy',
  'closedAt',
] as const;

/** Makes others wait who open a document of this kind, until the transaction ends. */
export async function lockNumbers(tx: Tx, kind: DocumentKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stock documents: ${kind}`}, 0))`.execute(
    tx,
  );
}

/** Inserts an open document with the next number of its kind, which must be locked. */
export async function insertDocumentRow(
  tx: Tx,
  actor: Actor,
  document: { id: string; kind: DocumentKind; fairId: string | null },
): Promise<void> {
  await tx
    .insertInto('stockDocuments')
    .values({
      ...document,
      number: sql<number>`(
        select coalesce(max(number), 0) + 1 from stock_documents where kind = ${document.kind})`,
      openedBy: actor.name,
      openedById: actor.type === 'admin' ? actor.id : null,
      closedBy: null,
      closedAt: null,
    })
    .execute();
}

export async function findDocument(
  db: Db,
  kind: DocumentKind,
  id: string,
  lock?: 'update' | 'share',
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('stockDocuments')
    .modifyFront(PREPARED)
    .select(COLUMNS)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .$if(lock === 'update', (query) => query.forNoKeyUpdate())
    .$if(lock === 'share', (query) => query.forShare())
    .executeTakeFirst();
}

/** Sets the state of a document; with `actor` it is closed by this person. */
export async function setDocumentState(
  tx: Tx,
  id: string,
  state: DocumentState,
  actor?: Actor,
): Promise<void> {
  await tx
    .updateTable('stockDocuments')
    .set({ state, ...(actor && { closedBy: actor.name, closedAt: sql<string>`now()` }) })
    .where('id', '=', id)
    .execute();
}
