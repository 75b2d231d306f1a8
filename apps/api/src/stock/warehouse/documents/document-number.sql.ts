import { DOCUMENT_LETTERS, type DocumentKind } from '@pos/contract/stock/warehouse/documents';
import { sql } from 'kysely';

/**
 * Writes the number of a document in SQL as `documentNumber` of the contract does. `document` is the name
 * of `stock_documents` in the query.
 */
export function numberText(kind: DocumentKind, document = 'stock_documents') {
  const number = sql`${sql.ref(`${document}.number`)}::text`;
  const letter = sql.lit(`${DOCUMENT_LETTERS[kind]}-`);
  // lpad also cuts what is longer.
  return sql<string>`${letter} || lpad(${number}, greatest(4, length(${number})), '0')`;
}
