import type { Customization, FairCustomizations } from '@pos/contract/templates/customizations';
import type { FieldValues, PlacedField } from '@pos/contract/templates/template-fields';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import { isSchoolNamed } from '#api/db/merged-records.ts';

export function findFairHead(
  db: Db,
  fairId: string,
): Promise<
  (FairCustomizations['fair'] & { published: boolean; featuredVersion: number }) | undefined
> {
  return db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .select([
      'fairs.id',
      'fairs.identifier',
      'fairs.name',
      'schools.identifier as schoolIdentifier',
      'schools.name as schoolName',
      'fairs.startDate',
      'fairs.endDate',
      'fairs.status',
      'fairs.closeOutState',
      'fairs.published',
      'fairs.featuredVersion',
    ])
    .where('fairs.id', '=', fairId)
    .executeTakeFirst();
}

/** A template that fairs may use, with one fair's values for it. */
export type OfferedTemplate = Omit<Customization, 'mergeFields' | 'hasQr' | 'merged'> & {
  fields: PlacedField[];
};

/**
 * Returns active templates with a published version and the fair's values for each, by type and
 * name.
 */
export async function findOffered(db: Db, fairId: string): Promise<OfferedTemplate[]> {
  const { rows } = await sql<Omit<OfferedTemplate, 'values'> & { valuesText: string | null }>`
    select t.id as template_id, t.name, t.template_type_id, y.name as type_name, v.number, v.fields,
      jsonb_array_length(a.pages) as pages, c.field_values::text as values_text,
      coalesce(c.published, false) as published, coalesce(c.version, 0) as version,
      c.updated_by_name as updated_by, c.updated_at
    from templates t
    join template_types y on y.id = t.template_type_id
    join template_versions v on v.template_id = t.id and v.number = t.published_number
    join artworks a on a.id = v.artwork_id
    left join customizations c on c.template_id = t.id and c.fair_id = ${fairId}
    where t.status = 'active'
    order by y.sort, lower(y.name), lower(t.name), t.id`.execute(db);
  return rows.map(({ valuesText, ...row }) => ({ ...row, values: valuesIn(valuesText) }));
}

/** Returns the values entered for a fair's template, or undefined if there are none. */
export async function findValues(
  db: Db,
  fairId: string,
  templateId: string,
): Promise<{ values: FieldValues; version: number; updatedAt: string } | undefined> {
  const row = await db
    .selectFrom('customizations')
    .select([sql<string>`field_values::text`.as('valuesText'), 'version', 'updatedAt'])
    .where('fairId', '=', fairId)
    .where('templateId', '=', templateId)
    .executeTakeFirst();
  return (
    row && { values: valuesIn(row.valuesText), version: row.version, updatedAt: row.updatedAt }
  );
}

const valuesIn = (text: string | null) => (text === null ? {} : (JSON.parse(text) as FieldValues));

export async function saveValuesRow(
  tx: Tx,
  fairId: string,
  templateId: string,
  values: FieldValues,
  updatedByName: string,
): Promise<void> {
  const fieldValues = JSON.stringify(values);
  await tx
    .insertInto('customizations')
    .values({ fairId, templateId, fieldValues, updatedByName })
    .onConflict((taken) =>
      taken.columns(['fairId', 'templateId']).doUpdateSet({
        fieldValues,
        updatedByName,
        version: sql<number>`customizations.version + 1`,
        updatedAt: sql<string>`now()`,
      }),
    )
    .execute();
}

/** Offers exactly these templates on the fair's page and publishes the page. */
export async function publishRows(
  tx: Tx,
  fairId: string,
  templateIds: readonly string[],
  updatedByName: string,
): Promise<void> {
  await tx
    .updateTable('customizations')
    .set({ published: false })
    .where('fairId', '=', fairId)
    .where('published', '=', true)
    .where('templateId', 'not in', templateIds)
    .execute();
  await tx
    .insertInto('customizations')
    .values(
      templateIds.map((templateId) => ({
        fairId,
        templateId,
        fieldValues: '{}',
        published: true,
        updatedByName,
      })),
    )
    .onConflict((taken) => taken.columns(['fairId', 'templateId']).doUpdateSet({ published: true }))
    .execute();
  await tx
    .updateTable('fairs')
    .set({ published: true, version: sql<number>`version + 1`, updatedAt: sql<string>`now()` })
    .where('id', '=', fairId)
    .where('published', '=', false)
    .execute();
}

/** Finds a published, active fair by its public identifiers, ignoring case. */
export async function findPublishedFairId(
  db: Db,
  schoolIdentifier: string,
  fairIdentifier: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('fairs')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .select('fairs.id')
    .where(isSchoolNamed(schoolIdentifier))
    .where(sql`lower(fairs.identifier)`, '=', fairIdentifier.toLowerCase())
    .where('fairs.published', '=', true)
    .where('fairs.status', '=', 'active')
    .executeTakeFirst();
  return row?.id;
}

/** Returns true if the last file made for a fair's template is still current. */
export async function isCached(
  db: Db,
  fairId: string,
  templateId: string,
  madeFrom: Buffer,
): Promise<boolean> {
  return (
    (await db
      .selectFrom('documents')
      .select('fairId')
      .where('fairId', '=', fairId)
      .where('templateId', '=', templateId)
      .where('madeFrom', '=', madeFrom)
      .executeTakeFirst()) !== undefined
  );
}

/** Returns the stored file if it is current. */
export function findDocument(
  db: Db,
  fairId: string,
  templateId: string,
  madeFrom: Buffer,
): Promise<{ pdf: Buffer } | undefined> {
  return db
    .selectFrom('documents')
    .select('pdf')
    .where('fairId', '=', fairId)
    .where('templateId', '=', templateId)
    .where('madeFrom', '=', madeFrom)
    .executeTakeFirst();
}

/** Stores the file in place of the previous one. */
export async function keepDocumentRow(
  db: Db,
  {
    fairId,
    templateId,
    madeFrom,
    pdf,
    pages,
  }: { fairId: string; templateId: string; madeFrom: Buffer; pdf: Buffer; pages: number },
): Promise<void> {
  await db
    .insertInto('documents')
    .values({ fairId, templateId, madeFrom, pdf, pages })
    .onConflict((taken) =>
      taken
        .columns(['fairId', 'templateId'])
        .doUpdateSet({ madeFrom, pdf, pages, madeAt: sql<string>`now()` }),
    )
    .execute();
}
