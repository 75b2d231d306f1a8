import { ApiError } from '@pos/contract/client';
import type { PlacedField } from '@pos/contract/template-fields';
import type { TemplateDetails } from '@pos/contract/templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { artworkFile, previewFile } from '../templates.data.ts';

const PREVIEW_REST_MS = 350;

/** The document with these fields, for the fair or a sample, and the sentences on fields that it refused. */
export function usePreview(
  { id, artwork }: TemplateDetails,
  fields: readonly PlacedField[],
  fairId: string | null,
) {
  const rested = useDebounced(fields, PREVIEW_REST_MS);
  const [shownFields, setShownFields] = useState(rested);
  const { data: bare } = useQuery(artworkFile(artwork.id));
  const preview = useQuery(
    previewFile({ templateId: id, fields: [...shownFields], ...(fairId !== null && { fairId }) }),
  );
  // Runs one preview at a time, so the newest never queues behind outdated ones.
  if (!preview.isFetching && shownFields !== rested) setShownFields(rested);
  return { bare, preview, problems: problemsOf(preview.error, shownFields) };
}

/** Errors of the preview, by field ID. */
function problemsOf(error: unknown, fields: readonly PlacedField[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const entries = Object.entries(error.refusal.errors ?? {}).flatMap(([path, sentence]) => {
    const field = fields[Number(/^fields\.(\d+)/.exec(path)?.[1] ?? -1)];
    return field ? [[field.id, sentence] as const] : [];
  });
  return Object.fromEntries(entries);
}
