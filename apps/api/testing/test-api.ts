import type { api } from '@pos/contract/api';
import type { Client, Send } from '@pos/contract/client';
import type { Db } from '#api/db/db.ts';
import type { Secrets } from '#api/secrets.ts';

export type ApiClient = Client<typeof api>;

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
  ownerId: string;
  ownerToken: string;
};

/** The first SUPER_ADMIN of a test app. */
export const OWNER = { email: 'owner@example.com', password: 'Correct-Horse-42' };
