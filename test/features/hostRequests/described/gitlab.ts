import { flag, integer, json, list, orNull, query, record, text } from './schema.ts';

/*
 * The operations that are used of GitLab's REST interface, written from its documentation (Merge requests, Merge request
 * approvals, Commits, Deployments) in the form of OpenAPI.
 */

const user = record({ id: integer, username: text, name: text, state: text, web_url: text });
const mergeRequest = record({
  ...{ id: integer, iid: integer, project_id: integer, title: text, description: orNull(text), web_url: text },
  state: { enum: ['opened', 'closed', 'locked', 'merged'] },
  ...{ created_at: text, updated_at: text, merged_at: orNull(text), closed_at: orNull(text) },
  ...{ source_branch: text, target_branch: text, source_project_id: integer, target_project_id: integer },
  ...{ author: user, draft: flag, has_conflicts: flag, sha: text },
  detailed_merge_status: {
    enum: [
      ...['approvals_syncing', 'checking', 'ci_must_pass', 'ci_still_running', 'commits_status', 'conflict'],
      ...['discussions_not_resolved', 'draft_status', 'jira_association_missing', 'mergeable', 'merge_request_blocked'],
      ...['need_rebase', 'not_approved', 'not_open', 'preparing', 'requested_changes', 'unchecked'],
    ],
  },
  ...{ merge_commit_sha: orNull(text), squash_commit_sha: orNull(text), squash: flag },
});
const approvals = record({
  ...{ approvals_required: integer, approvals_left: integer },
  approved_by: list(record({ user })),
});
const commitStatus = record({
  ...{ id: integer, sha: text, ref: text, name: text, target_url: orNull(text), allow_failure: flag },
  status: { enum: ['pending', 'running', 'success', 'failed', 'canceled', 'skipped', 'manual', 'created'] },
});
const deployment = record({
  ...{ id: integer, iid: integer, ref: text, sha: text },
  status: { enum: ['created', 'running', 'success', 'failed', 'canceled', 'blocked'] },
  environment: record({ id: integer, name: text, external_url: orNull(text) }),
});

const pages = { per_page: { type: 'integer', minimum: 1, maximum: 100 }, page: integer };
const order = { order_by: { enum: ['created_at', 'updated_at'] }, sort: { enum: ['asc', 'desc'] } };
const filters = {
  ...{ scope: { enum: ['created_by_me', 'assigned_to_me', 'all'] }, state: text },
  ...{ source_branch: text, target_branch: text },
};
const newMergeRequest = record(
  { source_branch: text, target_branch: text, title: text, description: { type: 'string', maxLength: 1_048_576 } },
  ['source_branch', 'target_branch', 'title'],
);

export const gitlab = {
  openapi: '3.1.0',
  paths: {
    '/projects/{id}/merge_requests': {
      get: {
        parameters: query({ ...filters, ...order, ...pages }),
        responses: { '200': json(list(mergeRequest)) },
      },
      post: { requestBody: json(newMergeRequest), responses: { '201': json(mergeRequest) } },
    },
    '/projects/{id}/merge_requests/{merge_request_iid}': {
      get: { responses: { '200': json(mergeRequest) } },
      put: {
        requestBody: json(record({ state_event: { enum: ['close', 'reopen'] }, title: text }, [])),
        responses: { '200': json(mergeRequest) },
      },
    },
    '/projects/{id}/merge_requests/{merge_request_iid}/approvals': { get: { responses: { '200': json(approvals) } } },
    '/projects/{id}/repository/commits/{sha}/statuses': {
      get: { parameters: query(pages), responses: { '200': json(list(commitStatus)) } },
    },
    '/projects/{id}/deployments': {
      get: {
        parameters: query({
          ...{ order_by: { enum: ['id', 'iid', 'created_at', 'updated_at', 'ref'] }, sort: { enum: ['asc', 'desc'] } },
          ...pages,
        }),
        responses: { '200': json(list(deployment)) },
      },
    },
  },
} as const;
