import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { Provider, type ClientMetadata, type Configuration } from 'oidc-provider';

/** Person of the provider. `amr`: how they prove who they are there. */
export type ProviderUser = {
  email: string;
  email_verified: boolean;
  given_name: string;
  family_name: string;
  groups: string[];
  amr: string[];
};

export const CLIENT_ID = 'pos-admin';
export const CLIENT_SECRET = 'a secret of the tests, long enough';
const KEY = { kid: 'key-of-the-tests', alg: 'RS256', use: 'sig' };

type Options = {
  publicUrl: string;
  /** Sends what the provider sends to the product. */
  send?: (url: string, body: string) => Promise<number>;
};

type State = {
  current: string;
  /** Changes the claims of each ID token before it is signed. */
  forge: ((claims: JWTPayload) => void) | undefined;
};

const toClient = (publicUrl: string): ClientMetadata => ({
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: [`${publicUrl}/company-sign-in`],
  post_logout_redirect_uris: [`${publicUrl}/login`],
  backchannel_logout_uri: `${publicUrl}/company-sign-out`,
  backchannel_logout_session_required: true,
});

const FEATURES: Configuration['features'] = {
  devInteractions: { enabled: false },
  backchannelLogout: { enabled: true },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (ctx, form) => {
      const button = '<button form="op.logoutForm" name="logout" value="yes">Sign out</button>';
      ctx.body = `<!doctype html><title>Provider</title>${form}${button}`;
    },
  },
};

/** Configuration of the provider; each grant holds every scope, so nobody is asked for consent. */
const toConfiguration = (people: ReadonlyMap<string, ProviderUser>): Configuration => ({
  cookies: { keys: ['cookies of the tests'] },
  features: FEATURES,
  claims: {
    openid: ['sub', 'amr'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name'],
    groups: ['groups'],
  },
  scopes: ['openid', 'offline_access', 'groups'],
  conformIdTokenClaims: false,
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  expiresWithSession: () => false,
  issueRefreshToken: (_ctx, known) => known.grantTypeAllowed('refresh_token'),
  findAccount: (_ctx, sub) => {
    const person = people.get(sub);
    if (!person) return undefined;
    const { amr: _, ...claims } = person;
    return { accountId: sub, claims: async () => ({ sub, ...claims }) };
  },
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client!.clientId,
      accountId: oidc.session!.accountId!,
    });
    grant.addOIDCScope('openid offline_access email profile groups');
    await grant.save();
    return grant;
  },
});

/** Sign-in page of the provider, and forged ID tokens. */
function addPages(
  provider: Provider,
  people: ReadonlyMap<string, ProviderUser>,
  state: State,
  privateKey: Parameters<SignJWT['sign']>[0],
): void {
  provider.use(async (ctx, next) => {
    const [, part, uid] = ctx.path.split('/');
    if (part === 'interaction' && uid) {
      const name = ctx.query['name'] ?? state.current;
      if (!name) {
        ctx.type = 'html';
        ctx.body = `<!doctype html><title>Provider</title><form><label>Name <input name="name"></label><button>Sign in at the provider</button></form>`;
        return;
      }
      const { amr = [] } = people.get(String(name)) ?? {};
      const login = { accountId: String(name), amr };
      await provider.interactionFinished(ctx.req, ctx.res, { login });
      ctx.respond = false;
      return;
    }
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (!state.forge || !body?.id_token) return;
    const claims = decodeJwt(body.id_token);
    state.forge(claims);
    body.id_token = await new SignJWT(claims).setProtectedHeader(KEY).sign(privateKey);
  });
}

/** A browser without pages: it keeps cookies and follows redirects. */
function openBrowser(publicUrl: string) {
  let cookies = new Map<string, string>();
  return {
    /** Forgets the browser of `visit`. */
    forgetBrowser: () => void (cookies = new Map()),
    /** Opens an address of the provider and returns the answer that it leads back with. */
    async visit(url: string): Promise<string> {
      for (let address = url; ;) {
        const cookie = [...cookies].map((one) => one.join('=')).join('; ');
        const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = line.split(';')[0]!.split(/=(.*)/s);
          cookies.set(name, value);
        }
        const next = response.headers.get('location');
        if (!next) throw new Error(`The provider stopped: ${await response.text()}`);
        address = new URL(next, address).href;
        if (address.startsWith(publicUrl)) return new URL(address).search;
      }
    },
  };
}

/**
 * Real OpenID Connect provider on this machine. Its sign-in page asks for the name of a person in
 * `people` and nothing else; without a browser `current` is that person.
 */
export async function startIdentityProvider({ publicUrl, send }: Options) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const people = new Map<string, ProviderUser>();
  const state: State = { current: '', forge: undefined };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    ...toConfiguration(people),
    clients: [toClient(publicUrl)],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), ...KEY }] },
    ...(send && {
      fetch: async (url: string | URL | Request, options?: RequestInit) =>
        new Response(null, { status: await send(String(url), String(options?.body)) }),
    }),
  });
  addPages(provider, people, state, privateKey);
  server.on('request', provider.callback());
  return {
    issuer,
    people,
    state,
    ...openBrowser(publicUrl),
    /** Tells the product that a person signed out at the provider. */
    async signOut(sub: string, sid?: string): Promise<void> {
      const known = (await provider.Client.find(CLIENT_ID)) as unknown as {
        backchannelLogout(sub: string, sid?: string): Promise<void>;
      };
      await known.backchannelLogout(sub, sid);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
