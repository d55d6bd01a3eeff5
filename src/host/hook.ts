import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '../lib/text/isSameSecret.ts';
import { isBranchName } from '../model/address/remoteAddress.ts';

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

const EVENT_HEADERS = ['x-github-event', 'x-forgejo-event', 'x-gitea-event', 'x-gitlab-event'] as const;
/** What hosts call the events of requests, and of what is checked and built of their branches. */
const REQUEST_EVENTS =
  /^(?:pull_request(?:_[a-z_]+)?|check_run|check_suite|status|workflow_run|deployment_status|(?:Merge Request|Pipeline|Job|Deployment) Hook)$/;

/** What a message is about, as far as it matters here. */
export function readHookEvent(headers: IncomingHttpHeaders): 'push' | 'request' | null {
  const [event] = EVENT_HEADERS.flatMap((name) => readSingleHeader(headers[name]) ?? []);
  if (event === undefined || event === 'push' || event === 'Push Hook') return 'push';
  return REQUEST_EVENTS.test(event) ? 'request' : null;
}

/** Where messages about requests name the branch that would be merged. */
const REQUEST_BRANCHES: readonly (readonly (string | number)[])[] = [
  ['pull_request', 'head', 'ref'],
  ['object_attributes', 'source_branch'],
  ['merge_request', 'source_branch'],
  ['check_run', 'check_suite', 'head_branch'],
  ['check_suite', 'head_branch'],
  ['workflow_run', 'head_branch'],
  ['deployment', 'ref'],
  ['branches', 0, 'name'],
  ['object_attributes', 'ref'],
  ['ref'],
];

/** The branch of the request that a message is about; null if it names none. */
export function requestBranchIn(payload: unknown): string | null {
  for (const path of REQUEST_BRANCHES) {
    const found = path.reduce<unknown>(
      (value, key) => (value as { [key]?: unknown } | null | undefined)?.[key],
      payload,
    );
    if (typeof found === 'string' && isBranchName(found)) return found;
  }
  return null;
}

/** The branch that a message is about; null if it names none. */
export function branchIn(payload: unknown): string | null {
  const ref = (payload as { readonly ref?: unknown } | null)?.ref;
  return typeof ref === 'string' && ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null;
}
