import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { gitea } from './described/gitea.ts';
import { gitlab } from './described/gitlab.ts';
import type { Description, FoundOperation } from './description.ts';
import type { FakeFacts, FakeRequest } from './fakeHost.ts';
import { createSamples } from './samples.ts';

interface Asked extends Pick<FoundOperation, 'name' | 'params'> {
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly state: FakeState;
}

interface FakeState {
  readonly requests: FakeRequest[];
  readonly facts: FakeFacts;
  readonly origin: string;
  tipOf(branch: string): string | null;
}

interface FakeAnswer {
  readonly status: number;
  readonly data: unknown;
}

/** How an interface of this kind answers. */
export interface FakeApi {
  readonly description: Description;
  /** Where it begins on a host of one's own. */
  readonly root: string;
  isSigned(headers: IncomingHttpHeaders, token: string): boolean;
  answer(asked: Asked): FakeAnswer;
}

const ok = (data: unknown): FakeAnswer => ({ status: 200, data });
const refuse = (status: number, message: string): FakeAnswer => ({ status, data: { message } });
const NOW = '2026-02-01T12:00:00Z';
const headOf = (one: FakeRequest, { tipOf }: FakeState): string => one.head ?? tipOf(one.branch) ?? '0'.repeat(40);
const newestFirst = ({ requests }: FakeState): readonly FakeRequest[] => requests.toReversed();

interface Wanted {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly text: string;
}

/** Adds a request; a text if the host refuses it. */
function addRequest(wanted: Wanted, { requests, tipOf }: FakeState): FakeRequest | string {
  if (tipOf(wanted.branch) === null) return 'The branch does not exist';
  if (requests.some(({ branch, state }) => branch === wanted.branch && state === 'open'))
    return `A pull request already exists for acme:${wanted.branch}.`;
  const made: FakeRequest = { ...wanted, number: requests.length + 1, state: 'open', head: null, mergeCommit: null };
  requests.push(made);
  return made;
}

function closeRequest(one: FakeRequest, state: FakeState): void {
  one.head = headOf(one, state);
  one.state = 'closed';
}

const described = JSON.parse(readFileSync(new URL('./described/github.json', import.meta.url), 'utf8')) as Description;
const sampleOf = createSamples(described);

function toPull(one: FakeRequest, state: FakeState, schema: string): object {
  const { number, branch, base, title, text, mergeCommit } = one;
  const { hindrance } = state.facts;
  const sample = sampleOf(schema) as { head: object; base: object };
  const repo = { ...(sampleOf('repository') as object), full_name: 'acme/site' };
  const isMerged = one.state === 'merged';
  return {
    ...{ ...sample, number, title, body: text, html_url: `${state.origin}/acme/site/pull/${number}`, draft: false },
    state: one.state === 'open' ? 'open' : 'closed',
    ...{ merged: isMerged, merged_at: isMerged ? NOW : null, merge_commit_sha: mergeCommit },
    head: { ...sample.head, ref: branch, sha: headOf(one, state), label: `acme:${branch}`, repo },
    base: { ...sample.base, ref: base, label: `acme:${base}`, repo },
    mergeable: one.state === 'open' ? hindrance !== 'clashes' : null,
    mergeable_state: { none: 'clean', clashes: 'dirty', required: 'blocked' }[hindrance],
  };
}

