import type { Artwork } from '@pos/contract/templates';
import type { PlacedField } from '@pos/contract/template-fields';
import type { RecordStatus } from '@pos/contract/values';
import type { ColumnType, Generated } from 'kysely';

/**
 * Written as JSON text. Read it as text (`column::text`) and parse it, because its keys belong to
 * the contract and are not columns.
 */
type JsonText = ColumnType<never, string, string>;

export type TemplateTypesTable = {
  id: string;
  code: string;
  name: string;
  sort: number;
  status: Generated<RecordStatus>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
};

export type ArtworksTable = {
  id: string;
  fileName: string;
  uploadedAs: Artwork['uploadedAs'];
  pdf: Buffer;
  sha256: Buffer;
  pages: ColumnType<Artwork['pages'], string, never>;
  uploadedBy: string | null;
  uploadedAt: Generated<string>;
};

export type TemplatesTable = {
  id: string;
  name: string;
  templateTypeId: string;
  status: Generated<RecordStatus>;
  pageColour: Generated<string | null>;
  artworkId: string;
  fields: ColumnType<PlacedField[], string | undefined, string>;
  publishedNumber: Generated<number | null>;
  version: Generated<number>;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  updatedByName: string;
};

export type TemplateVersionsTable = {
  id: string;
  templateId: string;
  number: number;
  artworkId: string;
  fields: ColumnType<PlacedField[], string, never>;
  publishedAt: Generated<string>;
  publishedByName: string;
};

export type CustomizationsTable = {
  fairId: string;
  templateId: string;
  fieldValues: JsonText;
  published: Generated<boolean>;
  version: Generated<number>;
  updatedByName: string;
  updatedAt: Generated<string>;
};

export type FeaturedTitlesTable = { fairId: string; titleId: string; sort: number };
export type DocumentsTable = {
  fairId: string;
  templateId: string;
  madeFrom: Buffer;
  pdf: Buffer;
  pages: number;
  madeAt: Generated<string>;
};
