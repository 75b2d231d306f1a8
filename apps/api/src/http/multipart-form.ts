import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FieldErrors } from '@pos/contract/errors';
import { MAX_UPLOAD_BYTES } from '@pos/contract/imports/uploads';
import { isPlainText, NOT_TEXT, withoutUnseenMarks } from '@pos/contract/plain-text';
import { Failure, invalid } from './failure.ts';
import type { UploadedFile } from './feature.ts';

/** Maximum size of a multipart body: the file, and 1 MiB for the other fields. */
export const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + 1_048_576;
const MAX_PARTS = 16;
const MAX_NAME = 255;

/** A complete multipart body as received. */
export class MultipartBody {
  readonly contentType: string;
  readonly bytes: Buffer;

  constructor(contentType: string, bytes: Buffer) {
    this.contentType = contentType;
    this.bytes = bytes;
  }
}

type Form = { fields: Record<string, string>; file: UploadedFile };

/**
 * Reads a multipart body: text fields and one part named `file`. Throws VALIDATION_FAILED on each
 * field that is repeated, unknown to every form or not valid text, and on `body` if it is not a
 * multipart form; FILE_TOO_LARGE for a file above MAX_UPLOAD_BYTES.
 */
export async function readForm(body: MultipartBody): Promise<Form> {
  const fields = new Map<string, string>();
  const files: { name: string; chunks: Buffer[] }[] = [];
  const errors = new Map<string, string>();
  const note = (name: string, message: string): void => {
    if (!errors.has(name)) errors.set(name, message);
  };
  const parser = toParser(body);
  parser.on('field', (name: string | undefined, value) => {
    if (name === undefined) note('body', 'Name each part of the form.');
    else if (name === '__proto__' || !isReadable(name)) note(name, 'Unknown field.');
    else if (fields.has(name)) note(name, 'This field is given more than once.');
    else if (!isReadable(value)) note(name, NOT_TEXT);
    fields.set(name ?? '', value);
  });
  parser.on('file', (name: string | undefined, content, fileName: string | undefined) => {
    const file = { name: withoutUnseenMarks(fileName ?? '').trim(), chunks: [] as Buffer[] };
    content.on('data', (chunk: Buffer) => file.chunks.push(chunk));
    content.on('error', () => note('body', NOT_A_FORM));
    if (name !== 'file') note(name ?? 'body', 'Unknown field.');
    else if (files.length > 0) note('file', 'Send one file.');
    else if (!isReadable(file.name)) note('file', 'Rename the file. Its name is not valid text.');
    files.push(file);
  });
  parser.on('partsLimit', () => note('body', `Send at most ${MAX_PARTS} parts.`));
  if (!(await parse(parser, body.bytes))) note('body', NOT_A_FORM);
  if (errors.size > 0) throw invalid(Object.fromEntries(errors) as FieldErrors);
  const [file] = files;
  if (!file) throw invalid({ file: 'Choose a file.' });
  const bytes = Buffer.concat(file.chunks);
  if (bytes.length > MAX_UPLOAD_BYTES) throw fileTooLarge();
  return { fields: Object.fromEntries(fields), file: { name: shortened(file.name), bytes } };
}

export function fileTooLarge(): Failure {
  return new Failure('FILE_TOO_LARGE', 'File exceed the maximum size of 5 MB.');
}

const NOT_A_FORM = 'The form cannot be read because it is damaged or incomplete.';

function toParser({ contentType }: MultipartBody): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: { parts: MAX_PARTS } });
  } catch {
    throw invalid({ body: NOT_A_FORM });
  }
}

/** Passes the whole body to the parser. Returns false if it is not a multipart form. */
function parse(parser: BusboyInstance, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    parser.on('finish', () => resolve(true));
    parser.on('error', () => resolve(false));
    parser.end(bytes);
  });
}

/** Returns false for invalid UTF-8, which the parser turns into U+FFFD. */
function isReadable(text: string): boolean {
  return isPlainText(text) && !text.includes('\ufffd');
}

/** Cuts a file name to 255 characters without splitting a surrogate pair. */
function shortened(name: string): string {
  return name.slice(0, MAX_NAME).replace(/[\ud800-\udbff]$/, '');
}
