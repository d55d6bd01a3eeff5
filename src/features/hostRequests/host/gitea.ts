import {
  type CheckState,
  type HostClient,
  type HostClientOptions,
  type HostRequest,
  ifAllowed,
  MOST_LISTED,
  type RequestApproval,
  type RequestCheck,
  toWebAddress,
} from './hostClient.ts';

/** What is read of its answers (`swagger.v1.json` of Gitea and Forgejo: `PullRequest`, `PullReview`, `CombinedStatus`). */
interface PullAnswer {
  readonly number: number;
  readonly html_url: string;
  readonly title: string;
  readonly state: 'open' | 'closed';
  readonly draft?: boolean;
  readonly merged: boolean;
  readonly mergeable: boolean;
  readonly merge_commit_sha: string | null;
  readonly head: BranchAnswer;
  readonly base: BranchAnswer;
}

interface BranchAnswer {
  readonly ref: string;
  readonly sha: string;
  readonly repo_id: number;
}

interface ReviewAnswer {
  readonly user: { readonly login: string } | null;
  readonly state: string;
  readonly dismissed: boolean;
}

interface StatusAnswer {
  readonly statuses:
    | readonly { readonly context: string; readonly status: string; readonly target_url: string }[]
    | null;
}

/** The pull requests of a repository at Gitea or Forgejo, by its description. */
export function createGiteaClient({ url, repository, token, fetch }: HostClientOptions): HostClient {
  const [owner = '', name = ''] = repository.split('/').map(encodeURIComponent);

  /** Asks for something of the repository. The caller names what its description promises. */
  async function ask<T>(path: string, method = 'GET', body?: object): Promise<T> {
    const headers = { accept: 'application/json', authorization: `token ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await (await fetch(`${url}/repos/${owner}/${name}${path}`, init)).json()) as T;
  }

  async function listRecent(): Promise<readonly HostRequest[]> {
    const all = await ask<readonly PullAnswer[]>(`/pulls?state=all&sort=recentupdate&limit=${MOST_LISTED}`);
    return all.filter(({ head, base }) => head.repo_id === base.repo_id).map(fromGiteaPull);
  }

  return {
    open: async ({ branch: head, base, title, text: body }) =>
      fromGiteaPull(await ask<PullAnswer>('/pulls', 'POST', { head, base, title, body })),
    async find(branch, base) {
      // By its branches, only an unmerged one is found, and only since Gitea 1.22.
      const path = `/pulls/${encodeURIComponent(base)}/${encodeURIComponent(branch)}`;
      const [unmerged] = await ifAllowed(ask<PullAnswer>(path).then((one) => [fromGiteaPull(one)]));
      return unmerged ?? (await listRecent()).find((one) => one.branch === branch && one.base === base) ?? null;
    },
    read: async (number) => fromGiteaPull(await ask<PullAnswer>(`/pulls/${number}`)),
    async inspect({ number, head }) {
      const reviews = await ask<readonly ReviewAnswer[]>(`/pulls/${number}/reviews?limit=${MOST_LISTED}`);
      const statuses = ask<StatusAnswer>(`/commits/${head}/status?limit=${MOST_LISTED}`);
      const checks = await ifAllowed(statuses.then(({ statuses: all }) => (all ?? []).map(fromGiteaStatus)));
      return { checks, approvals: toGiteaVerdicts(reviews), missingApprovals: null, builds: [] };
    },
    listRecent,
    close: async (number) => fromGiteaPull(await ask<PullAnswer>(`/pulls/${number}`, 'PATCH', { state: 'closed' })),
  };
}

function fromGiteaPull(pull: PullAnswer): HostRequest {
  const { number, html_url, title, state, draft = false, merged, mergeable, merge_commit_sha, head, base } = pull;
  return {
    ...{ number, title, url: toWebAddress(html_url), isDraft: draft },
    state: merged ? 'merged' : state,
    ...{ branch: head.ref, base: base.ref, head: head.sha },
    mergeCommit: merged ? merge_commit_sha : null,
    // It tells clashes alone, and counts a request that it has not tried yet among those.
    mergeability: state === 'open' ? (mergeable ? 'ready' : 'clashes') : 'unknown',
  };
}

/** The last verdict of each reviewer counts. */
function toGiteaVerdicts(reviews: readonly ReviewAnswer[]): readonly RequestApproval[] {
  const last = new Map<string, RequestApproval>();
  for (const { user, state, dismissed } of reviews) {
    const by = user?.login ?? '';
    if (dismissed) last.delete(by);
    else if (state === 'APPROVED') last.set(by, { by, verdict: 'approved' });
    else if (state === 'REQUEST_CHANGES') last.set(by, { by, verdict: 'changesRequested' });
  }
  return [...last.values()];
}

const fromGiteaStatus = ({
  context: name,
  status,
  target_url,
}: NonNullable<StatusAnswer['statuses']>[number]): RequestCheck => ({
  ...{ name, state: STATES[status] ?? 'running', url: toWebAddress(target_url) },
});

const STATES: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  warning: 'passed',
  failure: 'failed',
  error: 'failed',
  skipped: 'skipped',
};
