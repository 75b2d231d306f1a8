import type { Title } from '@pos/contract/stock/titles';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Db } from '#api/db/db.ts';
import { recordActivity } from '#api/staff/activity/activity.service.ts';
import { readPicture } from '#api/artwork/artwork.service.ts';
import { missing } from '#api/http/failure.ts';
import type { UploadedFile } from '#api/http/feature.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { deletePictureRow, findPictureName, storePictureRow } from './pictures.queries.ts';
import { lockTitle, noteTitleChange, readTitle } from './titles.service.ts';

/** Maximum length of a stored file name. */
const MAX_NAME = 200;

/** Stores the picture of a title's cover, re-encoded, in place of an earlier one. */
export async function uploadPicture(
  db: Db,
  actor: Actor & { id: string },
  titleId: string,
  file: UploadedFile,
): Promise<Title> {
  await readTitle(db, titleId);
  const image = await readPicture(file);
  const fileName = file.name.slice(0, MAX_NAME);
  return inTransaction(db, async (tx) => {
    const before = await lockTitle(tx, titleId);
    const from = await findPictureName(tx, titleId);
    await storePictureRow(tx, { id: uuidv7(), titleId, image, fileName, uploadedBy: actor.id });
    await recordActivity(tx, actor, {
      action: 'title.picture_uploaded',
      entity: 'title',
      entityId: titleId,
      changes: { picture: { from, to: fileName } },
    });
    return noteTitleChange(tx, before);
  });
}

/** Removes the picture of a title; its drawn cover is shown again. */
export function removePicture(db: Db, actor: Actor, titleId: string): Promise<Title> {
  return inTransaction(db, async (tx) => {
    const before = await lockTitle(tx, titleId);
    const from = await findPictureName(tx, titleId);
    if (from === null) throw missing('picture');
    await deletePictureRow(tx, titleId);
    await recordActivity(tx, actor, {
      action: 'title.picture_removed',
      entity: 'title',
      entityId: titleId,
      changes: { picture: { from, to: null } },
    });
    return noteTitleChange(tx, before);
  });
}
