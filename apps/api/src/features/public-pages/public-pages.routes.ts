import { publicPagesApi } from '@pos/contract/public-pages';
import { feature, Tagged, type Feature } from '#api/http/feature.ts';
import { KEPT_SECONDS, type FindPage } from './kept-pages.ts';

export function publicPages(find: FindPage): Feature {
  return feature(publicPagesApi, {
    customizedFair: async ({ params: { school, fair }, origin }) => {
      const { page, etag } = await find(school, fair, origin.ip);
      return new Tagged(etag, { data: page }, KEPT_SECONDS);
    },
  });
}
