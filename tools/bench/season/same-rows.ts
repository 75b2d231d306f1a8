import { type Target, withToken } from './load-generator.ts';

type Page = { data?: { totalResults?: number; results?: { id?: string }[] } };

/**
 * Throws unless the bare handler answers a list with the same number of rows as the product and the
 * same first page, because otherwise it does less work. Other responses are not compared.
 */
export async function checkSameRows(name: string, ours: Target, bareUrl: string): Promise<void> {
  const [own, bare] = await Promise.all([read(ours.url, ours.tokens?.[0]), read(bareUrl)]);
  if (own.data?.totalResults === undefined) return;
  const [found, expected] = [describePage(bare), describePage(own)];
  if (found !== expected)
    throw new Error(`${name}: the bare handler answers ${found}; the product ${expected}.`);
}

async function read(url: string, token?: string): Promise<Page> {
  const response = await fetch(url, { headers: withToken(token) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return (await response.json()) as Page;
}

const describePage = ({ data }: Page): string =>
  `${data?.totalResults} rows with ${(data?.results ?? []).map(({ id }) => id ?? '').join(' ')}`;
