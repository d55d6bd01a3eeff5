import { Octokit, type RestEndpointMethodTypes } from '@octokit/rest';
import {
  type CheckState,
  type HostClient,
  type HostClientOptions,
  type HostRequest,
  ifAllowed,
  MOST_BUILDS,
  MOST_LISTED,
  type RequestApproval,
  type RequestCheck,
  toWebAddress,
} from './hostClient.ts';

type PullInList = RestEndpointMethodTypes['pulls']['list']['response']['data'][number];
type PullByItself = RestEndpointMethodTypes['pulls']['get']['response']['data'];
type PullReview = RestEndpointMethodTypes['pulls']['listReviews']['response']['data'][number];

/** What the client would print on the console. */
const QUIET = { debug: discard, info: discard, warn: discard, error: discard };
function discard(): void {}

/** The requests of a repository at GitHub, by its client. */
export function createGithubClient({ url, repository, token, fetch }: HostClientOptions): HostClient {
  const octokit = new Octokit({ auth: token, baseUrl: url, log: QUIET, request: { fetch, log: QUIET } });
  const { pulls, checks, repos } = octokit.rest;
  const [owner = '', repo = ''] = repository.split('/');
  const at = { owner, repo };

  async function listRuns(ref: string): Promise<readonly RequestCheck[]> {
    const { check_runs: runs } = (await checks.listForRef({ ...at, ref, per_page: MOST_LISTED })).data;
    return runs.map(({ name, status, conclusion, html_url, details_url }) => ({
      name,
      state: status === 'completed' ? (CONCLUSIONS[conclusion ?? ''] ?? 'failed') : 'running',
      url: toWebAddress(details_url ?? html_url),
    }));
  }

  async function listStatuses(ref: string): Promise<readonly RequestCheck[]> {
    const { statuses } = (await repos.getCombinedStatusForRef({ ...at, ref, per_page: MOST_LISTED })).data;
    return statuses.map(({ context: name, state, target_url }) => ({
      ...{ name, state: STATES[state] ?? 'running', url: toWebAddress(target_url) },
    }));
  }

  async function listBuilds(sha: string): Promise<readonly RequestCheck[]> {
    const { data: deployments } = await repos.listDeployments({ ...at, sha, per_page: MOST_BUILDS });
    const builds: RequestCheck[] = [];
    for (const { id, environment } of deployments) {
      const [last] = (await repos.listDeploymentStatuses({ ...at, deployment_id: id, per_page: 1 })).data;
      const url = toWebAddress(last?.environment_url) ?? toWebAddress(last?.target_url);
      builds.push({ name: environment, state: STATES[last?.state ?? ''] ?? 'running', url });
    }
    return builds;
  }

  return {
    async open({ branch: head, base, title, text: body }) {
      return fromPull((await pulls.create({ ...at, head, base, title, body })).data);
    },
    async find(branch, base) {
      const query = { ...at, head: `${owner}:${branch}`, base, state: 'all', per_page: 1 } as const;
      const [last] = (await pulls.list({ ...query, sort: 'created', direction: 'desc' })).data;
      return last ? fromPull((await pulls.get({ ...at, pull_number: last.number })).data) : null;
    },
    read: async (number) => fromPull((await pulls.get({ ...at, pull_number: number })).data),
    async inspect({ number, head }) {
      const reviews = (await pulls.listReviews({ ...at, pull_number: number, per_page: MOST_LISTED })).data;
      return {
        checks: [...(await ifAllowed(listRuns(head))), ...(await ifAllowed(listStatuses(head)))],
        approvals: toLastVerdicts(reviews),
        missingApprovals: null,
        builds: await ifAllowed(listBuilds(head)),
      };
    },
    async listRecent() {
      const query = { ...at, state: 'all', sort: 'updated', direction: 'desc', per_page: MOST_LISTED } as const;
      return (await pulls.list(query)).data.filter(isOfRepository).map(fromPullInList);
    },
    close: async (number) => fromPull((await pulls.update({ ...at, pull_number: number, state: 'closed' })).data),
  };
}

/** A branch of a fork may have the same name. */
const isOfRepository = ({ head, base }: PullInList): boolean => head.repo?.full_name === base.repo.full_name;

function fromPullInList(pull: PullInList): HostRequest {
  const { number, html_url, title, state, draft = false, head, base, merged_at, merge_commit_sha } = pull;
  const isMerged = merged_at !== null;
  return {
    ...{ number, title, url: toWebAddress(html_url), isDraft: draft },
    state: isMerged ? 'merged' : state === 'open' ? 'open' : 'closed',
    ...{ branch: head.ref, base: base.ref, head: head.sha },
    // Of a request that is not merged, it is a commit that the host makes to try the merge.
    mergeCommit: isMerged ? merge_commit_sha : null,
    mergeability: 'unknown',
  };
}

const fromPull = (pull: PullByItself): HostRequest => ({
  ...fromPullInList(pull as PullInList),
  mergeability: toPullMergeability(pull),
});

function toPullMergeability({
  mergeable,
  mergeable_state: state,
  state: requestState,
}: PullByItself): HostRequest['mergeability'] {
  if (requestState !== 'open') return 'unknown';
  if (mergeable === false || state === 'dirty') return 'clashes';
  if (state === 'unknown' || mergeable === null) return 'checking';
  return state === 'blocked' || state === 'behind' || state === 'draft' ? 'blocked' : 'ready';
}

/** The last verdict of each reviewer counts; a comment is none. */
function toLastVerdicts(reviews: readonly PullReview[]): readonly RequestApproval[] {
  const last = new Map<string, RequestApproval | null>();
  for (const { user, state } of reviews) {
    const by = user?.login ?? '';
    if (state === 'APPROVED') last.set(by, { by, verdict: 'approved' });
    if (state === 'CHANGES_REQUESTED') last.set(by, { by, verdict: 'changesRequested' });
    if (state === 'DISMISSED') last.set(by, null);
  }
  return [...last.values()].filter((one) => one !== null);
}

const CONCLUSIONS: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  neutral: 'passed',
  skipped: 'skipped',
};

/** Of statuses of commits and of deployments. */
const STATES: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  failure: 'failed',
  error: 'failed',
  inactive: 'skipped',
};
