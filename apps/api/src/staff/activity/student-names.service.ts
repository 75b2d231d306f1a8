import type { Db, Tx } from '#api/db/db.ts';
import { invalid } from '#api/http/failure.ts';
import { inAllOrders, NameFinder } from './name-finder.rules.ts';
import { findFamilyNames } from './student-names.queries.ts';

/** A record of a school, or one that belongs to none. */
type Record_ = { entity: string; entityId: string };

/** Tables of the records that belong to a school, and their column with its ID. */
const SCHOOL_OF: Readonly<Record<string, readonly [table: string, schoolId: string]>> = {
  school: ['schools', 'id'],
  fair: ['fairs', 'school_id'],
  student: ['students', 'school_id'],
  order: ['orders', 'school_id'],
  payment: ['payments', 'school_id'],
};

/**
 * Refuses texts, by field, that name a student of the record's school or a parent, in any case and
 * order. The texts are permanent, so an erasure could not remove the name.
 */
export async function refuseStudentNames(
  tx: Tx,
  { entity, entityId }: Record_,
  texts: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const written = Object.entries(texts).filter(([, text]) => text?.trim().includes(' '));
  const of = SCHOOL_OF[entity];
  if (written.length === 0 || !of) return;
  const names = new NameFinder(inAllOrders(await findFamilyNames(tx, of, entityId)));
  for (const [field, text] of written)
    if (names.find(text ?? '').length > 0) throw invalid({ [field]: NAMES_REFUSED });
}

/** Sentence for a text that names somebody. */
export const NAMES_REFUSED = 'Leave names out. This text is permanent.';

/** Returns the schools whose text, by the school's ID, names a student of theirs or a parent. */
export async function findSchoolsNamed(
  db: Db,
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const [schoolId, text] of texts) {
    const family = await findFamilyNames(db, ['schools', 'id'], schoolId);
    const names = new NameFinder(inAllOrders(family));
    if (names.find(text).length > 0) named.add(schoolId);
  }
  return named;
}
