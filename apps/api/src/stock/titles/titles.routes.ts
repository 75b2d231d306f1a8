import { titlesApi } from '@pos/contract/stock/titles';
import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { feature, FileAnswer, type Feature } from '#api/http/feature.ts';
import { findPicture } from './pictures.queries.ts';
import { removePicture, uploadPicture } from './pictures.service.ts';
import { setSeasonPrice } from './season-prices.service.ts';
import { addTitle, readTitle, updateTitle } from './titles.service.ts';

/** Records of titles. Their list and stock are in inventory. */
export function titles(db: Db): Feature {
  return feature(titlesApi, {
    add: async ({ tx, actor, body }) => ({
      message: 'Title added.',
      data: await addTitle(tx, actor, body),
    }),
    getById: async ({ params }) => ({ data: await readTitle(db, params.id) }),
    update: async ({ actor, params, body }) => ({
      message: 'Title updated.',
      data: await updateTitle(db, actor, params.id, body),
    }),
    setSeasonPrice: async ({ actor, params, body }) => ({
      message: (body.priceCents ?? null) === null ? 'Price removed.' : 'Price set.',
      data: await setSeasonPrice(db, actor, params.id, body),
    }),
    uploadPicture: async ({ admin, actor, params, file }) => ({
      message: 'Picture uploaded.',
      data: await uploadPicture(db, { ...actor, id: admin.id }, params.id, file),
    }),
    removePicture: async ({ actor, params }) => ({
      message: 'Picture removed.',
      data: await removePicture(db, actor, params.id),
    }),
    picture: async ({ params }) => {
      const image = await findPicture(db, params.id);
      if (!image) throw missing('picture');
      return new FileAnswer(`${params.id}.jpg`, 'image/jpeg', image, {
        maxAge: PICTURE_MAX_AGE,
      });
    },
  });
}

/** A year, in seconds: a new picture has a new address. */
const PICTURE_MAX_AGE = 31_536_000;
