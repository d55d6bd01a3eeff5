import { createRequesterFn } from '@gitbeaker/requester-utils';
import {
  type CommitStatusSchema,
  Commits,
  Deployments,
  MergeRequestApprovals,
  type MergeRequestSchema,
  MergeRequests,
} from '@gitbeaker/rest';
import {
  type CheckState,
  type HostClient,
  type HostClientOptions,
  type HostRequest,
  type HostRequestDetails,
  ifAllowed,
  MOST_BUILDS,
  MOST_LISTED,
  type RequestCheck,
  toWebAddress,
} from './hostClient.ts';

/** The client would read page after page. */
const ONE_PAGE = { perPage: MOST_LISTED, maxPages: 1 } as const;

/** The merge requests of a project at GitLab, by its client. */
export function createGitlabClient({ url, repository: project, token, fetch }: HostClientOptions): HostClient {
  const host = url.slice(0, -'/api/v4'.length);
  const options = { host, token, requesterFn: createGitlabRequester(fetch) };
  const requests = new MergeRequests(options);
  const approvals = new MergeRequestApprovals(options);
  const commits = new Commits(options);
  const deployments = new Deployments(options);

  async function listBuilds(sha: string): Promise<readonly RequestCheck[]> {
    const latest = await deployments.all(project, { orderBy: 'id', sort: 'desc', ...ONE_PAGE });
    return latest
      .filter((one) => one.sha === sha)
      .slice(0, MOST_BUILDS)
      .map(({ environment, status }) => ({
        ...{ name: environment.name, state: STATES[status] ?? 'running', url: toWebAddress(environment.external_url) },
      }));
  }

  async function readApprovals(number: number): Promise<Pick<HostRequestDetails, 'approvals' | 'missingApprovals'>> {
    const [found] = await ifAllowed(
      approvals.showConfiguration(project, { mergerequestIId: number }).then((one) => [one]),
    );
    return {
      approvals: (found?.approved_by ?? []).map(({ user }) => ({ by: user.username, verdict: 'approved' as const })),
      missingApprovals: found?.approvals_left ?? null,
    };
  }

  return {
    open: async ({ branch, base, title, text: description }) =>
      fromMergeRequest(await requests.create(project, branch, base, title, { description })),
    async find(branch, base) {
      const [last] = await requests.all({
        ...{ projectId: project, sourceBranch: branch, targetBranch: base, scope: 'all' },
        ...{ orderBy: 'created_at', sort: 'desc', perPage: 1, maxPages: 1 },
      });
      return last ? fromMergeRequest(await requests.show(project, last.iid)) : null;
    },
    read: async (number) => fromMergeRequest(await requests.show(project, number)),
    async inspect({ number, head }) {
      // Its types leave out that this list has pages, too.
      const statuses: Promise<CommitStatusSchema[]> = commits.allStatuses(project, head, ONE_PAGE as object);
      const checks = await ifAllowed(statuses.then((all) => all.map(fromCommitStatus)));
      return { checks, ...(await readApprovals(number)), builds: await ifAllowed(listBuilds(head)) };
    },
    async listRecent() {
      const asked = { projectId: project, scope: 'all', orderBy: 'updated_at', sort: 'desc', ...ONE_PAGE } as const;
      const all: readonly MergeRequestSchema[] = await requests.all(asked);
      return all.filter((one) => one.source_project_id === one.target_project_id).map(fromMergeRequest);
    },
    close: async (number) => fromMergeRequest(await requests.edit(project, number, { stateEvent: 'close' })),
  };
}

/** Asks by the bounded `fetch`, once: the client's own handler would try again. */
const createGitlabRequester = (fetch: HostClientOptions['fetch']) =>
  createRequesterFn(
    async (_, asked) => asked,
    async (endpoint, { prefixUrl, searchParams, method, headers, body }: Record<string, unknown> = {}) => {
      const address = new URL(endpoint, String(prefixUrl));
      address.search = String(searchParams ?? '');
      const init = { method, headers, ...(body !== undefined && { body }) } as RequestInit;
      const response = await fetch(address, init);
      // A client that is given other JSON than it expects fails where it reads it.
      const answer = (response.status === 204 ? {} : await response.json()) as Record<string, unknown>;
      return { body: answer, headers: Object.fromEntries(response.headers), status: response.status };
    },
  );

function fromMergeRequest(merge: MergeRequestSchema): HostRequest {
  const { iid, web_url, title, state, draft, source_branch, target_branch, sha } = merge;
  const isMerged = state === 'merged';
  return {
    ...{ number: iid, title, url: toWebAddress(web_url), isDraft: draft },
    state: isMerged ? 'merged' : state === 'opened' || state === 'locked' ? 'open' : 'closed',
    ...{ branch: source_branch, base: target_branch, head: sha },
    // A fast-forward makes no commit.
    mergeCommit: isMerged ? (merge.merge_commit_sha ?? merge.squash_commit_sha ?? sha) : null,
    mergeability: state === 'opened' ? toMergeRequestMergeability(merge) : 'unknown',
  };
}

function toMergeRequestMergeability({
  has_conflicts,
  detailed_merge_status: status,
}: MergeRequestSchema): HostRequest['mergeability'] {
  if (has_conflicts) return 'clashes';
  return MERGE_STATUSES[status] ?? 'blocked';
}

/** All others are things that are required and missing. */
const MERGE_STATUSES: Readonly<Record<string, HostRequest['mergeability']>> = {
  mergeable: 'ready',
  checking: 'checking',
  unchecked: 'checking',
  preparing: 'checking',
  approvals_syncing: 'checking',
  broken_status: 'clashes',
  conflict: 'clashes',
};

function fromCommitStatus({ name, status, allow_failure, target_url }: CommitStatusSchema): RequestCheck {
  const state = STATES[status] ?? 'running';
  return { name, state: state === 'failed' && allow_failure ? 'skipped' : state, url: toWebAddress(target_url) };
}

/** Of statuses of commits and of deployments. */
const STATES: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  failed: 'failed',
  canceled: 'failed',
  skipped: 'skipped',
  manual: 'skipped',
};
