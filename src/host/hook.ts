import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '../lib/text/isSameSecret.ts';

/** Checks, while its bytes come in, that a message comes from the git host. */
export interface HookCheck {
  take(chunk: Uint8Array): void;
  /** An id of the message; null if it is not from the host. */
  end(): string | null;
}

/** The headers with the HMAC-SHA-256 of the body in hex: GitHub, Forgejo, Gitea. */
const SIGNATURES: readonly (readonly [header: string, prefix: string])[] = [
  ['x-hub-signature-256', 'sha256='],
  ['x-forgejo-signature', ''],
  ['x-gitea-signature', ''],
];
const SIGNATURE = /^[0-9a-f]{64}$/;
/** GitLab sends the secret itself. */
const TOKEN = 'x-gitlab-token';

/** The check of a message with these headers; null if they show already that it is not from the host. */
export function createHookCheck(secret: string, headers: IncomingHttpHeaders): HookCheck | null {
  const token = readSingleHeader(headers[TOKEN]);
  const given = SIGNATURES.flatMap(([name, prefix]) => readSingleHeader(headers[name])?.replace(prefix, '') ?? []);
  const mayBeGood = token === undefined ? given.some((one) => SIGNATURE.test(one)) : isSameSecret(token, secret);
  if (!mayBeGood) return null;
  const sum = createHmac('sha256', secret);
  return {
    take: (chunk) => void sum.update(chunk),
    end() {
      const made = sum.digest('hex');
      return token !== undefined || given.some((one) => isSameSecret(one, made)) ? made : null;
    },
  };
}

const readSingleHeader = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const EVENTS = ['x-github-event', 'x-forgejo-event', 'x-gitea-event', 'x-gitlab-event'] as const;

/** Whether the message is about a push; other events do not matter here. */
export function isPush(headers: IncomingHttpHeaders): boolean {
  const [event] = EVENTS.flatMap((name) => readSingleHeader(headers[name]) ?? []);
  return event === undefined || event === 'push' || event === 'Push Hook';
}

/** The branch that a message is about; null if it names none. */
export function branchIn(payload: unknown): string | null {
  const ref = (payload as { readonly ref?: unknown } | null)?.ref;
  return typeof ref === 'string' && ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null;
}