const githubAnswers: Readonly<Record<string, (asked: Asked) => FakeAnswer>> = {
  'GET /repos/{owner}/{repo}/pulls'({ query, state }) {
    const head = query.get('head');
    const found = newestFirst(state).filter(({ branch }) => head === null || head === `acme:${branch}`);
    return ok(found.map((one) => toPull(one, state, 'pull-request-simple')));
  },
  'POST /repos/{owner}/{repo}/pulls'({ body, state }) {
    const { head, base, title, body: text } = body as { head: string; base: string; title: string; body: string };
    const made = addRequest({ branch: head, base, title, text }, state);
    return typeof made === 'string' ? refuse(422, made) : { status: 201, data: toPull(made, state, 'pull-request') };
  },
  'GET /repos/{owner}/{repo}/pulls/{pull_number}': ({ params, state }) =>
    answerOne(params['pull_number'], state, (one) => toPull(one, state, 'pull-request')),
  'PATCH /repos/{owner}/{repo}/pulls/{pull_number}': ({ params, state }) =>
    answerOne(params['pull_number'], state, (one) => {
      closeRequest(one, state);
      return toPull(one, state, 'pull-request');
    }),
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews': ({ state: { facts } }) =>
    ok(
      facts.approvals.map((login) => ({
        ...(sampleOf('pull-request-review') as object),
        ...{ user: { ...(sampleOf('simple-user') as object), login }, state: 'APPROVED' },
      })),
    ),
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs'({ state: { facts } }) {
    const check_runs = facts.checks.map(({ name, state, url }) => ({
      ...{ ...(sampleOf('check-run') as object), name, html_url: url, details_url: url },
      ...{ status: state === 'pending' ? 'in_progress' : 'completed', conclusion: state === 'pending' ? null : state },
    }));
    return ok({ total_count: check_runs.length, check_runs });
  },
  'GET /repos/{owner}/{repo}/commits/{ref}/status': () =>
    ok({ ...(sampleOf('combined-commit-status') as object), statuses: [], total_count: 0 }),
  'GET /repos/{owner}/{repo}/deployments': ({ state: { facts } }) =>
    ok(facts.builds.map(({ name }, id) => ({ ...(sampleOf('deployment') as object), id, environment: name }))),
  'GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses': ({ params, state: { facts } }) =>
    ok([
      {
        ...(sampleOf('deployment-status') as object),
        ...{ state: 'success', environment_url: facts.builds[Number(params['deployment_id'])]!.url },
      },
    ]),
};

function answerOne(
  number: string | undefined,
  { requests }: FakeState,
  show: (one: FakeRequest) => object,
): FakeAnswer {
  const one = requests.find((request) => String(request.number) === number);
  return one ? ok(show(one)) : refuse(404, 'Not Found');
}

const USER = { id: 1, login: 'ada', username: 'ada', name: 'Ada', state: 'active', web_url: 'https://example.org/ada' };
const LAB_STATUSES = { none: 'mergeable', clashes: 'conflict', required: 'not_approved' } as const;

function toMergeRequest(one: FakeRequest, state: FakeState): object {
  const { number, branch, base, title, text, mergeCommit } = one;
  const { hindrance } = state.facts;
  return {
    ...{ id: 100 + number, iid: number, project_id: 5, title, description: text, author: USER },
    web_url: `${state.origin}/acme/site/-/merge_requests/${number}`,
    state: one.state === 'open' ? 'opened' : one.state,
    ...{ created_at: NOW, updated_at: NOW, merged_at: null, closed_at: null, draft: false, squash: false },
    ...{ source_branch: branch, target_branch: base, source_project_id: 5, target_project_id: 5 },
    ...{ sha: headOf(one, state), merge_commit_sha: mergeCommit, squash_commit_sha: null },
    has_conflicts: hindrance === 'clashes',
    detailed_merge_status: one.state === 'open' ? LAB_STATUSES[hindrance] : 'not_open',
  };
}

const gitlabAnswers: Readonly<Record<string, (asked: Asked) => FakeAnswer>> = {
  'GET /projects/{id}/merge_requests'({ query, state }) {
    const source = query.get('source_branch');
    const found = newestFirst(state).filter(({ branch }) => source === null || source === branch);
    return ok(found.map((one) => toMergeRequest(one, state)));
  },
  'POST /projects/{id}/merge_requests'({ body, state }) {
    const { source_branch: branch, target_branch: base, title, description: text } = body as Record<string, string>;
    const made = addRequest({ branch: branch!, base: base!, title: title!, text: text! }, state);
    return typeof made === 'string' ? refuse(409, made) : { status: 201, data: toMergeRequest(made, state) };
  },
  'GET /projects/{id}/merge_requests/{merge_request_iid}': ({ params, state }) =>
    answerOne(params['merge_request_iid'], state, (one) => toMergeRequest(one, state)),
  'PUT /projects/{id}/merge_requests/{merge_request_iid}': ({ params, state }) =>
    answerOne(params['merge_request_iid'], state, (one) => {
      closeRequest(one, state);
      return toMergeRequest(one, state);
    }),
  'GET /projects/{id}/merge_requests/{merge_request_iid}/approvals': ({ state: { facts } }) =>
    ok({
      ...{ approvals_required: 1, approvals_left: Math.max(0, 1 - facts.approvals.length) },
      approved_by: facts.approvals.map((username) => ({ user: { ...USER, username } })),
    }),
  'GET /projects/{id}/repository/commits/{sha}/statuses': ({ params, state: { facts } }) =>
    ok(
      facts.checks.map(({ name, state, url }, id) => ({
        ...{ id, sha: params['sha'], ref: 'x', name, target_url: url, allow_failure: false },
        status: state === 'failure' ? 'failed' : state,
      })),
    ),
  'GET /projects/{id}/deployments': ({ state }) =>
    ok(
      state.facts.builds.map(({ name, url }, id) => ({
        ...{ id, iid: id, ref: 'x', sha: headOf(state.requests[0]!, state), status: 'success' },
        environment: { id, name, external_url: url },
      })),
    ),
};

