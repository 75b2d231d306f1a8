import { templatesApi } from '@pos/contract/templates/templates';
import type { Db } from '#api/db/db.ts';
import { missing } from '#api/http/failure.ts';
import { feature, FileAnswer, type Feature } from '#api/http/feature.ts';
import { previewDocument } from './documents.service.ts';
import { findArtwork, findTemplates, findTypes } from './templates.queries.ts';
import {
  publishTemplate,
  readTemplate,
  restoreVersion,
  updateTemplate,
  uploadArtwork,
} from './templates.service.ts';
import { saveTemplateType } from './types.service.ts';

/** `publicUrl` is the base URL of public pages. */
export function templates(db: Db, publicUrl: string): Feature {
  return feature(templatesApi, {
    list: async () => ({
      data: { types: await findTypes(db), templates: await findTemplates(db) },
    }),
    getById: async ({ params }) => ({ data: await readTemplate(db, params.id) }),
    artwork: async ({ params }) => {
      const artwork = await findArtwork(db, params.id);
      if (!artwork) throw missing('artwork');
      return new FileAnswer(
        `${artwork.fileName.replace(/\.[^.]*$/, '')}.pdf`,
        'application/pdf',
        artwork.pdf,
      );
    },
    upload: async ({ admin, actor, body, file }) => ({
      message: 'Artwork uploaded.',
      data: await uploadArtwork(db, { ...actor, id: admin.id }, body, file),
    }),
    update: async ({ actor, body }) => ({
      message: 'Draft saved.',
      data: await updateTemplate(db, actor, body),
    }),
    publish: async ({ actor, params, body }) => ({
      message: 'Template published.',
      data: await publishTemplate(db, actor, params.id, body.version),
    }),
    restore: async ({ actor, params, body }) => ({
      message: `Version ${body.number} was restored as the draft.`,
      data: await restoreVersion(db, actor, params.id, body),
    }),
    preview: async ({ body }) => previewDocument(db, publicUrl, body),
    types: async () => ({ data: await findTypes(db) }),
    saveType: async ({ actor, body }) => ({
      message: body.id === undefined ? 'Type added.' : 'Type saved.',
      data: await saveTemplateType(db, actor, body),
    }),
  });
}
