import type { ReaderParts } from '../../extend/featureParts.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { listResult } from '../../http/result.ts';
import type { Actor } from '../../model/access.ts';
import { describeActivity } from '../../model/activity.ts';
import { CmsError } from '../../model/errors.ts';
import { namedSchema, object } from '../../model/schema/schema.ts';
import { showProblem } from '../../view/admin/dashboard.ts';
import { PROBLEM } from '../../view/shapes/overview.ts';
import { ACTIVITY, PERSON_NAMED } from '../../view/shapes/revision.ts';
import { integerShape, orNull, stringShape, timeShape } from '../../view/shapes/values.ts';
import type { ProblemTracer } from './traceProblems.ts';

interface OriginDeps extends Pick<ReaderParts, 'live' | 'problems'> {
  readonly tracer: ProblemTracer;
}

const ORIGIN = namedSchema(
  'ProblemOrigin',
  object({
    problem: PROBLEM,
    /** Null for what no commit has brought, and while it is looked for. */
    origin: orNull(
      object({
        ...{ commit: stringShape, at: timeShape, author: PERSON_NAMED, actor: orNull(stringShape) },
        ...{ activity: ACTIVITY, message: orNull(stringShape), note: orNull(stringShape) },
      }),
    ),
  }),
);

/** Since when something is wrong (MODEL, 3). */
export const problemOriginEndpoints = (deps: OriginDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/problems/origins',
    summary:
      'List the problems with the commits that brought them, as far as these are known; `searching` tells how many are not',
    access: 'viewer',
    result: listResult(ORIGIN, { meta: object({ total: integerShape, searching: integerShape }) }),
    async handle({ actor }) {
      const problems = await deps.problems.list();
      const origins = deps.tracer.trace(problems);
      const data: object[] = [];
      for (const [index, problem] of problems.entries()) {
        const commit = origins[index];
        data.push({ problem: showProblem(problem), origin: commit ? await showOrigin(commit, actor, deps) : null });
      }
      const searching = origins.filter((origin) => origin === undefined).length;
      return { data, meta: { total: problems.length, searching } };
    },
  }),
];

async function showOrigin(
  commit: string,
  { rights }: Pick<Actor, 'rights'>,
  { live }: Pick<OriginDeps, 'live'>,
): Promise<object | null> {
  const change = live.history.commits().findChange(commit);
  if (!change || !(rights.readsAll || (await isWhollyReadable(commit, { live })))) return null;
  const { at, author, actor, action, records } = change;
  const message = await live.history.readMessage(commit);
  return {
    ...{ commit, at, author, actor },
    activity: describeActivity({ action, subject: message?.subject ?? '', count: records.length }),
    // It names records as they were called then.
    ...{ message: rights.readsAll ? (message?.subject ?? null) : null, note: message?.body || null },
  };
}

/** Whether somebody may read all that a commit has changed. */
async function isWhollyReadable(commit: string, { live }: Pick<OriginDeps, 'live'>): Promise<boolean> {
  try {
    await live.history.readCommit(commit);
    return true;
  } catch (error) {
    if (error instanceof CmsError) return false;
    throw error;
  }
}
