import type { ServerConfig } from '../../config.ts';
import { lazily } from '../../lib/list/lazily.ts';
import { addressKey } from '../../lib/net/addressKey.ts';
import { createWindows, type Windows } from '../../lib/turn/createWindows.ts';
import { CmsError } from '../../model/errors.ts';
import type { RateLimited } from '../endpoint.ts';

interface Limit {
  readonly perAddress: number;
  /** If undefined, accounts are not counted. */
  readonly perAccount?: number;
  readonly seconds: number;
  /** A success is not counted against the address and clears the account. */
  readonly failuresOnly: boolean;
  readonly message: string;
}

/** An attempt that is limited. */
export interface LimitedAttempt {
  readonly name: RateLimited;
  readonly address: string;
  /** Receives the `RateLimit-*` headers, also when the attempt is refused. */
  show?(headers: Readonly<Record<string, string>>): void;
}

/** An attempt from an address that has not tried too often. */
export interface Admission {
  /** Counts the attempt against its account too; throws RATE_LIMITED if there were too many. */
  countAccount(account: string | undefined): void;
  /** Says that the attempt succeeded. */
  succeed(): void;
}

/**
 * Whether an account has logged in from an address before. Such an address has its own count of failures, so that
 * strangers' attempts elsewhere do not lock out the owner.
 */
export type KnowsAddress = (account: string, address: string) => boolean;

export interface RateLimiter {
  /** Counts an attempt against its address; throws RATE_LIMITED if there were too many. */
  admit(attempt: LimitedAttempt): Admission;
}

/** Longer than any e-mail address (RFC 5321: 254). */
const MAX_KEY_LENGTH = 256;

const LIMITS: Readonly<Record<RateLimited, Limit>> = {
  login: { perAddress: 50, perAccount: 10, seconds: 900, failuresOnly: true, message: 'Too many failed log-ins' },
  setup: { perAddress: 20, seconds: 900, failuresOnly: true, message: 'Too many failed attempts' },
  link: { perAddress: 20, seconds: 900, failuresOnly: true, message: 'Too many failed attempts' },
  // What it answers does not say whether it has succeeded, so each counts.
  reset: {
    perAddress: 50,
    perAccount: 10,
    seconds: 900,
    failuresOnly: false,
    message: 'Too many requests for a password',
  },
  upload: { perAddress: 300, perAccount: 300, seconds: 60, failuresOnly: false, message: 'Too many uploads' },
};

interface Options extends Pick<ServerConfig, 'limitRates'> {
  readonly knowsAddress?: KnowsAddress | undefined;
}

/**
 * Counts attempts in memory if the configuration asks for it. They count when they begin, so that many at once do not
 * slip through.
 */
export function createRateLimiter({ limitRates, knowsAddress = () => false }: Options): RateLimiter {
  if (!limitRates) return { admit: () => ({ countAccount: () => {}, succeed: () => {} }) };
  const rows = Object.entries(LIMITS) as [RateLimited, Limit][];
  const gates = new Map(rows.map(([name, limit]) => [name, lazily(() => createGate(limit, knowsAddress))]));
  // Every name has a row in LIMITS.
  return { admit: (attempt) => gates.get(attempt.name)!()(attempt) };
}

function createGate(limit: Limit, knowsAddress: KnowsAddress): (attempt: LimitedAttempt) => Admission {
  const { perAddress, perAccount, seconds } = limit;
  const addresses = createWindows(seconds);
  const accounts = createWindows(seconds);
  return ({ address, show }) => {
    const addressOf = addressKey(address);
    let accountOf: string | undefined;
    admitOne(addresses, { limit, most: perAddress, key: addressOf, show });
    return {
      countAccount(account) {
        if (perAccount === undefined || !account) return;
        const isKnown = knowsAddress(account, address);
        // No address contains a bar, so nothing typed as an account can equal the key of a known address.
        accountOf = `${isKnown ? addressOf : ''}|${account}`.slice(0, MAX_KEY_LENGTH);
        admitOne(accounts, { limit, most: perAccount, key: accountOf });
      },
      succeed() {
        if (!limit.failuresOnly) return;
        addresses.takeBack(addressOf);
        if (accountOf) accounts.forget(accountOf);
      },
    };
  };
}

interface One {
  readonly limit: Limit;
  readonly most: number;
  readonly key: string;
  readonly show?: LimitedAttempt['show'];
}

function admitOne(windows: Windows, { limit, most, key, show }: One): void {
  const { count, seconds } = windows.count(key);
  show?.({
    'RateLimit-Limit': String(most),
    'RateLimit-Remaining': String(Math.max(0, most - count)),
    'RateLimit-Reset': String(seconds),
  });
  if (count > most) throw rateLimited(limit.message, seconds);
}

export const rateLimited = (message: string, retryAfterSeconds: number): CmsError =>
  new CmsError('RATE_LIMITED', `${message}: try again in ${retryAfterSeconds} s`, { retryAfterSeconds });
