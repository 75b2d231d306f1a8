import { eventsApi } from '@pos/contract/staff/events';
import { feature, StreamAnswer, type Feature } from '#api/http/feature.ts';
import type { LiveFeed } from './live-feed.ts';

export function events(feed: LiveFeed): Feature {
  return feature(eventsApi, {
    open: async ({ admin, bearer, lastEventId, query }) =>
      new StreamAnswer(
        query.follow ? feed.open(admin, bearer, lastEventId) : await feed.once(admin, lastEventId),
      ),
  });
}
