import { createHash } from 'node:crypto';
import type { Configuration, CustomFetchOptions } from 'openid-client';
import { Failure, invalid } from '#api/http/failure.ts';

/** Library of OpenID Connect, loaded with the first use. */
export const library = () => import('openid-client');

/** Keys and address that a conversation with the provider needs. */
export type ProviderKeys = { companyKey: Uint8Array; publicUrl: string };

const MAX_ANSWER_BYTES = 1_000_000;
export const TIMEOUT_S = 4;
/** Time for which a provider's published settings are kept, in ms. */
const KEPT_MS = 10 * 60_000;
export type ProviderSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  groupsClaim: string;
};

/** Thrown if the provider cannot be reached or is not what it should be; `field` of the settings. */
export class ProviderTrouble extends Error {
  readonly field: 'issuer' | 'clientId' | 'clientSecret';

  constructor(message: string, field: ProviderTrouble['field'] = 'issuer') {
    super(message);
    this.field = field;
  }
}

const isLoopback = ({ hostname }: URL) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** Refuses an address that is not https. Returns true for one on this machine. */
function requireSecure(url: URL, publicUrl: string): boolean {
  const isLocal = isLoopback(url) && isLoopback(new URL(publicUrl));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw new ProviderTrouble('The provider must be reached by https.');
  return isLocal;
}

/**
 * Requests to the provider: https, or http on this machine for a product that runs on it; no redirect is
 * followed, and the answer has a limit.
 */
export const boundedFetch =
  (publicUrl: string) =>
  async (address: string, options: CustomFetchOptions): Promise<Response> => {
    const url = new URL(address);
    requireSecure(url, publicUrl);
    const response = await fetch(url, { ...options, redirect: 'manual' } as RequestInit);
    const { status, headers } = response;
    if (status >= 300 && status < 400)
      throw new ProviderTrouble('The provider redirects to another address. Enter that address.');
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > MAX_ANSWER_BYTES) throw new ProviderTrouble('The answer is too large.');
      parts.push(part);
    }
    const body = Buffer.concat(parts);
    const isEmpty = [204, 205, 304].includes(status);
    return new Response(isEmpty ? null : body, { status, headers });
  };

/** Returns the library's own refusals, its cause, and that cause's code as one text. */
function codesIn(error: unknown): string {
  const codes: unknown[] = [];
  for (let one = error; one instanceof Error && codes.length < 8; one = one.cause) {
    const { code, error: answered } = one as { code?: unknown; error?: unknown };
    codes.push(one.name, code, answered);
  }
  return codes.filter(Boolean).join(' ');
}

function troubleIn(error: unknown): ProviderTrouble | undefined {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof ProviderTrouble) return one;
  return undefined;
}

/** Explains to a person in the settings why the provider could not be used. */
function explain(error: unknown, issuer: string): ProviderTrouble {
  const known = troubleIn(error);
  if (known) return known;
  const codes = codesIn(error);
  if (/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/.test(codes))
    return new ProviderTrouble('The certificate of the provider is not valid at this time.');
  if (/CERT|UNABLE_TO_VERIFY|SELF_SIGNED/.test(codes))
    return new ProviderTrouble('The certificate of the provider is not trusted.');
  if (/ENOTFOUND|EAI_AGAIN/.test(codes))
    return new ProviderTrouble('There is no such host. Check the address.');
  if (/TimeoutError|TIMEOUT/.test(codes))
    return new ProviderTrouble(`The provider did not answer within ${TIMEOUT_S} seconds.`);
  if (/ATTRIBUTE_COMPARISON/.test(codes))
    return new ProviderTrouble(
      'The provider names another address as its issuer. Enter it as the provider writes it, to the last slash.',
    );
  if (/OAUTH_|SyntaxError/.test(codes))
    return new ProviderTrouble(
      `There is no identity provider at this address: ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration does not answer as one.`,
    );
  return new ProviderTrouble('The provider cannot be reached.');
}

/** Errors of a conversation that mean that the provider is away, not that it refuses. */
export function isAway(error: unknown): boolean {
  const status = statusIn(error);
  if (troubleIn(error) || status === 429 || status >= 500) return true;
  return !/OAUTH_|ResponseBodyError|AuthorizationResponseError|WWWAuthenticate/.test(
    codesIn(error),
  );
}

