import ipaddr from 'ipaddr.js';
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { lazily } from '../lib/lazily.ts';
import { loadLazily } from '../lib/loadLazily.ts';
import { remember } from '../lib/remember.ts';
import { CmsError } from '../model/errors.ts';
import type { RateLimited } from './endpoint.ts';

const limiterPackage = loadLazily<typeof import('rate-limiter-flexible')>('rate-limiter-flexible');

interface Limit {
  readonly perAddress: number;
  /** Undefined: accounts are not told apart. */
  readonly perAccount?: number;
  readonly seconds: number;
  /** A success is not counted against the address and clears the account. */
  readonly failuresOnly: boolean;
  readonly message: string;
}

/** Who wants in, and what for. */
export interface Attempt {
  readonly name: RateLimited;
  readonly address: string;
  /** The account it is for, where accounts are told apart. */
  readonly account?: string | undefined;
  /** Is given the `RateLimit-*` headers, also of a refusal. */
  show?(headers: Readonly<Record<string, string>>): void;
}

/** Tells that what was admitted went well. */
export type Succeed = () => Promise<void>;

export interface RateLimiter {
  /** Counts an attempt; throws RATE_LIMITED when there were too many. */
  admit(attempt: Attempt): Promise<Succeed>;
}

/** Longer than any e-mail address (RFC 5321: 254). */
const MAX_KEY_LENGTH = 256;
/** Addresses whose reading is remembered. */
const MAX_REMEMBERED = 1000;

const LIMITS: Readonly<Record<RateLimited, Limit>> = {
  login: { perAddress: 50, perAccount: 10, seconds: 900, failuresOnly: true, message: 'Too many failed log-ins' },
  setup: { perAddress: 20, seconds: 900, failuresOnly: true, message: 'Too many failed attempts' },
  upload: { perAddress: 300, perAccount: 300, seconds: 60, failuresOnly: false, message: 'Too many uploads' },
};

/** Limits in memory, where the configuration switches them on. Attempts count when they begin, so that many at once do not slip through. */
export function createRateLimiter({ limitRates }: Pick<Config, 'limitRates'>): RateLimiter {
  if (!limitRates) return { admit: async () => async () => {} };
  const rows = Object.entries(LIMITS) as [RateLimited, Limit][];
  const gates = new Map(rows.map(([name, limit]) => [name, lazily(() => createGate(limit))]));
  // Each has its row.
  return { admit: async (attempt) => gates.get(attempt.name)!()(attempt) };
}

function createGate(limit: Limit): (attempt: Attempt) => Promise<Succeed> {
  const { perAddress, perAccount, seconds: duration } = limit;
  const { RateLimiterMemory } = limiterPackage();
  const addresses = new RateLimiterMemory({ points: perAddress, duration });
  const accounts = perAccount === undefined ? null : new RateLimiterMemory({ points: perAccount, duration });
  const keyOf = remember(addressKey, MAX_REMEMBERED);
  return async ({ address, account, show }) => {
    const [addressOf, accountOf] = [keyOf(address), account?.slice(0, MAX_KEY_LENGTH)];
    await count(addresses, { limit, key: addressOf, show });
    if (accounts && accountOf) await count(accounts, { limit, key: accountOf });
    return async () => {
      if (!limit.failuresOnly) return;
      await addresses.reward(addressOf);
      if (accounts && accountOf) await accounts.delete(accountOf);
    };
  };
}

interface Count {
  readonly show?: Attempt['show'];
  readonly limit: Limit;
  readonly key: string;
}

async function count(limiter: RateLimiterMemory, { limit, key, show }: Count): Promise<void> {
  try {
    const figures = await limiter.consume(key);
    show?.(toHeaders(limiter.points, figures));
  } catch (refused) {
    // The library rejects with its figures, which are no Error, when there are no points left.
    if (!(refused instanceof limiterPackage().RateLimiterRes)) throw refused;
    show?.(toHeaders(limiter.points, refused));
    const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    throw rateLimited(limit.message, retryAfterSeconds);
  }
}

export const rateLimited = (message: string, retryAfterSeconds: number): CmsError =>
  new CmsError('RATE_LIMITED', `${message}: try again in ${retryAfterSeconds} s`, { retryAfterSeconds });

const toHeaders = (limit: number, { remainingPoints, msBeforeNext }: RateLimiterRes): Record<string, string> => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(Math.max(0, remainingPoints)),
  'RateLimit-Reset': String(Math.ceil(msBeforeNext / 1000)),
});

/** Who an address belongs to: one IPv4 address, or the /64 that one IPv6 subscriber gets. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, MAX_KEY_LENGTH);
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
