import type { api } from '@pos/contract/api';
import type { Client } from '@pos/contract/client';
import type { PlacesOfAdmin } from '@pos/contract/staff/places';

/** Limits an admin to these places, as a person who has just read the current ones. */
export async function limitToPlaces(
  { places }: Pick<Client<typeof api>, 'places'>,
  id: string,
  wish: Partial<PlacesOfAdmin>,
) {
  const { version } = (await places.ofAdmin({ params: { id } })).data;
  const none = { regions: [], schoolIds: [], fairIds: [] };
  return places.change({
    params: { id },
    body: { worksAt: 'places', ...none, version, ...wish },
  });
}