function statusIn(error: unknown): number {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one.cause instanceof Response) return one.cause.status;
    const { status } = one as { status?: unknown };
    if (typeof status === 'number') return status;
  }
  return 0;
}

const kept = new Map<string, { until: number; config: Promise<Configuration> }>();

/** Reads what the provider publishes, at most every ten minutes for the same settings. */
export function discover(settings: ProviderSettings, publicUrl: string): Promise<Configuration> {
  const key = createHash('sha256')
    .update(JSON.stringify([settings, publicUrl]))
    .digest('hex');
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.config;
  const config = readConfiguration(settings, publicUrl);
  kept.clear();
  kept.set(key, { until: Date.now() + KEPT_MS, config });
  config.catch(() => kept.delete(key));
  return config;
}

async function readConfiguration(
  { issuer, clientId, clientSecret }: ProviderSettings,
  publicUrl: string,
): Promise<Configuration> {
  const oidc = await library();
  const fetchBounded = boundedFetch(publicUrl);
  const read = async () => {
    const address = URL.parse(issuer);
    if (!address) throw new ProviderTrouble('Enter an address such as https://login.example.com.');
    if (address.pathname.includes('/.well-known/'))
      throw new ProviderTrouble('Enter the address without /.well-known/ and what follows.');
    const isLocal = requireSecure(address, publicUrl);
    return oidc.discovery(
      address,
      clientId,
      clientSecret,
      (server, client, body, headers) => {
        // The first method that the provider lists: some list one and do not decode its signs.
        const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
        const first = methods.find((method) => /^client_secret_(basic|post)$/.test(method));
        const authenticate =
          first === 'client_secret_basic'
            ? oidc.ClientSecretBasic(clientSecret)
            : oidc.ClientSecretPost(clientSecret);
        authenticate(server, client, body, headers);
      },
      {
        [oidc.customFetch]: fetchBounded,
        timeout: TIMEOUT_S,
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(isLocal ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
  };
  const config = await read().catch((error: unknown) => {
    throw explain(error, issuer);
  });
  const { authorization_endpoint, token_endpoint, jwks_uri, ...server } = config.serverMetadata();
  // Any organization could sign in, with any address as its email.
  if (/\{tenantid\}/i.test(server.issuer))
    throw new ProviderTrouble('Enter the address with the ID of your tenant.');
  if (!authorization_endpoint || !token_endpoint || !jwks_uri)
    throw new ProviderTrouble(
      'This provider does not offer the sign-in that is needed (code flow).',
    );
  return config;
}

/** Tries the settings. Throws field errors; returns what is worth knowing. */
export async function tryProvider(
  settings: ProviderSettings,
  publicUrl: string,
): Promise<string[]> {
  const oidc = await library();
  const config = await readConfiguration(settings, publicUrl).catch(toFieldError);
  // No provider knows this token: it checks the client first, and says which of the two is wrong.
  await oidc.refreshTokenGrant(config, 'test-of-the-connection').catch((error: unknown) => {
    if (/invalid_client|unauthorized_client/.test(codesIn(error)) || statusIn(error) === 401)
      throw invalid({ clientSecret: 'The provider refuses this client ID or secret.' });
    if (isAway(error)) toFieldError(explain(error, settings.issuer));
  });
  const server = config.serverMetadata();
  return [
    ...(server.end_session_endpoint
      ? []
      : ['Signing out here does not sign out at this provider, which offers no way.']),
    ...(server.backchannel_logout_supported
      ? []
      : ['This provider does not tell us when somebody signs out there.']),
  ];
}

function toFieldError(error: unknown): never {
  if (!(error instanceof ProviderTrouble)) throw error;
  throw invalid({ [error.field]: error.message });
}

/** Turns errors of a sign-in at the provider into sentences for its person. */
export function toRefusal(error: unknown, name: string): Failure {
  if (error instanceof Failure) return error;
  const codes = codesIn(error);
  const sentence = /access_denied|login_required|interaction_required/.test(codes)
    ? `You did not finish the sign-in at ${name}. Try again.`
    : isAway(error)
      ? `${name} cannot be reached at the moment. Try again in a few minutes.`
      : `The answer of ${name} was not accepted. Start the sign-in again.`;
  return new Failure('INVALID_CREDENTIALS', sentence);
}
