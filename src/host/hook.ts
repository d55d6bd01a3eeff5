import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Checks that a message comes from the git host, while its bytes come in. */
export interface HookCheck {
  take(chunk: Uint8Array): void;
  /** What identifies the message; null where it is not the host's. */
  end(headers: IncomingHttpHeaders): string | null;
}

/** The headers that hosts put the HMAC-SHA-256 of the body into, as hex: GitHub, Gitea, Forgejo. */
const SIGNATURES: readonly (readonly [header: string, prefix: string])[] = [
  ['x-hub-signature-256', 'sha256='],
  ['x-forgejo-signature', ''],
  ['x-gitea-signature', ''],
];
/** GitLab sends the secret itself. */
const TOKEN = 'x-gitlab-token';

export function createHookCheck(secret: string): HookCheck {
  const sum = createHmac('sha256', secret);
  return {
    take: (chunk) => void sum.update(chunk),
    end(headers) {
      const made = sum.digest('hex');
      const given = SIGNATURES.flatMap(([name, prefix]) => textOf(headers[name])?.replace(prefix, '') ?? []);
      const token = textOf(headers[TOKEN]);
      const isGood = token === undefined ? given.some((one) => isSame(one, made)) : isSame(token, secret);
      return isGood ? made : null;
    },
  };
}

const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** In the same time wherever they differ, and however long they are. */
function isSame(given: string, wanted: string): boolean {
  const sum = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(sum(given), sum(wanted));
}

const EVENTS = ['x-github-event', 'x-forgejo-event', 'x-gitea-event', 'x-gitlab-event'] as const;

/** Whether the message says that something was pushed; other things do not concern us. */
export function isPush(headers: IncomingHttpHeaders): boolean {
  const [event] = EVENTS.flatMap((name) => textOf(headers[name]) ?? []);
  return event === undefined || event === 'push' || event === 'Push Hook';
}

/** The branch that a message is about; null where it does not say. */
export function branchIn(payload: unknown): string | null {
  const ref = (payload as { readonly ref?: unknown } | null)?.ref;
  return typeof ref === 'string' && ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null;
}
