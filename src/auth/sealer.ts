import { hkdfSync } from 'node:crypto';
import { lazily } from '../lib/list/lazily.ts';

const josePackage = lazily(() => import('jose'));

/** Keeps texts that wait on the disk from whoever reads the disk alone. */
export interface Sealer {
  seal(text: string): Promise<string>;
  /** Null if it was sealed with another secret, or has been changed. */
  open(sealed: string): Promise<string | null>;
}

/** Encrypts with a key of its own for each purpose (RFC 5869), as JSON Web Encryption (RFC 7516) with AES-256-GCM. */
export function createSealer(secret: Uint8Array, purpose: string): Sealer {
  const key = lazily(() => new Uint8Array(hkdfSync('sha256', secret, '', `quire:${purpose}`, 32)));
  return {
    async seal(text) {
      const { CompactEncrypt } = await josePackage();
      return new CompactEncrypt(Buffer.from(text)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key());
    },
    async open(sealed) {
      const { compactDecrypt, errors } = await josePackage();
      const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
      return compactDecrypt(sealed, key(), options).then(
        ({ plaintext }) => Buffer.from(plaintext).toString(),
        (error: unknown) => {
          if (error instanceof errors.JOSEError) return null;
          throw error;
        },
      );
    },
  };
}
