import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';

export async function findPicture(db: Db, id: string): Promise<Buffer | undefined> {
  const picture = await db
    .selectFrom('titlePictures')
    .select('image')
    .where('id', '=', id)
    .executeTakeFirst();
  return picture?.image;
}

/** Returns the file name of a title's picture, if it has one. */
export async function findPictureName(db: Db, titleId: string): Promise<string | null> {
  const picture = await db
    .selectFrom('titlePictures')
    .select('fileName')
    .where('titleId', '=', titleId)
    .executeTakeFirst();
  return picture?.fileName ?? null;
}

/** Stores the picture of a title in place of an earlier one. */
export async function storePictureRow(
  tx: Tx,
  picture: Insertable<Schema['titlePictures']>,
): Promise<void> {
  const { titleId: _, ...content } = picture;
  await tx
    .insertInto('titlePictures')
    .values(picture)
    .onConflict((conflict) =>
      conflict
        .column('titleId')
        .doUpdateSet({ ...content, uploadedAt: sql<string>`clock_timestamp()` }),
    )
    .execute();
}

export async function deletePictureRow(tx: Tx, titleId: string): Promise<void> {
  await tx.deleteFrom('titlePictures').where('titleId', '=', titleId).execute();
}
