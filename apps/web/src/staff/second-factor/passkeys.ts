import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyChallenge,
} from '@pos/contract/staff/second-factor';

/** True if this browser makes passkeys for this address: over https, or on localhost. */
export const knowsPasskeys = (): boolean =>
  'PublicKeyCredential' in window &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$/.test(location.hostname);

/** Makes a passkey. Throws if the person cancels. */
export async function makePasskey({
  token,
  options,
}: PasskeyChallenge): Promise<Omit<NewPasskey, 'name'>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { id, response } = made.toJSON() as RegistrationResponseJSON;
  return {
    token,
    id,
    clientData: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports,
  };
}

/** Lets a passkey answer a challenge. Throws if the person cancels. */
export async function askPasskey({ token, options }: PasskeyChallenge): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const given = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { id, response } = given.toJSON() as AuthenticationResponseJSON;
  return {
    token,
    id,
    clientData: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
  };
}
