import type { GitHostConfig } from '../../../config.ts';
import { findHostedRepository } from '../../../model/address/requestAddress.ts';

/** Which interface a git host has: Forgejo's is Gitea's. */
export type HostKind = 'github' | 'gitlab' | 'gitea';

/** Where the interface of a git host is, and what it calls the repository. */
export interface HostApi {
  readonly kind: HostKind;
  /** Without a trailing slash: `https://api.github.com`, `https://git.example.org/api/v4`. */
  readonly url: string;
  /** `owner/site`; at GitLab, there may be more folders. */
  readonly repository: string;
}

interface KindRule {
  readonly kind: HostKind;
  /** What the names of its hosts have in them. */
  readonly host: RegExp;
  /** How the address of its interface ends, or begins. */
  readonly api: RegExp;
  /** The path of its interface on a host of one's own. */
  readonly path: string;
}

const KINDS: readonly KindRule[] = [
  { kind: 'github', host: /github|\bghe\b/i, api: /\/api\/v3$|^https?:\/\/api\.[^/]+$/, path: '/api/v3' },
  { kind: 'gitlab', host: /gitlab/i, api: /\/api\/v4$/, path: '/api/v4' },
  { kind: 'gitea', host: /gitea|forgejo|codeberg/i, api: /\/api\/v1$/, path: '/api/v1' },
];
/** The hosts of GitHub itself, whose interface has a host of its own. */
const GITHUB = /^(?:github\.com|[\w-]+\.ghe\.com)$/i;

/**
 * Finds the interface of a git host from the address that its repository is fetched from; null if nothing tells what it
 * is, or the address is no host's.
 */
export function findHostApi(address: string, config: Pick<GitHostConfig, 'api' | 'kind'>): HostApi | null {
  const repository = findHostedRepository(address);
  const rule = repository && KINDS.find((one) => matches(one, repository.host, config));
  if (!repository || !rule) return null;
  const { origin, host, path } = repository;
  const url =
    config.api ?? (rule.kind === 'github' && GITHUB.test(host) ? `https://api.${host}` : `${origin}${rule.path}`);
  const name = withoutFolder(path, new URL(url).pathname.slice(1, -rule.path.length));
  return /^[^/]+\/[^/]/.test(name) && (rule.kind === 'gitlab' || name.split('/').length === 2)
    ? { kind: rule.kind, url, repository: name }
    : null;
}

function matches(rule: KindRule, host: string, { api, kind }: Pick<GitHostConfig, 'api' | 'kind'>): boolean {
  if (kind !== null) return rule.kind === (kind === 'forgejo' ? 'gitea' : kind);
  return rule.host.test(host) || (api !== null && rule.api.test(api));
}

/** A host may be in a folder of its server: `https://example.org/git/owner/site`. */
const withoutFolder = (path: string, folder: string): string =>
  folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