function toGiteaPull(one: FakeRequest, state: FakeState): object {
  const { number, branch, base, title, text, mergeCommit } = one;
  const url = `${state.origin}/acme/site/pulls/${number}`;
  const isMerged = one.state === 'merged';
  return {
    ...{ id: 100 + number, number, url, html_url: url, title, body: text, user: USER },
    state: one.state === 'open' ? 'open' : 'closed',
    ...{ draft: false, mergeable: state.facts.hindrance !== 'clashes', merged: isMerged },
    ...{ merged_at: isMerged ? NOW : null, merge_commit_sha: mergeCommit },
    head: { label: branch, ref: branch, sha: headOf(one, state), repo_id: 7 },
    base: { label: base, ref: base, sha: state.tipOf(base), repo_id: 7 },
    ...{ merge_base: '', created_at: NOW, updated_at: NOW, closed_at: null },
  };
}

const giteaAnswers: Readonly<Record<string, (asked: Asked) => FakeAnswer>> = {
  'GET /repos/{owner}/{repo}/pulls': ({ state }) => ok(newestFirst(state).map((one) => toGiteaPull(one, state))),
  'POST /repos/{owner}/{repo}/pulls'({ body, state }) {
    const { head, base, title, body: text } = body as { head: string; base: string; title: string; body: string };
    const made = addRequest({ branch: head, base, title, text }, state);
    return typeof made === 'string' ? refuse(409, made) : { status: 201, data: toGiteaPull(made, state) };
  },
  'GET /repos/{owner}/{repo}/pulls/{base}/{head}'({ params, state }) {
    const one = state.requests.find(({ branch, state: is }) => branch === params['head'] && is !== 'merged');
    return one ? ok(toGiteaPull(one, state)) : refuse(404, 'Not Found');
  },
  'GET /repos/{owner}/{repo}/pulls/{index}': ({ params, state }) =>
    answerOne(params['index'], state, (one) => toGiteaPull(one, state)),
  'PATCH /repos/{owner}/{repo}/pulls/{index}'({ params, state }) {
    const answer = answerOne(params['index'], state, (one) => {
      closeRequest(one, state);
      return toGiteaPull(one, state);
    });
    return answer.status === 200 ? { ...answer, status: 201 } : answer;
  },
  'GET /repos/{owner}/{repo}/pulls/{index}/reviews': ({ state: { facts } }) =>
    ok(
      facts.approvals.map((login, id) => ({
        ...{ id, user: { ...USER, login }, body: '', commit_id: '', stale: false, official: true, dismissed: false },
        state: 'APPROVED',
      })),
    ),
  'GET /repos/{owner}/{repo}/commits/{ref}/status': ({ params, state: { facts } }) =>
    ok({
      ...{ state: '', sha: params['ref'], total_count: facts.checks.length },
      statuses: facts.checks.map(({ name, state, url }, id) => ({
        ...{ id, status: state, context: name, description: '', target_url: url },
      })),
    }),
};

const answerBy =
  (answers: Readonly<Record<string, (asked: Asked) => FakeAnswer>>) =>
  (asked: Asked): FakeAnswer =>
    answers[asked.name]!(asked);

export const FAKE_APIS = {
  github: {
    ...{ description: described, root: '/api/v3', answer: answerBy(githubAnswers) },
    isSigned: ({ authorization }, token) => authorization === `token ${token}`,
  },
  gitlab: {
    ...{ description: gitlab, root: '/api/v4', answer: answerBy(gitlabAnswers) },
    isSigned: (headers, token) => headers['private-token'] === token,
  },
  gitea: {
    ...{ description: gitea, root: '/api/v1', answer: answerBy(giteaAnswers) },
    isSigned: ({ authorization }, token) => authorization === `token ${token}`,
  },
} as const satisfies Readonly<Record<string, FakeApi>>;
