import { type FairState, fairState } from '@pos/contract/fairs/fair-state';
import type { Office } from '@pos/tools/office/session.ts';

/** A fair of the season: its page, and the query of a report about all of its days. */
type ShownFair = { id: string; page: string; report: string; publicPage: string };

/** A fair of each state that the season has, those with the most sales first. */
export type SeasonFairs = Readonly<Record<FairState, ShownFair>>;

/** Finds the fairs that the pictures show; fails if a state has none. */
export async function findFairs(office: Office): Promise<SeasonFairs> {
  const { data } = await office.client.fairs.list({ query: { limit: 50, sort: '-netCents' } });
  const found = new Map<FairState, ShownFair>();
  for (const fair of data.results) {
    const state = fairState(fair);
    if (found.has(state)) continue;
    const days = { startDate: fair.startDate, endDate: fair.endDate };
    const names = { schoolIdentifier: fair.schoolIdentifier, fairIdentifier: fair.identifier };
    found.set(state, {
      id: fair.id,
      page: `/fair-details/${fair.id}`,
      report: new URLSearchParams({ ...names, ...days }).toString(),
      publicPage: `/customized-fair/${fair.schoolIdentifier}/${fair.identifier}`,
    });
  }
  const of = (state: FairState): ShownFair => {
    const fair = found.get(state);
    if (!fair) throw new Error(`The season has no fair in the state "${state}".`);
    return fair;
  };
  return {
    upcoming: of('upcoming'),
    live: of('live'),
    to_close_out: of('to_close_out'),
    reverted: of('reverted'),
    closed_out: of('closed_out'),
    inactive: of('inactive'),
  };
}
