import { flag, integer, json, list, orNull, query, record, text } from './schema.ts';

/*
 * The operations that are used of the interface of Gitea and Forgejo, written from what their servers describe at
 * `/swagger.v1.json`, in the form of OpenAPI 3.
 */

const user = record({ id: integer, login: text });
const branch = record({ label: text, ref: text, sha: text, repo_id: integer });
const pullRequest = record({
  ...{ id: integer, number: integer, url: text, html_url: text, title: text, body: text, user },
  state: { enum: ['open', 'closed'] },
  ...{ draft: flag, mergeable: flag, merged: flag, merged_at: orNull(text), merge_commit_sha: orNull(text) },
  ...{ base: branch, head: branch, merge_base: text, created_at: text, updated_at: text, closed_at: orNull(text) },
});
const review = record({
  ...{ id: integer, user: orNull(user), body: text, commit_id: text, stale: flag, official: flag, dismissed: flag },
  state: { enum: ['APPROVED', 'PENDING', 'COMMENT', 'REQUEST_CHANGES', 'REQUEST_REVIEW'] },
});
const state = { enum: ['pending', 'success', 'error', 'failure', 'warning', 'skipped'] };
const combinedStatus = record({
  ...{ state: { enum: ['', ...state.enum] }, sha: text, total_count: integer },
  statuses: orNull(list(record({ id: integer, status: state, context: text, description: text, target_url: text }))),
});
const newPullRequest = record({ head: text, base: text, title: text, body: text }, []);
const editedPullRequest = record({ state: text, title: text, body: text }, []);
const pages = { limit: integer, page: integer };

export const gitea = {
  openapi: '3.1.0',
  paths: {
    '/repos/{owner}/{repo}/pulls': {
      get: {
        parameters: query({
          state: { enum: ['open', 'closed', 'all'] },
          sort: { enum: ['oldest', 'recentupdate', 'leastupdate', 'mostcomment', 'leastcomment', 'priority'] },
          ...pages,
        }),
        responses: { '200': json(list(pullRequest)) },
      },
      post: { requestBody: json(newPullRequest), responses: { '201': json(pullRequest) } },
    },
    '/repos/{owner}/{repo}/pulls/{index}': {
      get: { responses: { '200': json(pullRequest) } },
      patch: { requestBody: json(editedPullRequest), responses: { '201': json(pullRequest) } },
    },
    '/repos/{owner}/{repo}/pulls/{base}/{head}': { get: { responses: { '200': json(pullRequest) } } },
    '/repos/{owner}/{repo}/pulls/{index}/reviews': {
      get: { parameters: query(pages), responses: { '200': json(list(review)) } },
    },
    '/repos/{owner}/{repo}/commits/{ref}/status': {
      get: { parameters: query(pages), responses: { '200': json(combinedStatus) } },
    },
  },
} as const;
