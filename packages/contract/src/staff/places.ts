import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { edit, fresh, readOrEdit } from '../permissions.ts';
import { dataSchema, Id, text, Version } from '../values.ts';

/** `everywhere`, or `places`: only in those that are named (domain 7.4). */
export const WorksAt = z.enum(['everywhere', 'places']);
export type WorksAt = z.infer<typeof WorksAt>;

const several = <Place extends z.ZodType>(place: Place) => z.array(place).max(500);

const PlacesFields = z.strictObject({
  worksAt: WorksAt,
  /** Names of regions, with all of their schools. */
  regions: several(text(1, 60, 'A region has 1 to 60 characters.')),
  /** Schools with all of their fairs. */
  schoolIds: several(Id),
  /** Single fairs, with the students of their schools. */
  fairIds: several(Id),
  /** The admin's version: places are saved as they were read. */
  version: Version,
});

/** Places of an admin. Empty lists if the admin works everywhere. */
export const PlacesOfAdmin = PlacesFields;
export type PlacesOfAdmin = z.infer<typeof PlacesOfAdmin>;

/** Request to limit an admin to places, or to none of them. */
export const PlacesForm = PlacesFields.superRefine((form, context) => {
  const { worksAt, regions, schoolIds, fairIds } = form;
  if (worksAt === 'places' && regions.length + schoolIds.length + fairIds.length === 0)
    context.addIssue({
      code: 'custom',
      path: ['schoolIds'],
      message: 'Choose a region, a school or a fair.',
    });
}).transform((form) =>
  form.worksAt === 'places' ? form : { ...form, regions: [], schoolIds: [], fairIds: [] },
);

export const placesApi = defineApi({
  ofAdmin: {
    call: 'GET /v1/admins/places/:id',
    place: 'seen',
    access: readOrEdit('Users'),
    summary: 'Get the places that an admin is limited to',
    response: dataSchema(PlacesOfAdmin),
  },
  change: {
    call: 'PUT /v1/admins/places/:id',
    place: 'everywhere',
    access: fresh(edit('Users')),
    summary: 'Limit an admin to places',
    description:
      'Records of other places do not exist for the admin from the next request on, and calls that concern all places are refused. A SUPER_ADMIN works everywhere.',
    body: PlacesForm,
    response: dataSchema(PlacesOfAdmin),
  },
});
