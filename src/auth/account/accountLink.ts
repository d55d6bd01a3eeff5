import { randomBytes } from 'node:crypto';
import { hashCredential } from '../apiKeys.ts';

/** What a link lets its holder do. */
export type AccountLinkPurpose = 'invitation' | 'reset';

/** A link that is made once, and what is stored of it. */
export interface AccountLink {
  /** Below SITE_URL; known only now. */
  readonly url: string;
  readonly tokenHash: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

const HOUR_MS = 60 * 60 * 1000;
const LIFETIME_MS: Readonly<Record<AccountLinkPurpose, number>> = { invitation: 72 * HOUR_MS, reset: HOUR_MS };
const PREFIX: Readonly<Record<AccountLinkPurpose, string>> = { invitation: 'inv_', reset: 'rst_' };

/** Makes links that open an account. */
export type MakeAccountLink = (purpose: AccountLinkPurpose) => AccountLink;

/**
 * The link holds 256 random bits behind `#`: browsers send that part to no server, so it is in no log, and a program that
 * follows links in mails uses none up.
 */
export const createMakeAccountLink =
  ({ siteUrl, clock }: { readonly siteUrl: string; readonly clock: () => Date }): MakeAccountLink =>
  (purpose) => {
    const token = PREFIX[purpose] + randomBytes(32).toString('base64url');
    return {
      url: `${siteUrl}/admin/account/${purpose}#${token}`,
      tokenHash: hashCredential(token),
      expiresAt: new Date(clock().getTime() + LIFETIME_MS[purpose]).toISOString(),
    };
  };
