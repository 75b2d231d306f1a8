import type {
  CustomizationChanges,
  FeaturedTitlesChanges,
  TitleOption,
} from '@pos/contract/customizations';
import {
  templatesApi,
  type ArtworkFields,
  type Preview,
  type SavedTemplateType,
  type Template,
  type TemplateChanges,
  type TemplateDetails,
} from '@pos/contract/templates';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { api, apiOver, readFile } from '#web/lib/api.ts';
import { pathTo } from '#web/lib/paths.ts';
import { keepSealed, readSealed } from '#web/lib/sealed-store.ts';
import type { OptionsQuery } from '#web/ui/options.ts';
import { tellingProgress, type Sent } from '#web/lib/upload-transport.ts';

/** The library with its types. */
export const templateLibrary = queryOptions({
  queryKey: ['templates', 'list'],
  queryFn: async ({ signal }) => (await api.templates.list(undefined, { signal })).data,
});

export async function readTemplate(id: string, signal?: AbortSignal): Promise<TemplateDetails> {
  return (await api.templates.getById({ params: { id } }, { ...(signal && { signal }) })).data;
}

/** One template for its editor: read anew when it opens, and then changed by its own saves alone. */
export const templateForEditor = (id: string) =>
  queryOptions({
    queryKey: ['template-editor', id],
    queryFn: ({ signal }) => readTemplate(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  });

/** Artwork as a PDF; the bytes of one id never change. */
export const artworkFile = (id: string) =>
  queryOptions({
    queryKey: ['artwork', id],
    queryFn: async () => (await readFile(templatesApi.artwork, { params: { id } })).blob,
    staleTime: Infinity,
  });

let lastPicture: Promise<unknown> = Promise.resolve();

/**
 * The first page of artwork as a small picture, so many device pixels wide. Each is drawn once and kept for its `owner`, one after the other: of all the
 * artwork of a library, which may be large, one is held at a time.
 */
export const artworkPicture = (owner: string, id: string, width: number) =>
  queryOptions({
    queryKey: ['artwork-picture', id],
    queryFn: async () => {
      const name = `artwork-picture ${id} ${width}`;
      const kept = await readSealed(owner, name);
      if (typeof kept === 'string') return kept;
      const picture = lastPicture.then(async () => {
        const [{ blob }, { pictureOf }] = await Promise.all([
          readFile(templatesApi.artwork, { params: { id } }),
          import('./pdf.ts'),
        ]);
        const drawn = await pictureOf(blob, width);
        await keepSealed(owner, name, drawn);
        return drawn;
      });
      lastPicture = picture.catch(() => undefined);
      return picture;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** A document as it would be; the one before stays until it is there. */
export const previewFile = (preview: Preview) =>
  queryOptions({
    queryKey: ['template-preview', preview],
    queryFn: async () => (await readFile(templatesApi.preview, { body: preview })).blob,
    gcTime: 5_000,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

/** The address of a template's editor. */
export function templatePath(id: string): string {
  return `${pathTo('master-template')}/${id}`;
}

/** What publishing a template changes: the library, what fairs print, and their pages. */
const REFRESHES = [['templates'], ['customizations'], ['activity']];

/** Uploads artwork and tells how much of it is sent. */
export function useUploadArtwork(onSent: (sent: Sent) => void) {
  return useMutation({
    mutationFn: async ({ file, ...body }: ArtworkFields & { file: File }) =>
      (await apiOver(tellingProgress(onSent)).templates.upload({ body, file, fileName: file.name }))
        .data,
    meta: { refreshes: REFRESHES },
  });
}

export function useUpdateTemplate() {
  return useMutation({
    mutationFn: async (body: TemplateChanges) => (await api.templates.update({ body })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function usePublishTemplate() {
  return useMutation({
    mutationFn: async ({ id, version }: Pick<Template, 'id' | 'version'>) =>
      (await api.templates.publish({ params: { id }, body: { version } })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useRestoreVersion() {
  return useMutation({
    mutationFn: async ({ id, ...body }: { id: string; version: number; number: number }) =>
      (await api.templates.restore({ params: { id }, body })).data,
    meta: { refreshes: REFRESHES },
  });
}

export function useSaveTemplateType() {
  return useMutation({
    mutationFn: async (body: SavedTemplateType) => (await api.templates.saveType({ body })).data,
    meta: { refreshes: REFRESHES },
  });
}

/** A fair's templates with what is typed for each, and how its page stands. */
export const fairCustomizations = (fairId: string) =>
  queryOptions({
    queryKey: ['customizations', fairId],
    queryFn: async ({ signal }) =>
      (await api.customizations.get({ query: { fairId } }, { signal })).data,
  });

export function useSaveCustomization() {
  return useMutation({
    mutationFn: async (body: CustomizationChanges) =>
      (await api.customizations.update({ body })).data,
    meta: { refreshes: [['customizations'], ['activity']] },
  });
}

export function useSaveFeaturedTitles(fairId: string) {
  return useMutation({
    mutationFn: async (body: Omit<FeaturedTitlesChanges, 'fairId'>) =>
      (await api.customizations.setFeaturedTitles({ body: { fairId, ...body } })).data.featured,
    meta: { refreshes: [['customizations'], ['activity']] },
  });
}

/** Titles of a fair's inventory by what is typed, but those that are chosen already. */
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

export function useGenerateUrl() {
  return useMutation({
    mutationFn: async (body: { fairId: string; templateIds: string[] }) =>
      (await api.customizations.generateUrl({ body })).data,
    meta: { refreshes: [['customizations'], ['templates'], ['fairs'], ['activity']] },
  });
}

/** Shows a fair's public page to strangers, or takes it back. All else of the fair stays as it is at that moment. */
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
