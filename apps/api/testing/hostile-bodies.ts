import type { Endpoint } from '@pos/contract/endpoint';
import { type ContractField, listFields, withValue } from './contract-fields.ts';
import { atOnce, type HostileCall, type HostileClient } from './hostile-client.ts';
import { findFaults, textNotShown, wire } from './hostile-requests.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';

/** Sends the body values that a schema refuses, as many fields as one body holds together. */
export async function sendRefusedBodies(
  client: HostileClient,
  name: string,
  endpoint: Endpoint,
): Promise<string[]> {
  const tries: (() => Promise<string[]>)[] = [];
  for (const [label, value] of HOSTILE_VALUES) {
    const refused: ContractField[] = [];
    for (const field of bodyFields(endpoint))
      if (!(await isTaken(client, endpoint, field, value))) refused.push(field);
    tries.push(() => refuseTogether(client, name, endpoint, refused, [label, value]));
  }
  return atOnce(tries);
}

/**
 * Sends the body values that pass a schema, one field a request, and returns the faults: among them
 * a stored text that the answer does not show as it was sent.
 */
export async function sendTakenBodies(
  client: HostileClient,
  name: string,
  endpoint: Endpoint,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const array of endpoint.judges ?? [])
    wrong.push(...(await sendBatches(client, name, endpoint, array)));
  for (const [label, value] of HOSTILE_VALUES) {
    for (const field of bodyFields(endpoint)) {
      if (!(await isTaken(client, endpoint, field, value))) continue;
      const at = `${name} ${field.path.join('.')} ${label}`;
      const good = goodFor(await client.ground.goodCalls(endpoint), field);
      const body = withValue(good.body, field.path, value);
      const answer = await client.callCurrent(at, endpoint, { ...good, body });
      wrong.push(...findFaults(answer), ...textNotShown(answer, field, value));
    }
  }
  return wrong;
}

async function isTaken(
  client: HostileClient,
  endpoint: Endpoint,
  field: ContractField,
  value: unknown,
): Promise<boolean> {
  const { body } = goodFor(await client.goodCalls(endpoint), field);
  return endpoint.body!.safeParse(wire(withValue(body, field.path, value))).success;
}

/** Sends one hostile value in as many fields as one body can hold, if its schema refuses each. */
async function refuseTogether(
  client: HostileClient,
  name: string,
  endpoint: Endpoint,
  refused: ContractField[],
  [label, value]: [string, unknown],
): Promise<string[]> {
  const wrong: string[] = [];
  const groups = Map.groupBy(refused, ({ constants }) => JSON.stringify(constants));
  for (const group of groups.values()) {
    const paths = group.map(({ path }) => path);
    const isInner = (path: ContractField['path']) =>
      paths.some(
        (other) => other.length > path.length && path.every((step, at) => step === other[at]),
      );
    const leaves = paths.filter((path) => !isInner(path));
    const good = goodFor(await client.goodCalls(endpoint), group[0]!);
    for (const together of [leaves, ...paths.filter(isInner).map((path) => [path])]) {
      if (together.length === 0) continue;
      const body = together.reduce<unknown>(
        (made, path) => withValue(made, path, value),
        good.body,
      );
      const named = together.map((path) => path.join('.'));
      const at = `${name} ${named.join()} ${label}`;
      // Without the constants of its branch, the error is on the field that selects the branch.
      const expected = group[0]!.constants.length > 0 ? [] : named;
      wrong.push(...(await client.refusal(at, endpoint, { ...good, body }, expected)));
    }
  }
  return wrong;
}

/** Sends batches of items with one hostile value each: all must be answered without a fault. */
async function sendBatches(
  client: HostileClient,
  name: string,
  endpoint: Endpoint,
  array: string,
): Promise<string[]> {
  const items: unknown[] = [];
  for (const field of listFields(endpoint.body!)) {
    const [first, index, ...inside] = field.path;
    if (first !== array || index !== 0) continue;
    for (const value of HOSTILE_VALUES.values()) {
      items.push(withValue(client.ground.goodItem(array), inside, value));
    }
  }
  const wrong: string[] = [];
  const small = items.filter((item) => (JSON.stringify(item) ?? '').length < 50_000);
  for (let from = 0; from < small.length; from += 100) {
    const body = { [array]: small.slice(from, from + 100) };
    const answer = await client.call(`${name} ${array} from ${from}`, endpoint, { body });
    wrong.push(...findFaults(answer));
    if (answer.statusCode !== 200) continue;
    const { results } = (JSON.parse(answer.body) as { data: { results: unknown[] } }).data;
    if (results.length !== body[array]!.length)
      wrong.push(`${answer.at}: answers ${results.length}`);
  }
  return wrong;
}

/** Returns the fields of a body except those of a batch, whose items are checked one by one. */
function bodyFields({ body, judges }: Endpoint): ContractField[] {
  return listFields(body!).filter(({ path }) => !judges?.some((array) => array === path[0]));
}

/** Returns the valid call of a field's branch. */
function goodFor(calls: readonly HostileCall[], { constants }: ContractField): HostileCall {
  const fits = (body: unknown) =>
    constants.every(
      ([path, value]) =>
        path.length !== 1 || (body as Record<string, unknown>)[String(path[0])] === value,
    );
  const good = calls.find(({ body }) => typeof body === 'object' && body !== null && fits(body));
  if (good) return good;
  const body = constants.reduce<unknown>((made, [path, value]) => withValue(made, path, value), {});
  return { ...calls[0], body };
}
