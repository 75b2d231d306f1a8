import type {
  CustomizationChanges,
  FairCustomizations,
} from '@pos/contract/templates/customizations';
import { inTransaction, type Db } from '#api/db/db.ts';
import { changedFields, recordActivity } from '#api/staff/activity/activity.service.ts';
import { requireOpenFair } from '#api/fairs/fairs/fairs.service.ts';
import { mergedWith, getMergeFields } from '#api/templates/templates/merge-fields.rules.ts';
import { readMergeDefaults } from '#api/templates/templates/merge-fields.service.ts';
import { Failure, invalid, missing } from '#api/http/failure.ts';
import type { Actor } from '#api/http/access/identity.ts';
import { refuseStale } from '#api/http/stale.ts';
import {
  findFairHead,
  findOffered,
  findValues,
  keepDocumentRow,
  publishRows,
  saveValuesRow,
} from './customizations.queries.ts';
import { findFeaturedTitles } from './featured-titles.queries.ts';
import { chosen, getFairDocuments, unfitSentence } from './fair-documents.service.ts';

/**
 * Returns a fair's templates with the values that each would print. Refuses a fair that does not
 * exist.
 */
export async function readCustomizations(
  db: Db,
  publicUrl: string,
  fairId: string,
): Promise<FairCustomizations> {
  const head = await findFairHead(db, fairId);
  if (!head) throw missing('fair');
  const { published, featuredVersion, ...fair } = head;
  const { defaults, url } = await readMergeDefaults(db, publicUrl, fairId);
  const templates = (await findOffered(db, fairId)).map(({ fields, ...template }) => {
    const mergeFields = getMergeFields(fields);
    const merged = mergedWith(defaults, template.values);
    return {
      ...template,
      mergeFields,
      hasQr: fields.some(({ kind }) => kind === 'qr'),
      merged: Object.fromEntries(mergeFields.map((field) => [field, merged[field]])),
    };
  });
  const featured = { titles: await findFeaturedTitles(db, fairId), version: featuredVersion };
  return { fair, url, published, featured, defaults, templates };
}

/**
 * Saves the values entered for one template of a fair. An existing document is regenerated at the
 * next download.
 */
export async function updateCustomization(
  db: Db,
  publicUrl: string,
  actor: Actor,
  { fairId, templateId, values, version }: CustomizationChanges,
): Promise<FairCustomizations> {
  await inTransaction(db, async (tx) => {
    await requireOpenFair(tx, fairId, 'update');
    if (!(await findOffered(tx, fairId)).some((template) => template.templateId === templateId))
      throw missing('template');
    const before = (await findValues(tx, fairId, templateId)) ?? {
      values: {},
      version: 0,
      updatedAt: new Date(0).toISOString(),
    };
    await refuseStale(tx, 'fair', fairId, before, version);
    await saveValuesRow(tx, fairId, templateId, values, actor.name);
    await recordActivity(tx, actor, {
      action: 'fair.template-filled',
      entity: 'fair',
      entityId: fairId,
      changes: changedFields<Record<string, string | undefined>>(before.values, {
        ...emptied(before.values),
        ...values,
      }),
    });
  });
  return readCustomizations(db, publicUrl, fairId);
}

/** Sets each value to null, so that an unchanged value does not show as a change. */
const emptied = (values: object) =>
  Object.fromEntries(Object.keys(values).map((key) => [key, null])) as unknown as Record<
    string,
    string
  >;

/**
 * Publishes a fair's page with these templates to download, after all documents are made. Returns
 * the page's URL.
 */
export async function generateUrl(
  db: Db,
  publicUrl: string,
  actor: Actor,
  fairId: string,
  templateIds: readonly string[],
): Promise<string> {
  const { url } = await readMergeDefaults(db, publicUrl, fairId);
  const offered = await findOffered(db, fairId);
  if (templateIds.some((id) => !offered.some(({ templateId }) => templateId === id)))
    throw invalid({ templateIds: 'A selected template is no longer offered. Select again.' });
  const { documents, unfit } = await getFairDocuments(
    db,
    publicUrl,
    fairId,
    chosen(offered, templateIds),
  );
  if (unfit.length > 0) throw invalid({ templateIds: unfitSentence(unfit) });
  await inTransaction(db, async (tx) => {
    await requireOpenFair(tx, fairId, 'update');
    const fair = (await findFairHead(tx, fairId))!;
    if (fair.status === 'inactive')
      throw new Failure(
        'INVALID_TRANSITION',
        'This fair is inactive, so its page is not shown. Activate the fair first.',
      );
    await publishRows(tx, fairId, templateIds, actor.name);
    for (const { pdf, ...document } of documents)
      if (pdf) await keepDocumentRow(tx, { ...document, pdf });
    const before = offered.filter(({ published }) => published).map(({ name }) => name);
    await recordActivity(tx, actor, {
      action: 'fair.page-published',
      entity: 'fair',
      entityId: fairId,
      changes: changedFields(
        { published: fair.published, templates: before },
        { published: true, templates: documents.map(({ name }) => name) },
      ),
    });
  });
  return url;
}
