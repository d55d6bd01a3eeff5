import { randomBytes } from 'node:crypto';
import { createLruCache } from '../../lib/list/createLruCache.ts';
import { isSameSecret } from '../../lib/text/isSameSecret.ts';
import type { Tokens } from '../session/tokens.ts';

const VALID_MS = 5 * 60_000;
const MAX_USED = 64 * 1024;

/**
 * Challenges for passkeys, each good for one answer within five minutes and for one purpose. They are signed instead of
 * stored, so that whoever asks for many fills no memory.
 */
export interface Challenges {
  create(purpose: string): string;
  /** Whether an answer's challenge is one of ours, in time and not used before. It is used up by this. */
  use(challenge: string, purpose: string): boolean;
}

interface ChallengesOptions {
  readonly tokens: Pick<Tokens, 'fingerprint'>;
  readonly clock: () => Date;
}

export function createChallenges({ tokens, clock }: ChallengesOptions): Challenges {
  const used = createLruCache<true>(MAX_USED);
  const sign = (purpose: string, random: string, until: string): string =>
    tokens.fingerprint('challenge', purpose, random, until);

  return {
    create(purpose) {
      const [random, until] = [randomBytes(16).toString('base64url'), String(clock().getTime() + VALID_MS)];
      return [random, until, sign(purpose, random, until)].join('.');
    },
    use(challenge, purpose) {
      const [random = '', until = '', signature = ''] = challenge.split('.');
      if (!isSameSecret(signature, sign(purpose, random, until)) || used.has(random)) return false;
      used.set(random, true);
      return Number(until) > clock().getTime();
    },
  };
}
