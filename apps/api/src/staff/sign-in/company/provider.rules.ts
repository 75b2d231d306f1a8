import { z } from 'zod';

/** Claims of the provider that say something about its person. Others are ignored. */
export type ProviderClaims = Readonly<Record<string, unknown>>;

/** Person as the provider describes them. */
export type ProviderPerson = {
  subject: string;
  /** Email address that the provider has verified. */
  email: string | undefined;
  firstName: string;
  lastName: string;
  groups: string[];
};

const MAX_NAME = 20;
const Email = z.email().max(254);
const isTrue = (value: unknown) => ['true', '1'].includes(String(value));
const asText = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Reads the person from the claims. Entra ID says `xms_edov` for a verified address. */
export function toPerson(
  subject: string,
  claims: ProviderClaims,
  groupsClaim: string,
): ProviderPerson {
  const email = Email.safeParse(asText(claims['email'])).data;
  const isVerified = isTrue(claims['email_verified']) || isTrue(claims['xms_edov']);
  const [first = '', ...others] = asText(claims['name']).split(/\s+/);
  const named = (name: string, otherwise: string) => (name || otherwise).slice(0, MAX_NAME).trim();
  return {
    subject,
    email: isVerified ? email : undefined,
    firstName: named(asText(claims['given_name']), first || (email ?? subject).split('@')[0]!),
    lastName: named(asText(claims['family_name']), others.join(' ') || '-'),
    groups: toGroups(claims[groupsClaim]),
  };
}

/** A claim may list groups, or name one, as Google's `hd` does. */
function toGroups(claim: unknown): string[] {
  const all: unknown[] = Array.isArray(claim) ? claim : [claim];
  return all.filter((group) => typeof group === 'string');
}

/** Contexts that mean several factors: of SAML, of phishing-resistant sign-ins, of Okta. */
const STRONG_CONTEXTS: ReadonlySet<unknown> = new Set([
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
  'phr',
  'phrh',
  'urn:okta:loa:2fa:any',
]);
/** Methods of RFC 8176: known by heart, and had or measured. */
const KNOWN: ReadonlySet<unknown> = new Set(['pwd', 'pin', 'kba']);
const HELD: ReadonlySet<unknown> = new Set([
  'otp',
  'hwk',
  'swk',
  'sc',
  'sms',
  'tel',
  'fpt',
  'face',
  'iris',
  'retina',
  'vbm',
]);

/** Returns true if the provider asked for a second factor. */
export function hasSecondFactor({ amr, acr }: ProviderClaims): boolean {
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  return (
    STRONG_CONTEXTS.has(acr) ||
    methods.includes('mfa') ||
    (methods.some((one) => KNOWN.has(one)) && methods.some((one) => HELD.has(one)))
  );
}
