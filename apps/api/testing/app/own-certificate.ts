import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
  alternativeName: '551d11',
};

/**
 * Creates a self-signed certificate for `host`, as PEM with its key and a name of its own, valid
 * from a day ago until `days` from now. Node cannot create one, so this writes the few parts that
 * TLS reads (RFC 5280, in DER).
 */
export function ownCertificate({ days = 1, host = [127, 0, 0, 1] } = {}): {
  cert: string;
  key: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const name = sequence(
    der(
      0x31,
      sequence(oid(OID.commonName), der(0x0c, Buffer.from(`Source system ${randomUUID()}`))),
    ),
  );
  const extensions = sequence(
    sequence(
      oid(OID.basicConstraints),
      der(0x01, Buffer.from([0xff])),
      der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
    ),
    sequence(oid(OID.alternativeName), der(0x04, sequence(der(0x87, Buffer.from(host))))),
  );
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time(Math.min(-1, days - 1)), time(days)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, { key: privateKey, dsaEncoding: 'der' });
  const certificate = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const integer = (value: number) => der(0x02, Buffer.from([value]));
/** `YYYYMMDDHHMMSSZ`, this many days from now. */
const time = (days: number) =>
  der(
    0x18,
    Buffer.from(
      `${new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, '').slice(0, 14)}Z`,
    ),
  );
