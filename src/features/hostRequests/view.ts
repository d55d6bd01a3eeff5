import { choice, namedSchema, object } from '../../model/schema/schema.ts';
import { DRAFT_PROBLEMS } from '../../view/shapes/page.ts';
import { arrayOf, booleanShape, integerShape, orNull, stringShape, timeShape } from '../../view/shapes/values.ts';
import type { RequestStatus } from './openRequests.ts';

const check = object({
  name: stringShape,
  state: choice('passed', 'failed', 'running', 'skipped'),
  url: orNull(stringShape),
});

const details = object({
  checks: arrayOf(check),
  approvals: arrayOf(object({ by: stringShape, verdict: choice('approved', 'changesRequested') })),
  /** How many approvals the host still requires; null if it does not tell. */
  missingApprovals: orNull(integerShape),
  /** Builds of the commit, with the addresses at which they can be looked at. */
  builds: arrayOf(check),
});

/** The pull or merge request of a change. */
export const CHANGE_REQUEST = namedSchema(
  'ChangeRequest',
  object({
    host: choice('github', 'gitlab', 'gitea'),
    request: orNull(
      object({
        number: integerShape,
        url: orNull(stringShape),
        title: stringShape,
        state: choice('open', 'merged', 'closed'),
        isDraft: booleanShape,
        branch: stringShape,
        base: stringShape,
        head: stringShape,
        mergeability: choice('ready', 'clashes', 'blocked', 'checking', 'unknown'),
      }),
    ),
    details: orNull(details),
    /** Whether the request asks for what the change holds now. */
    isCurrent: booleanShape,
    readAt: orNull(timeShape),
    /** Why the host could not be asked now; at most one. */
    problems: DRAFT_PROBLEMS,
  }),
);

export const showChangeRequest = ({ request, problems, ...status }: RequestStatus): object => ({
  ...status,
  problems: problems.map((problem) => ({ path: [], ...problem })),
  request: request && showRequest(request),
});

const showRequest = ({ mergeCommit: _, ...request }: NonNullable<RequestStatus['request']>): object => request;
