import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { CmsError, invalidAt } from '../../model/errors.ts';
import type { FindPast, VersionName } from '../../site/version/past.ts';
import type { LateSave } from '../../write/queue/lateSave.ts';
import { type Answer, addToMeta, type Call, type Endpoint, mergesLate } from '../endpoint.ts';
import { prefersStrict, readPreferences, STRICT } from '../request/preferences.ts';
import type { Step } from './step.ts';
import { tellsUnknown } from './unknownNames.ts';

/** The preference that asks to merge late writes, as answers name it. */
export const MERGE = 'merge';

const prefersMerge = ({ prefer }: Call['headers']): boolean =>
  prefer !== undefined && readPreferences([prefer].flat().join()).has(MERGE);

/**
 * Merges writes that name the version they are based on onto the present one (contract, "Merge by values"). They name it
 * by `If-Match` with `Prefer: merge`, or by the commit in `baseCommit` of the body.
 */
export const mergeLate: Step<Call, Answer> = (endpoint, below) => {
  const handle = below(endpoint);
  const findPast = endpoint.site?.findPast;
  if (!findPast || !mergesLate(endpoint)) return handle;
  return async (call) => {
    const { past, body } = readPast(call);
    const { actor } = call;
    if (!past || !actor) return handle({ ...call, body });
    const lateSave = createLateSave(past, findPast);
    // A commit id never equals a file's `rev`, so the write always counts as late.
    const ifMatch = 'rev' in past ? past.rev : past.commit;
    const answer = await handle({ ...call, body, ifMatch, actor: { ...actor, lateSave } });
    return addMergedPaths(answer, endpoint, call, lateSave.merged());
  };
};

const COMMIT = /^[0-9a-f]{40}$/;

/** The version that a request is based on, if it asks to be merged, and its body without `baseCommit`. */
function readPast({ ifMatch, body, headers }: Call): { readonly past?: VersionName; readonly body: unknown } {
  const isPreferred = ifMatch !== undefined && prefersMerge(headers);
  const byRev = isPreferred ? { past: { rev: ifMatch } } : {};
  if (!isPlainObject(body) || body['baseCommit'] === undefined) return { ...byRev, body };
  const { baseCommit: commit, ...rest } = body;
  if (typeof commit !== 'string' || !COMMIT.test(commit))
    throw invalidAt(['baseCommit'], 'must be a commit id, as X-Commit answers it');
  // With both, `If-Match` decides: the record must be at that version.
  return ifMatch === undefined ? { past: { commit }, body: rest } : { ...byRev, body: rest };
}

interface Late extends LateSave {
  merged(): readonly (readonly string[])[];
}

function createLateSave(past: VersionName, findPast: FindPast): Late {
  let merged: readonly (readonly string[])[] = [];
  return {
    async baseOf(present) {
      if ('rev' in past && past.rev === present.rev) return present;
      const base = await findPast(present, past);
      if (base) return base;
      throw new CmsError('PRECONDITION_FAILED', 'The record never had the version that this edit is based on');
    },
    noteMerged(paths) {
      merged = paths;
    },
    merged: () => merged,
  };
}

/** The answer, with the paths that had changed meanwhile and the preferences that were applied. */
function addMergedPaths(
  answer: Answer,
  endpoint: Endpoint,
  { headers }: Call,
  merged: readonly (readonly string[])[],
): Answer {
  const extended = addToMeta(answer, { merged });
  if (!prefersMerge(headers)) return extended;
  const applied = [...(tellsUnknown(endpoint) && prefersStrict(headers) ? [STRICT] : []), MERGE].join(', ');
  return { ...extended, headers: { ...extended.headers, 'Preference-Applied': applied } };
}
