import type { Endpoint } from '@pos/contract/endpoint';
import { listFields } from './contract-fields.ts';
import { atOnce, type HostileClient } from './hostile-client.ts';
import { asText, findFaults } from './hostile-requests.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';

/** Servers read URLs up to 16 KiB with the other headers. */
const MAX_URL = 12_000;

/** Sends every value as each ID in the path of a call, and returns the faults. */
export async function sendParams(
  client: HostileClient,
  name: string,
  endpoint: Endpoint,
): Promise<string[]> {
  const [good = {}] = await client.ground.goodCalls(endpoint);
  const wrong: string[] = [];
  for (const [, param = ''] of endpoint.path.matchAll(/:(\w+)/g)) {
    for (const [label, value] of HOSTILE_VALUES) {
      const text = asText(value).slice(0, 2_000);
      if (text === '') continue;
      const call = { ...good, params: { ...good.params, [param]: text } };
      wrong.push(...findFaults(await client.call(`${name} :${param} ${label}`, endpoint, call)));
    }
  }
  return wrong;
}

/** Sends the query values that a schema refuses, as many fields as fit one URL together. */
export async function sendRefusedQueries(
  client: HostileClient,
  name: string,
  endpoint: Endpoint,
): Promise<string[]> {
  const [good = {}] = await client.goodCalls(endpoint);
  const tries = [...HOSTILE_VALUES].map(([label, value]) => async () => {
    const text = asText(value).slice(0, 2_000);
    const refused = queryFields(endpoint).filter(
      (field) => !endpoint.query!.safeParse({ ...good.query, [field]: text }).success,
    );
    const wrong: string[] = [];
    for (const fields of fittingUrls(refused, text)) {
      const query = {
        ...good.query,
        ...Object.fromEntries(fields.map((field) => [field, text])),
      };
      const at = `${name} ?${fields.join()} ${label}`;
      wrong.push(...(await client.refusal(at, endpoint, { ...good, query }, fields)));
    }
    return wrong;
  });
  return atOnce(tries);
}

/** Sends the query values that pass a schema, one field a request, and returns the faults. */
export async function sendTakenQueries(
  client: HostileClient,
  name: string,
  endpoint: Endpoint,
): Promise<string[]> {
  const [good = {}] = await client.ground.goodCalls(endpoint);
  const wrong: string[] = [];
  for (const [label, value] of HOSTILE_VALUES) {
    const text = asText(value).slice(0, 2_000);
    for (const field of queryFields(endpoint)) {
      const query = { ...good.query, [field]: text };
      if (!endpoint.query!.safeParse(query).success) continue;
      const at = `${name} ?${field} ${label}`;
      wrong.push(...findFaults(await client.call(at, endpoint, { ...good, query })));
    }
  }
  return wrong;
}

/**
 * Returns the query fields, except those of streams and one-time tickets, which would keep the
 * request open or end it.
 */
function queryFields(endpoint: Endpoint): string[] {
  return listFields(endpoint.query!)
    .filter(({ path }) => path.length === 1)
    .map(({ path }) => String(path[0]))
    .filter((field) => field !== 'follow' && field !== 'ticket');
}

/** Groups the fields by request: as many as one URL holds with this text in each. */
function fittingUrls(fields: readonly string[], text: string): string[][] {
  const each = Math.max(1, Math.floor(MAX_URL / (encodeURIComponent(text).length + 1)));
  return Array.from({ length: Math.ceil(fields.length / each) }, (_, index) =>
    fields.slice(index * each, (index + 1) * each),
  );
}
