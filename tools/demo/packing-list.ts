import { nominalUnits, type PackageOption } from '@pos/contract/fairs/package-options';
import { packingList } from '@pos/world/fair';
import { Random } from '@pos/world/random';
import { TITLES } from '@pos/world/titles';

const TITLES_IN_CARTON = 6;

/**
 * Builds a fair's packing list as the warehouse sends it: a few titles per carton, about as many
 * units as its package names unless a number is given.
 */
export function randomPackingList(
  {
    identifier,
    name,
    packageOption,
  }: { identifier: string; name: string; packageOption: PackageOption },
  about = nominalUnits(packageOption),
): Promise<Blob> {
  const random = new Random(`packing list ${identifier}`);
  const titles = random.shuffled(TITLES).slice(0, 54);
  const average = about / titles.length;
  return packingList(
    identifier,
    titles.map((title, index) => ({
      ...title,
      carton: `${identifier}-C${String(Math.floor(index / TITLES_IN_CARTON) + 1).padStart(2, '0')}`,
      quantity: Math.max(1, Math.round(average * (0.6 + 0.8 * random.fraction()))),
    })),
    ['Packing list', `${name} (${identifier})`],
  );
}
