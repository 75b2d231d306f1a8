import { api } from '@pos/contract/api';
import type { TokenPair } from '@pos/contract/staff/sign-in';
import { type Client, createClient, type Send } from '@pos/contract/client';
import { insistent, sendTo } from './http.ts';

/** The panel's API with a staff session. */
export type Office = {
  url: string;
  client: Client<typeof api>;
  send: Send;
  /** The present access token, for 15 minutes at most. */
  token: () => string;
};

/** Renews an access token that expires within this time. */
const MARGIN_MS = 60_000;

/** Signs in with email and password. */
export async function signIn(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<Office> {
  const { token } = await createClient(api, insistent(sendTo(url))).auth.login({
    body: { email, password },
  });
  return makeOffice(url, token);
}

/**
 * Creates the office for an existing session; renews its tokens for as long as the program runs.
 */
export function makeOffice(url: string, first: TokenPair): Office {
  let tokens = first;
  let renewal: Promise<void> | undefined;
  const stranger = createClient(api, insistent(sendTo(url)));
  const renew = async () => {
    const { data } = await stranger.auth.refreshTokens({
      body: { refreshToken: tokens.refresh.token },
    });
    tokens = data.token;
  };
  const authorized = sendTo(url, () => tokens.access.token);
  const send: Send = insistent(async (path, init) => {
    if (Date.parse(tokens.access.expiresAt) - Date.now() < MARGIN_MS) {
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      await renewal;
    }
    return authorized(path, init);
  });
  return { url, client: createClient(api, send), send, token: () => tokens.access.token };
}
