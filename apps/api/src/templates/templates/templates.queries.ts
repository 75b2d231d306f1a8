import type {
  Artwork,
  Template,
  TemplateFair,
  TemplateType,
  TemplateVersion,
} from '@pos/contract/templates/templates';
import type { PlacedField } from '@pos/contract/templates/template-fields';
import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '#api/db/db.ts';
import type { Schema } from '#api/db/schema.generated.ts';
import type { StoredArtwork } from '#api/artwork/pdf-artwork.ts';

/** Returns every type, in the order set by staff. */
export function findTypes(db: Db): Promise<TemplateType[]> {
  return db
    .selectFrom('templateTypes')
    .select([
      'id',
      'code',
      'name',
      'sort',
      'status',
      sql<number>`
        (select count(*) from templates t where t.template_type_id = template_types.id)`.as(
        'templates',
      ),
    ])
    .orderBy('sort')
    .orderBy(sql`lower(name)`)
    .execute();
}

/** Returns templates by type and name; with `id` only that one. */
export async function findTemplates(db: Db, id?: string): Promise<Template[]> {
  const one = id === undefined ? sql`` : sql`where t.id = ${id}`;
  const { rows } = await sql<Template>`
    select t.id, t.name, t.template_type_id, y.name as type_name, t.status, t.page_colour, t.fields,
      t.published_number, t.version, t.updated_at, t.updated_by_name as updated_by,
      v.published_at,
      v.id is null or v.artwork_id <> t.artwork_id or v.fields <> t.fields as changed,
      (
        select count(*)
        from customizations c
        where c.template_id = t.id and c.published) as fairs,
      json_build_object(
        'id', a.id, 'fileName', a.file_name, 'uploadedAs', a.uploaded_as,
        'bytes', octet_length(a.pdf), 'sha256', encode(a.sha256, 'hex'),
        'pages', a.pages) as artwork
    from templates t
    join template_types y on y.id = t.template_type_id
    join artworks a on a.id = t.artwork_id
    left join template_versions v on v.template_id = t.id and v.number = t.published_number
    ${one}
    order by y.sort, lower(y.name), lower(t.name), t.id`.execute(db);
  return rows;
}

/** Returns published versions, newest first. */
export function findVersions(db: Db, templateId: string): Promise<TemplateVersion[]> {
  return db
    .selectFrom('templateVersions')
    .select([
      'number',
      'artworkId',
      'publishedAt',
      'publishedByName as publishedBy',
      sql<number>`jsonb_array_length(fields)`.as('fields'),
    ])
    .where('templateId', '=', templateId)
    .orderBy('number', 'desc')
    .execute();
}

/** Returns the fairs that offer the template, those that end last first, at most 200. */
export function findTemplateFairs(db: Db, templateId: string): Promise<TemplateFair[]> {
  return db
    .selectFrom('customizations')
    .innerJoin('fairs', 'fairs.id', 'customizations.fairId')
    .innerJoin('schools', 'schools.id', 'fairs.schoolId')
    .select(['fairs.id', 'fairs.identifier', 'fairs.name', 'schools.name as schoolName'])
    .where('customizations.templateId', '=', templateId)
    .where('customizations.published', '=', true)
    .orderBy('fairs.endDate', 'desc')
    .orderBy('fairs.id')
    .limit(200)
    .execute();
}

/**
 * Content to render documents from: artwork and fields of a version or of the draft. `contentId` is
 * the version's or the template's.
 */
export type Printable = {
  artworkId: string;
  pages: Artwork['pages'];
  fields: PlacedField[];
  contentId: string;
  name: string;
};

/** Returns a published version; without `number` the newest. */
export function findVersion(
  db: Db,
  templateId: string,
  number?: number,
): Promise<Printable | undefined> {
  return db
    .selectFrom('templates')
    .innerJoin('templateVersions', 'templateVersions.templateId', 'templates.id')
    .innerJoin('artworks', 'artworks.id', 'templateVersions.artworkId')
    .select([
      'artworks.id as artworkId',
      'artworks.pages',
      'templateVersions.fields',
      'templateVersions.id as contentId',
      'templates.name',
    ])
    .where('templates.id', '=', templateId)
    .where((eb) =>
      eb('templateVersions.number', '=', number ?? eb.ref('templates.publishedNumber')),
    )
    .executeTakeFirst();
}

export function findDraft(db: Db, templateId: string): Promise<Printable | undefined> {
  return db
    .selectFrom('templates')
    .innerJoin('artworks', 'artworks.id', 'templates.artworkId')
    .select([
      'artworks.id as artworkId',
      'artworks.pages',
      'templates.fields',
      'templates.id as contentId',
      'templates.name',
    ])
    .where('templates.id', '=', templateId)
    .executeTakeFirst();
}

export function findArtwork(
  db: Db,
  id: string,
): Promise<{ pdf: Buffer; fileName: string } | undefined> {
  return db
    .selectFrom('artworks')
    .select(['pdf', 'fileName'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export type NewArtworkRow = Omit<Insertable<Schema['artworks']>, keyof StoredArtwork> &
  StoredArtwork;

export async function insertArtworkRow(
  tx: Tx,
  { pdf, pages, ...row }: NewArtworkRow,
): Promise<void> {
  await tx
    .insertInto('artworks')
    .values({ ...row, pdf: Buffer.from(pdf), pages: JSON.stringify(pages) })
    .execute();
}

export async function insertTemplateRow(
  tx: Tx,
  row: Insertable<Schema['templates']>,
): Promise<void> {
  await tx.insertInto('templates').values(row).execute();
}

export type TemplateFields = Partial<
  Pick<Template, 'name' | 'templateTypeId' | 'status' | 'pageColour' | 'fields' | 'publishedNumber'>
> & { artworkId?: string };

/** Updates the given fields and increments the version. */
export async function updateTemplateRow(
  tx: Tx,
  id: string,
  updatedByName: string,
  { fields, ...changes }: TemplateFields,
): Promise<void> {
  await tx
    .updateTable('templates')
    .set({
      ...changes,
      ...(fields && { fields: JSON.stringify(fields) }),
      updatedByName,
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function insertVersionRow(
  tx: Tx,
  row: Omit<Insertable<Schema['templateVersions']>, 'fields'> & { fields: PlacedField[] },
): Promise<void> {
  await tx
    .insertInto('templateVersions')
    .values({ ...row, fields: JSON.stringify(row.fields) })
    .execute();
}

/** Returns artwork and fields of a version, to restore as the draft. */
export function findVersionContent(
  db: Db,
  templateId: string,
  number: number,
): Promise<{ artworkId: string; fields: PlacedField[] } | undefined> {
  return db
    .selectFrom('templateVersions')
    .select(['artworkId', 'fields'])
    .where('templateId', '=', templateId)
    .where('number', '=', number)
    .executeTakeFirst();
}
