import { customizationsApi } from '@pos/contract/templates/customizations';
import type { Db } from '#api/db/db.ts';
import { countDownload } from '#api/staff/sign-in/public-limits.service.ts';
import { feature, type Feature } from '#api/http/feature.ts';
import { generateUrl, readCustomizations, updateCustomization } from './customizations.service.ts';
import { findTitleOptions } from './featured-titles.queries.ts';
import { setFeaturedTitles } from './featured-titles.service.ts';
import { publicDownload, staffDownload } from './fair-documents.service.ts';

/** `publicUrl` is the base URL of public pages. */
export function customizations(db: Db, publicUrl: string): Feature {
  return feature(customizationsApi, {
    get: async ({ query }) => ({ data: await readCustomizations(db, publicUrl, query.fairId) }),
    update: async ({ actor, body }) => ({
      message: 'Values saved.',
      data: await updateCustomization(db, publicUrl, actor, body),
    }),
    setFeaturedTitles: async ({ actor, body }) => {
      await setFeaturedTitles(db, actor, body);
      return {
        message: 'Featured titles saved.',
        data: await readCustomizations(db, publicUrl, body.fairId),
      };
    },
    getTitleOptions: async ({ query }) => ({ data: await findTitleOptions(db, query) }),
    download: async ({ body, staff, origin }) => {
      if (body.fairId !== undefined) {
        await staff();
        return staffDownload(db, publicUrl, body.fairId, body.templateIds);
      }
      await countDownload(db, origin.ip);
      return publicDownload(db, publicUrl, body);
    },
    generateUrl: async ({ actor, body }) => ({
      message: 'Page published.',
      data: { url: await generateUrl(db, publicUrl, actor, body.fairId, body.templateIds) },
    }),
  });
}
