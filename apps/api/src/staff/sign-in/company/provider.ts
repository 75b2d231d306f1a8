import { createHmac } from 'node:crypto';
import { createRemoteJWKSet, customFetch as jwksFetch, jwtVerify } from 'jose';
import type { Configuration, CustomFetchOptions, TokenEndpointResponse } from 'openid-client';
import { Failure } from '#api/http/failure.ts';
import { openBytes } from '#api/hashing/seal.ts';
import type { Db } from '#api/db/db.ts';
import { findCompanySignIn } from './company-settings.queries.ts';
import {
  boundedFetch,
  discover,
  isAway,
  library,
  TIMEOUT_S,
  type ProviderKeys,
  type ProviderSettings,
} from './provider-connection.ts';
import {
  hasSecondFactor,
  toPerson,
  type ProviderClaims,
  type ProviderPerson,
} from './provider.rules.ts';

/** Record ID that the client secret is sealed with. */
export const SECRET_OWNER = 'company-sign-in';
/** Page of the web app that the provider leads back to. */
export const RETURN_PAGE = '/company-sign-in';
/** Address that the provider calls when a person signs out there. */
export const BACK_CHANNEL = '/company-sign-out';
/** Age of a proof at the provider after which it asks again, in seconds. */
const SIGN_IN_MAX_AGE_S = 12 * 3_600;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Tokens that a session keeps, sealed. */
export type ProviderTokens = { id: string; access: string; refresh?: string };

/** A finished sign-in at the provider. */
export type ProviderProof = {
  person: ProviderPerson;
  tokens: ProviderTokens;
  sessionId: string | undefined;
  hasSecondFactor: boolean;
  /** Time at which the person last proved who they are, if the provider says so. */
  provedAt: Date | undefined;
};

/** Keys of a provider, read once and again when it signs with a new one. */
const keySets = new WeakMap<Configuration, ReturnType<typeof createRemoteJWKSet>>();
/** The company's provider as the settings name it. */
export class Provider {
  readonly name: string;
  readonly #settings: ProviderSettings;
  readonly #keys: ProviderKeys;

  constructor(name: string, settings: ProviderSettings, keys: ProviderKeys) {
    this.name = name;
    this.#settings = settings;
    this.#keys = keys;
  }

  #config() {
    return discover(this.#settings, this.#keys.publicUrl);
  }

