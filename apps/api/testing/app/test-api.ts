import type { api } from '@pos/contract/api';
import type { Client, Send } from '@pos/contract/client';
import type { Db } from '#api/db/db.ts';
import type { Secrets } from '#api/secrets.ts';

export type ApiClient = Client<typeof api>;
type CallData<Call> = Call extends (...parts: infer Parts) => Promise<{ data: infer Data }>
  ? (...parts: Parts) => Promise<Data>
  : never;
/** The calls of a client, each returning the answer's data. */
export type Asking = {
  readonly [Feature in keyof ApiClient]: {
    readonly [Name in keyof ApiClient[Feature]]: CallData<ApiClient[Feature][Name]>;
  };
};

/** A running API with its database, in this process or another, as the helpers of tests and tools call it. */
export type TestApi = {
  db: Db;
  secrets: Secrets;
  /** Creates a client with this bearer token, or an anonymous one. */
  client(token?: string): ApiClient;
  /** Sends a request with this bearer token, for content that the typed client cannot express. */
  send(token?: string): Send;
  /** First SUPER_ADMIN, signed in. */
  owner: ApiClient;
  /** The same, for what is asked: `test.ask.fairs.getById(…)` returns the fair. */
  ask: Asking;
  ownerId: string;
  ownerToken: string;
};

/** The first SUPER_ADMIN of a test app. */
export const OWNER = { email: 'owner@example.com', password: 'Correct-Horse-42' };

/** Makes `client` return the data of each answer. */
export function asking(client: ApiClient): Asking {
  type Calls = Record<string, (...parts: unknown[]) => Promise<{ data: unknown }>>;
  const toAsk = (calls: Calls) =>
    Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        async (...parts: unknown[]) => (await call(...parts)).data,
      ]),
    );
  const features = Object.entries(client as unknown as Record<string, Calls>);
  return Object.fromEntries(
    features.map(([feature, calls]) => [feature, toAsk(calls)]),
  ) as unknown as Asking;
}
