import { publicPagesApi } from '@pos/contract/templates/public-pages';
import { feature, Tagged, type Feature } from '#api/http/feature.ts';
import { secondsLeft, type FindPage } from './cached-pages.ts';

export function publicPages(find: FindPage): Feature {
  return feature(publicPagesApi, {
    customizedFair: async ({ params: { school, fair }, origin }) => {
      const cached = await find(school, fair, origin.ip);
      return new Tagged(cached.etag, { data: cached.page }, secondsLeft(cached));
    },
  });
}
