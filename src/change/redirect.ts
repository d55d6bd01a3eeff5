import { entityOf } from '../model/entities/index.ts';
import { type Redirect, redirect } from '../model/entities/redirect.ts';
import type { Lookup } from '../model/entry.ts';
import { CmsError, type Detail, invalid } from '../model/errors.ts';
import { list, type Schema } from '../model/schema.ts';
import type { Action, Draft } from './action.ts';
import { createKeys } from './freeKey.ts';
import { inputSchemas } from './input.ts';
import { overlay } from './overlay.ts';
import { provisional } from './planWrite.ts';
import type { Problems } from './problems.ts';
import { type Complete, createRecordReader } from './recordInput.ts';
import { createDraft, getRecord, requireRev, type Target, updateDraft } from './records.ts';

type Json = Readonly<Record<string, unknown>>;

/** Bodies of redirects: what their files hold, the key made from `fromPath`. */
export const redirectInput = inputSchemas(entityOf('redirect'), { omit: ['key'] });

/** The most redirects that one import takes. */
const MAX_IMPORT = 2000;
export const redirectImportInput: Schema<readonly Json[]> = list({ type: 'object' }, { maxItems: MAX_IMPORT });

const readRedirect = createRecordReader<Redirect>(redirect, redirectInput);

/** @param body as `redirectInput` describes it; what is wrong with it is told at once */
export const createRedirect = (body: Json): Action => ({
  name: 'redirect.create',
  plan(context) {
    const data = readRedirect(null, body, withTarget);
    const key = createKeys(context.lookup, 'redirect')(data.fromPath);
    return requireNoLoops([createDraft('redirect', context, () => ({ ...data, key }))], context.lookup);
  },
});

/** The file keeps its name when `fromPath` changes. */
export const updateRedirect = ({ id, ifMatch }: Target, body: Json): Action => ({
  name: 'redirect.update',
  plan({ lookup }) {
    const before = getRecord(lookup, 'redirect', id);
    requireRev(before, ifMatch);
    return requireNoLoops([updateDraft('redirect', before, readRedirect(before.data, body, withTarget))], lookup);
  },
});

/**
 * Creates all redirects of a list whose `fromPath` is neither there yet nor earlier in the list; the others are skipped.
 * One that is wrong fails all.
 */
export const importRedirects = (bodies: readonly Json[]): Action => ({
  name: 'redirect.import',
  plan(context) {
    const keyFor = createKeys(context.lookup, 'redirect');
    const drafts = findNew(readAll(bodies), context.lookup).map((data) =>
      createDraft('redirect', context, () => ({ ...data, key: keyFor(data.fromPath) })),
    );
    return requireNoLoops(drafts, context.lookup);
  },
});

/** @throws CmsError VALIDATION with what is wrong with each, its path led by its place in the list */
function readAll(bodies: readonly Json[]): readonly Redirect[] {
  const details: Detail[] = [];
  const read = bodies.flatMap((body, index) => {
    try {
      return [readRedirect(null, body, withTarget)];
    } catch (error) {
      if (!(error instanceof CmsError)) throw error;
      details.push(...error.details.map(({ path, message }) => ({ path: [String(index), ...path], message })));
      return [];
    }
  });
  if (details.length > 0) throw invalid(details);
  return read;
}

function findNew(redirects: readonly Redirect[], lookup: Lookup): readonly Redirect[] {
  const seen = new Set([...lookup.all('redirect')].map(({ data }) => data.fromPath));
  return redirects.filter(({ fromPath }) => !seen.has(fromPath) && seen.add(fromPath));
}

const withTarget: Complete = (input, problems) => {
  checkTarget(input['toPath'], problems);
  return input;
};

function checkTarget(toPath: unknown, problems: Problems): void {
  const problem = typeof toPath === 'string' ? targetProblem(toPath) : undefined;
  if (problem !== undefined) problems.add(['toPath'], problem);
}

/** The schema's pattern tells paths from URLs; whether a URL is one only a parser can say. */
export const targetProblem = (toPath: string): string | undefined =>
  toPath.startsWith('/') || URL.canParse(toPath) ? undefined : 'must be a path or an http or https URL';

/** @throws CmsError CONFLICT when following the redirects, as they will be, would lead back (SECURITY, 30) */
function requireNoLoops(drafts: readonly Draft[], lookup: Lookup): readonly Draft[] {
  const next = overlay(lookup, drafts.map(provisional));
  // The drafts are this file's own: redirects that are there afterwards.
  const details = drafts.flatMap(({ after }) => redirect.check?.(after!.data as Redirect, next, null) ?? []);
  if (details.length > 0) throw new CmsError('CONFLICT', details.slice(0, 1));
  return drafts;
}
