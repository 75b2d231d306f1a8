import { seasonName } from '../fairs/seasons.ts';

/** Limits of the fairs in a report of all schools; null if there is none. */
type Filters = {
  region: string | null;
  admin: { name: string } | null;
  season: string | null;
};

/** Returns the label and value of each filter that is set, the same for screen and files. */
export function filterTexts({ region, admin, season }: Filters): [label: string, value: string][] {
  const texts: [string, string | undefined][] = [
    ['Region', region ?? undefined],
    ['Admin', admin?.name],
    ['Season', season === null ? undefined : seasonName(season)],
  ];
  return texts.filter((text): text is [string, string] => text[1] !== undefined);
}
