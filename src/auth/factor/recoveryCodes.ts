import { randomInt } from 'node:crypto';
import { isSameSecret } from '../../lib/text/isSameSecret.ts';
import { hashCredential } from '../apiKeys.ts';

const COUNT = 10;
/** Crockford's base32: no letter that is taken for a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 random bits: at that length an unsalted fast hash is as good as a slow one. */
const LENGTH = 16;

/** Codes that let their owner in once each when the second factor is lost, and what is stored of them. */
export interface NewRecoveryCodes {
  /** To be shown once: `abcd-efgh-jkmn-pqrs`. */
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

export function makeRecoveryCodes(): NewRecoveryCodes {
  const codes = Array.from({ length: COUNT }, makeCode);
  return { codes, hashes: codes.map((code) => hashRecoveryCode(code)) };
}

/** The stored hash that a code has; undefined if it has none. */
export function findRecoveryCode(hashes: readonly string[], code: string): string | undefined {
  const hash = hashRecoveryCode(code);
  return hashes.find((one) => isSameSecret(one, hash));
}

/** As typed: without regard to case, spaces and dashes. */
const hashRecoveryCode = (code: string): string => hashCredential(code.toLowerCase().replaceAll(/[\s-]/g, ''));

function makeCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}
