import type { HostApi } from './findHostApi.ts';
import { findHostFailure } from './hostFailure.ts';
import type { HostInterface } from './hostInterface.ts';

/** A pull or merge request, as its host has it. */
export interface HostRequest {
  readonly number: number;
  /** Its page at the host. */
  readonly url: string | null;
  readonly title: string;
  readonly state: 'open' | 'merged' | 'closed';
  readonly isDraft: boolean;
  /** The branch that would be merged, and the one that it would be merged into. */
  readonly branch: string;
  readonly base: string;
  /** The commit that would be merged. */
  readonly head: string;
  /** The commit that has merged it; null if there is none yet, or it is not told. */
  readonly mergeCommit: string | null;
  /** Whether the host would merge it. `blocked`: something is missing that it requires; `checking`: it is finding out. */
  readonly mergeability: 'ready' | 'clashes' | 'blocked' | 'checking' | 'unknown';
}

export type CheckState = 'passed' | 'failed' | 'running' | 'skipped';

/** Something that the host has checked, or is checking. */
export interface RequestCheck {
  readonly name: string;
  readonly state: CheckState;
  readonly url: string | null;
}

/** What somebody thinks of a request. */
export interface RequestApproval {
  readonly by: string;
  readonly verdict: 'approved' | 'changesRequested';
}

/** What is known of a request besides itself. */
export interface HostRequestDetails {
  readonly checks: readonly RequestCheck[];
  readonly approvals: readonly RequestApproval[];
  /** How many approvals the host still requires; null if it does not tell. */
  readonly missingApprovals: number | null;
  /** Builds of the request's commit that can be looked at. */
  readonly builds: readonly RequestCheck[];
}

export interface NewHostRequest {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** The requests of one repository. Everything throws `HostFailure`. */
export interface HostClient {
  open(wanted: NewHostRequest): Promise<HostRequest>;
  /** The latest request to merge a branch; null if there is none. */
  find(branch: string, base: string): Promise<HostRequest | null>;
  read(number: number): Promise<HostRequest>;
  inspect(request: HostRequest): Promise<HostRequestDetails>;
  /** The requests that were changed last, of any state. */
  listRecent(): Promise<readonly HostRequest[]>;
  close(number: number): Promise<HostRequest>;
}

export interface HostClientOptions extends Pick<HostApi, 'url' | 'repository'> {
  readonly token: string;
  readonly fetch: HostInterface['fetch'];
}

/** How many requests, checks, approvals and builds are read of a host. */
export const MOST_LISTED = 100;
/** Of how many builds the addresses are asked for. */
export const MOST_BUILDS = 5;

/** A token may see less than all: what it does not see is left out. */
export async function ifAllowed<T>(listed: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await listed;
  } catch (error) {
    const { reason } = findHostFailure(error) ?? {};
    if (reason === 'forbidden' || reason === 'missing') return [];
    throw error;
  }
}

/** An address from a host, if a browser may be led there. */
export function toWebAddress(address: string | null | undefined): string | null {
  const url = address && URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) && !url.password ? url.href : null;
}