  get #redirectUri() {
    return `${this.#keys.publicUrl}${RETURN_PAGE}`;
  }

  /** State, nonce and code verifier of an attempt. The browser never sees the last one. */
  #deriveSecrets(attempt: string) {
    const derive = (label: string) =>
      createHmac('sha256', this.#keys.companyKey).update(`${label} ${attempt}`).digest('base64url');
    return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
  }

  /** Returns the address at the provider for an attempt. `isProof`: the person must prove it anew. */
  async begin(attempt: string, isProof: boolean): Promise<string> {
    const oidc = await library();
    const config = await this.#config();
    const { state, nonce, verifier } = this.#deriveSecrets(attempt);
    const server = config.serverMetadata();
    // Google gives a refresh token in a way of its own, and only with consent.
    const isGoogle = server.issuer === 'https://accounts.google.com';
    const isOffline = server.scopes_supported?.includes('offline_access') === true;
    const groups = server.scopes_supported?.includes('groups') === true;
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#redirectUri,
      response_type: 'code',
      scope: `openid email profile${isOffline ? ' offline_access' : ''}${groups ? ' groups' : ''}`,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      max_age: String(isProof ? 0 : SIGN_IN_MAX_AGE_S),
      ...(isProof && { prompt: 'login' }),
      ...(isGoogle && !isProof && { access_type: 'offline', prompt: 'consent' }),
    }).href;
  }

  /** Exchanges the provider's answer to an attempt. Throws a `Failure` for people. */
  async redeem(attempt: string, answer: string): Promise<ProviderProof> {
    const oidc = await library();
    const config = await this.#config();
    const { state, nonce, verifier } = this.#deriveSecrets(attempt);
    const url = new URL(this.#redirectUri);
    url.search = answer;
    const response = await oidc.authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    });
    const claims = response.claims();
    if (!claims) throw new Error('The provider sent no ID token.');
    const { sid, auth_time: provedAt } = claims;
    const tokens = toTokens(response, { id: '', access: '' });
    return {
      person: await this.#readPerson(claims.sub, { claims, needed: ['email'] }, tokens.access),
      tokens,
      sessionId: typeof sid === 'string' ? sid : undefined,
      hasSecondFactor: hasSecondFactor(claims),
      provedAt: provedAt === undefined ? undefined : new Date(provedAt * 1_000),
    };
  }

  /**
   * Asks the provider again about the person of a session, by the refresh token or, without one, by the
   * access token. Returns undefined if the provider no longer knows the sign-in; throws if it is away.
   */
  async renew(
    subject: string,
    tokens: ProviderTokens,
  ): Promise<{ person: ProviderPerson; tokens: ProviderTokens } | undefined> {
    const oidc = await library();
    const config = await this.#config();
    try {
      if (tokens.refresh === undefined)
        return { person: await this.#readPerson(subject, {}, tokens.access), tokens };
      const response = await oidc.refreshTokenGrant(config, tokens.refresh);
      const claims = response.claims();
      if (claims && claims.sub !== subject) return undefined;
      const next = toTokens(response, tokens);
      return { person: await this.#readPerson(subject, { claims }, next.access), tokens: next };
    } catch (error) {
      if (isAway(error)) throw error;
      return undefined;
    }
  }

  /** Reads the person from the ID token and, for claims that it lacks, from the provider. */
  async #readPerson(
    subject: string,
    { claims = {}, needed = [] }: { claims?: ProviderClaims | undefined; needed?: string[] },
    access: string,
  ): Promise<ProviderPerson> {
    const { groupsClaim } = this.#settings;
    const config = await this.#config();
    const isComplete = [...needed, groupsClaim].every((name) => claims[name] !== undefined);
    const more =
      isComplete || !config.serverMetadata().userinfo_endpoint
        ? {}
        : await (await library()).fetchUserInfo(config, access, subject);
    return toPerson(subject, { ...more, ...claims }, groupsClaim);
  }

  /** Returns the address that ends the session at the provider; undefined if it offers none. */
  async signOutUrl(idToken: string): Promise<string | undefined> {
    const config = await this.#config();
    if (!config.serverMetadata().end_session_endpoint) return undefined;
    return (await library()).buildEndSessionUrl(config, {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${this.#keys.publicUrl}/login`,
    }).href;
  }

  #keySet(config: Configuration) {
    const known = keySets.get(config);
    if (known) return known;
    const fetchBounded = boundedFetch(this.#keys.publicUrl);
    const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri!), {
      timeoutDuration: TIMEOUT_S * 1_000,
      [jwksFetch]: (url, options) => fetchBounded(url, options as unknown as CustomFetchOptions),
    });
    keySets.set(config, keys);
    return keys;
  }

  /** Checks a logout token of the provider (OpenID Connect Back-Channel Logout). */
  async readLogoutToken(token: string) {
    const config = await this.#config();
    const { payload } = await jwtVerify(token, this.#keySet(config), {
      typ: 'logout+jwt',
      issuer: config.serverMetadata().issuer,
      audience: this.#settings.clientId,
      requiredClaims: ['jti', 'iat'],
      maxTokenAge: '5 minutes',
      clockTolerance: 60,
    });
    const { sub, sid, jti, nonce, events } = payload;
    const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
    if (!isLogout || nonce !== undefined || (sub === undefined && typeof sid !== 'string'))
      throw new Error('This is not a logout token.');
    return { subject: sub, sessionId: typeof sid === 'string' ? sid : undefined, id: jti! };
  }
}

const toTokens = (
  { id_token: id, access_token: access, refresh_token: refresh }: TokenEndpointResponse,
  before: ProviderTokens,
): ProviderTokens => {
  const newest = refresh ?? before.refresh;
  return { id: id ?? before.id, access, ...(newest !== undefined && { refresh: newest }) };
};

/** Returns the provider of the settings; undefined while none is set up. */
export async function findProvider(db: Db, keys: ProviderKeys): Promise<Provider | undefined> {
  const row = await findCompanySignIn(db);
  if (!row) return undefined;
  const { name, issuer, clientId, groupsClaim } = row;
  const clientSecret = openBytes(keys.companyKey, SECRET_OWNER, row.clientSecret).toString();
  return new Provider(name, { issuer, clientId, clientSecret, groupsClaim }, keys);
}

/** Returns the provider. Throws NOT_FOUND while none is set up. */
export async function requireProvider(db: Db, keys: ProviderKeys): Promise<Provider> {
  const provider = await findProvider(db, keys);
  if (!provider) throw new Failure('NOT_FOUND', 'This company signs in with passwords.');
  return provider;
}
