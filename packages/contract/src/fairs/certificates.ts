import { z } from 'zod';
import { defineApi } from '../endpoint.ts';
import { edit, fresh, readOrEdit } from '../permissions.ts';
import { School } from './schools.ts';
import { dataSchema } from '../values.ts';

/** The scanned tax exemption certificate of a school. */
export const certificatesApi = defineApi({
  download: {
    call: 'GET /v1/schools/certificate/:id',
    place: 'seen',
    access: readOrEdit('Fairs'),
    summary: "Get a school's tax exemption certificate as a PDF",
    file: true,
    response: dataSchema(z.null()),
  },
  upload: {
    call: 'POST /v1/schools/certificate/:id',
    place: 'named',
    access: fresh(edit('Fairs')),
    summary: "Store a school's tax exemption certificate",
    upload: true,
    description:
      'Multipart: one part named file (PDF of 1 to 4 pages, PNG or JPEG, at most 5 MB). A PDF is opened and rewritten without scripts, links, forms and attachments; an image is re-encoded. Replaces an earlier one.',
    body: z.strictObject({}),
    response: dataSchema(School),
  },
  remove: {
    call: 'DELETE /v1/schools/certificate/:id',
    place: 'named',
    access: fresh(edit('Fairs')),
    summary: "Remove a school's tax exemption certificate",
    response: dataSchema(School),
  },
});
