import type {
  CustomizationChanges,
  FeaturedTitlesChanges,
  TitleOption,
} from '@pos/contract/templates/customizations';
import {
  templatesApi,
  type ArtworkFields,
  type Preview,
  type SavedTemplateType,
  type Template,
  type TemplateChanges,
  type TemplateDetails,
} from '@pos/contract/templates/templates';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { api, apiOver, readFile } from '#web/lib/api/api.ts';
import { dataQuery, formQuery, useChange } from '#web/lib/api/calls.ts';
import { pathTo } from '#web/lib/api/paths.ts';
import { keepSealed, readSealed } from '#web/lib/drafts/sealed-store.ts';
import type { OptionsQuery } from '#web/ui/values/options.ts';
import { tellingProgress, type Sent } from '#web/lib/api/upload-transport.ts';

/** The library with its types. */
export const templateLibrary = dataQuery(['templates', 'list'], api.templates.list, {});

export async function readTemplate(id: string, signal?: AbortSignal): Promise<TemplateDetails> {
  return (await api.templates.getById({ params: { id } }, { ...(signal && { signal }) })).data;
}

/** One template for its editor: read when it opens, then updated only by its own saves. */
export const templateForEditor = (id: string) =>
  formQuery(['template-editor', id], ({ signal }) => readTemplate(id, signal));

/** Artwork as a PDF; the bytes of an ID never change. */
export const artworkFile = (id: string) =>
  queryOptions({
    queryKey: ['artwork', id],
    queryFn: async () => (await readFile(templatesApi.artwork, { params: { id } })).blob,
    staleTime: Infinity,
  });

let lastPicture: Promise<unknown> = Promise.resolve();

/**
 * First page of a template with a sample fair, or of its artwork alone if that cannot be made; width
 * in device pixels. Drawn one at a time, so that only one large artwork is in memory, and cached for
 * its `owner`.
 */
export const templatePicture = (
  owner: string,
  { id, version, artwork }: Pick<Template, 'id' | 'version' | 'artwork'>,
  width: number,
) =>
  queryOptions({
    queryKey: ['template-picture', id, version],
    queryFn: async () => {
      const name = `template-picture ${id} ${version} ${width}`;
      const cached = await readSealed(owner, name);
      if (typeof cached === 'string') return cached;
      const picture = lastPicture.then(async () => {
        const [{ blob }, { renderPicture: render }] = await Promise.all([
          readFile(templatesApi.preview, { body: { templateId: id } }).catch(() =>
            readFile(templatesApi.artwork, { params: { id: artwork.id } }),
          ),
          import('./pdf.ts'),
        ]);
        const drawn = await render(blob, width);
        await keepSealed(owner, name, drawn);
        return drawn;
      });
      lastPicture = picture.catch(() => undefined);
      return picture;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** Preview of a document; the previous one stays until the next arrives. */
export const previewFile = (preview: Preview) =>
  queryOptions({
    queryKey: ['template-preview', preview],
    queryFn: async () => (await readFile(templatesApi.preview, { body: preview })).blob,
    gcTime: 5_000,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

/** Address of a template's editor. */
export function templatePath(id: string): string {
  return `${pathTo('master-template')}/${id}`;
}

/** Queries that publishing a template makes stale: the library, and fairs' documents and pages. */
const REFRESHES = [['templates'], ['customizations'], ['activity']];

/** Uploads artwork and reports progress. */
export function useUploadArtwork(onSent: (sent: Sent) => void) {
  return useMutation({
    mutationFn: async ({ file, ...body }: ArtworkFields & { file: File }) =>
      (await apiOver(tellingProgress(onSent)).templates.upload({ body, file, fileName: file.name }))
        .data,
    meta: { refreshes: REFRESHES },
  });
}

export const useUpdateTemplate = () =>
  useChange(REFRESHES, (body: TemplateChanges) => api.templates.update({ body }));

export const usePublishTemplate = () =>
  useChange(REFRESHES, ({ id, version }: Pick<Template, 'id' | 'version'>) =>
    api.templates.publish({ params: { id }, body: { version } }),
  );

export const useRestoreVersion = () =>
  useChange(REFRESHES, ({ id, ...body }: { id: string; version: number; number: number }) =>
    api.templates.restore({ params: { id }, body }),
  );

export const useSaveTemplateType = () =>
  useChange(REFRESHES, (body: SavedTemplateType) => api.templates.saveType({ body }));

/** Templates of a fair with its values, and the state of its page. */
export const fairCustomizations = (fairId: string) =>
  dataQuery(['customizations', fairId], api.customizations.get, { query: { fairId } });

export const useSaveCustomization = () =>
  useChange([['customizations'], ['activity']], (body: CustomizationChanges) =>
    api.customizations.update({ body }),
  );

export function useSaveFeaturedTitles(fairId: string) {
  return useMutation({
    mutationFn: async (body: Omit<FeaturedTitlesChanges, 'fairId'>) =>
      (await api.customizations.setFeaturedTitles({ body: { fairId, ...body } })).data.featured,
    meta: { refreshes: [['customizations'], ['activity']] },
  });
}

/** Titles of a fair's inventory for a search, without those already chosen. */
export const titleChoices =
  (fairId: string, chosen: readonly string[]): OptionsQuery<TitleOption> =>
  (search) => ({
    queryKey: ['customizations', fairId, 'titles', search, chosen],
    queryFn: async ({ signal }) => ({
      data: (
        await api.customizations.getTitleOptions({ query: { fairId, search } }, { signal })
      ).data.filter(({ value }) => !chosen.includes(value)),
    }),
  });

export const useGenerateUrl = () =>
  useChange(
    [['customizations'], ['templates'], ['fairs'], ['activity']],
    (body: { fairId: string; templateIds: string[] }) => api.customizations.generateUrl({ body }),
  );

/** Publishes or unpublishes a fair's page. Everything else stays as it is at that moment. */
export function useShowPage(fairId: string) {
  return useMutation({
    mutationFn: async (published: boolean) => {
      const {
        version,
        schoolIdentifier,
        name,
        address,
        startDate,
        endDate,
        salesTaxRate,
        adminId,
        packageOption,
      } = (await api.fairs.getById({ params: { id: fairId } })).data;
      await api.fairs.update({
        params: { id: fairId },
        body: {
          version,
          schoolIdentifier,
          name,
          address,
          startDate,
          endDate,
          salesTaxRate,
          adminId,
          packageOption,
          published,
        },
      });
    },
    meta: { refreshes: [['customizations'], ['fairs'], ['activity']] },
  });
}
