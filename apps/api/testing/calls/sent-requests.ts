import { NOBODY, type Sent } from '../rights/rights-line.ts';

/** A request for `app.inject`. */
type InjectedRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
};

const EDGE = 'an-edge-between-parts';

/** Builds the request of a call with these headers; a file makes it multipart. */
export function toRequest(
  method: InjectedRequest['method'],
  path: string,
  { params = {}, query, body, file }: Sent,
  headers: Record<string, string> = {},
): InjectedRequest {
  const plain = path
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? NOBODY))
    .replace('*', 'nowhere/at/all');
  const type = file ? `multipart/form-data; boundary=${EDGE}` : 'application/json';
  const payload = file ? toForm(body as Record<string, unknown>, file) : JSON.stringify(body);
  return {
    method,
    url: query ? `${plain}?${formatQuery(query)}` : plain,
    headers: { ...(payload !== undefined && { 'content-type': type }), ...headers },
    ...(method !== 'GET' && payload !== undefined && { payload }),
  };
}

export const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};

/** Formats a value for a query or a form. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Formats a query for an address. */
export const formatQuery = (query: Record<string, string>): string =>
  new URLSearchParams(query).toString();

function toForm(fields: Record<string, unknown> = {}, file: Buffer): Buffer {
  const part = (named: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--${EDGE}\r\nContent-Disposition: form-data; ${named}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  return Buffer.concat([
    ...Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => part(`name="${name}"`, asText(value))),
    part('name="file"; filename="list.xlsx"', file),
    Buffer.from(`--${EDGE}--\r\n`),
  ]);
}
