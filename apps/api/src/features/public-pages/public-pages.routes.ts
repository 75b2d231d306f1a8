import { createHash } from 'node:crypto';
import { publicPagesApi, type CustomizedFair } from '@pos/contract/public-pages';
import type { Db } from '#api/db/db.ts';
import { countPageLookup } from '#api/features/auth/public-limits.service.ts';
import { missing } from '#api/http/failure.ts';
import { feature, Tagged, type Feature } from '#api/http/feature.ts';
import { PageCache } from './page-cache.ts';
import { findCustomizedFair } from './public-pages.queries.ts';

/** A changed page is seen after so many seconds at most (domain 5). */
const KEPT_SECONDS = 60;
/** A page that is published now must not stay "not found" for whoever looked a moment before. */
const NOT_FOUND_SECONDS = 5;
const MOST_KEPT = 2_000;

type Page = { page: CustomizedFair; etag: string } | undefined;

export function publicPages(db: Db): Feature {
  const pages = new PageCache<Page>(MOST_KEPT, (page) => (page ? KEPT_SECONDS : NOT_FOUND_SECONDS) * 1_000);
  return feature(publicPagesApi, {
    customizedFair: async ({ params: { school, fair }, origin }) => {
      const found = await pages.get(`${school}/${fair}`.toLowerCase(), async () => {
        await countPageLookup(db, origin.ip);
        const page = await findCustomizedFair(db, school, fair);
        return page && { page, etag: `"${createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 27)}"` };
      });
      if (!found) throw missing('page');
      return new Tagged(found.etag, { data: found.page }, KEPT_SECONDS);
    },
  });
}
