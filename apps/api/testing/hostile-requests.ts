import type { Endpoint } from '@pos/contract/endpoint';
import { withoutUnseenMarks } from '@pos/contract/plain-text';
import type { ContractField } from './contract-fields.ts';

/** A request as sent. */
export type HostileRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
};
/** Response with the place of the hostile value in words. */
export type HostileAnswer = { statusCode: number; body: string; at: string };

/** Parts of a valid call. */
type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: Buffer;
};

/** Texts that the response to a write does not repeat: secrets, reasons of the activity, search. */
const NOT_SHOWN =
  /password|secretCode|token|confirm|reason|note|deviceKey|code$|codes|fixes|mapping|query|appVersion/i;

/** Builds the request of a call, with this bearer token if given. */
export function toRequest(
  endpoint: Endpoint,
  { params = {}, query, body, file }: Parts,
  token: string | undefined,
  more: Record<string, string>,
): HostileRequest {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? 'NOWHERE'),
  );
  const content = file ? formOf(body as Record<string, unknown>, file) : jsonOf(body);
  const { payload } = content;
  return {
    method: endpoint.method,
    url: query ? `${path}?${formatQuery(query)}` : path,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...content.headers,
      ...more,
    },
    ...(endpoint.method !== 'GET' && payload !== undefined && { payload }),
  };
}

/** Returns what is wrong with any answer: a 5xx, a refusal without a code and words. */
export function findFaults({ at, statusCode, body }: HostileAnswer): string[] {
  if (statusCode >= 500) return [`${at}: ${statusCode} ${body.slice(0, 200)}`];
  if (statusCode < 400 || statusCode === 404) return [];
  return /^\{"code":"[A-Z_]+","message":".+","requestId":/s.test(body)
    ? []
    : [`${at}: ${body.slice(0, 200)}`];
}

/**
 * Returns a fault if a stored text is not in the response as sent, trimmed, without unseen marks and in
 * normal form C.
 */
export function textNotShown(
  answer: HostileAnswer,
  { path, schema }: ContractField,
  value: unknown,
): string[] {
  if (answer.statusCode !== 200 || typeof value !== 'string' || schema.enum) return [];
  const text = withoutUnseenMarks(value).normalize('NFC').trim();
  // The response to a job is its ID; the parameters are in its result.
  if (/"data":\{"jobId":"[^"]+"\}/.test(answer.body)) return [];
  if (text === '' || path.some((step) => NOT_SHOWN.test(String(step)))) return [];
  const isShown = answer.body
    .toLowerCase()
    .includes(JSON.stringify(text).slice(1, -1).toLowerCase());
  return isShown ? [] : [`${answer.at}: was taken and not shown: ${answer.body.slice(0, 200)}`];
}

/** Formats a value for a query or a form. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Formats a query for an address. */
export const formatQuery = (query: Record<string, string>): string =>
  new URLSearchParams(query).toString();

type Content = { headers: Record<string, string>; payload?: string | Buffer };

function jsonOf(body: unknown): Content {
  return body === undefined
    ? { headers: {} }
    : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
}

const EDGE = 'hostile-edge';
function formOf(fields: Record<string, unknown>, file: Buffer): Content {
  const parts = Object.entries(fields ?? {})
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `--${EDGE}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`,
    );
  const head = `--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(parts.join('') + head),
    file,
    Buffer.from(`\r\n--${EDGE}--\r\n`),
  ]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${EDGE}` }, payload };
}
