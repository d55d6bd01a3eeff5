import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

interface Options {
  readonly origin: string;
  readonly rpId: string;
  /** Whether it makes sure of its owner, by a fingerprint or a PIN. */
  readonly isVerified?: boolean;
}

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/**
 * An authenticator in software: it makes the answers of a browser (Web Authentication, 5.1 and 6) with a P-256 key, so
 * that tests can also make those that no browser would.
 */
export function createSoftAuthenticator({ origin, rpId, isVerified = true }: Options) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let handle = '';

  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (flags: number, counter: number): Buffer =>
    Buffer.concat([
      sha256(rpId),
      Buffer.from([flags | FLAGS.present | (isVerified ? FLAGS.verified : 0)]),
      uint32(counter),
    ]);
  /** The key as COSE writes it (RFC 9053, 7.1.1). */
  const coseKey = (): Buffer =>
    Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  const text = (bytes: Buffer): string => bytes.toString('base64url');
  const answer = (response: object) => ({
    ...{ id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} },
    ...{ authenticatorAttachment: 'platform', response },
  });

  return {
    register(options: { readonly challenge: string; readonly user: { readonly id: string } }) {
      handle = options.user.id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey()]);
      const data = Buffer.concat([head(FLAGS.attested, 0), attested]);
      // { fmt: 'none', attStmt: {}, authData } in CBOR.
      const start = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex');
      const attestationObject = Buffer.concat([start, Buffer.from([0x58, data.length]), data]);
      return answer({
        clientDataJSON: text(clientData('webauthn.create', options.challenge)),
        attestationObject: text(attestationObject),
        transports: ['internal'],
      });
    },
    authenticate({ challenge }: { readonly challenge: string }, counter = 0) {
      const [data, client] = [head(0, counter), clientData('webauthn.get', challenge)];
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        ...{ clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) },
        userHandle: handle,
      });
    },
  };
}
