import { describedBy } from '../../change/problems.ts';
import type { LateSave } from '../../change/write/lateSave.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { CmsError, invalidAt } from '../../model/errors.ts';
import { describedIn, list, named, type ObjectSchema, text } from '../../model/schema/schema.ts';
import type { FindPast, Past } from '../../sync/version/pastVersions.ts';
import { type Answer, addToMeta, type Call, type Endpoint, heedsIfMatch } from '../endpoint.ts';
import { describeMeta } from '../result.ts';
import { readPreferences } from './preferences.ts';
import { prefersStrict, STRICT, tellsUnknown } from './tellUnknown.ts';

/** The preference that has late writes merged, as answers name it. */
export const MERGE = 'merge';

const prefersMerge = ({ prefer }: Call['headers']): boolean =>
  prefer !== undefined && readPreferences([prefer].flat().join()).has(MERGE);

/** Whether late writes can be merged: those to a record, or a part of one, that git has versions of. */
export const mergesLate = (endpoint: Endpoint): boolean =>
  endpoint.mergesLate ?? (heedsIfMatch(endpoint) && endpoint.result?.headers.includes('ETag') === true);

const MERGED = named('Merged', list(list(text())));

/**
 * The endpoint, with writes that say which version they were made from merged onto the present one (contract, "Merging by
 * values"): by `If-Match` where the request prefers that, or by the commit that its body names.
 */
export function mergeLate(endpoint: Endpoint, findPast: FindPast): Endpoint {
  const { body: schema, result } = endpoint;
  if (!mergesLate(endpoint)) return endpoint;
  return {
    ...endpoint,
    ...(schema && { body: withBaseCommit(schema) }),
    ...(result && { result: describeMeta(result, { merged: MERGED }) }),
    async handle(call) {
      const { past, body } = readPast(call);
      const { actor } = call;
      if (!past || !actor) return endpoint.handle({ ...call, body });
      const lateSave = createLateSave(past, findPast);
      // A commit is no version of a file, so whatever the record is now, it is another one.
      const ifMatch = 'rev' in past ? past.rev : past.commit;
      const answer = await endpoint.handle({ ...call, body, ifMatch, actor: { ...actor, lateSave } });
      return withMerged(answer, endpoint, call, lateSave.merged());
    },
  };
}

const baseCommit = text({ minLength: 40, maxLength: 40 });
const COMMIT = /^[0-9a-f]{40}$/;

type BodySchema = NonNullable<Endpoint['body']>;

function withBaseCommit(schema: BodySchema): BodySchema {
  const described = describedIn(schema) as ObjectSchema<object>;
  const told = { ...described, properties: { ...described.properties, baseCommit } };
  return described === schema ? told : describedBy(told);
}

/** What a request was made from, if it is to be merged, and its body without that. */
function readPast({ ifMatch, body, headers }: Call): { readonly past?: Past; readonly body: unknown } {
  const isPreferred = ifMatch !== undefined && prefersMerge(headers);
  const byRev = isPreferred ? { past: { rev: ifMatch } } : {};
  if (!isPlainObject(body) || body['baseCommit'] === undefined) return { ...byRev, body };
  const { baseCommit: commit, ...rest } = body;
  if (typeof commit !== 'string' || !COMMIT.test(commit))
    throw invalidAt(['baseCommit'], 'must be the id of a commit, as X-Commit gives it');
  // Who sends both means the record to be that version.
  return ifMatch === undefined ? { past: { commit }, body: rest } : { ...byRev, body: rest };
}

interface Late extends LateSave {
  merged(): readonly (readonly string[])[];
}

function createLateSave(past: Past, findPast: FindPast): Late {
  let merged: readonly (readonly string[])[] = [];
  return {
    async baseOf(present) {
      if ('rev' in past && past.rev === present.rev) return present;
      const base = await findPast(present, past);
      if (base) return base;
      throw new CmsError('PRECONDITION_FAILED', 'What this was made from is no version of the record');
    },
    noteMerged(paths) {
      merged = paths;
    },
    merged: () => merged,
  };
}

/** The answer, with what had changed meanwhile and the preferences that were applied. */
function withMerged(
  answer: Answer,
  endpoint: Endpoint,
  { headers }: Call,
  merged: readonly (readonly string[])[],
): Answer {
  const told = addToMeta(answer, { merged });
  if (!prefersMerge(headers)) return told;
  const applied = [...(tellsUnknown(endpoint) && prefersStrict(headers) ? [STRICT] : []), MERGE].join(', ');
  return { ...told, headers: { ...told.headers, 'Preference-Applied': applied } };
}
