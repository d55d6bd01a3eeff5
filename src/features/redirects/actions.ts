import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Lookup } from '../../model/entry.ts';
import { CmsError, type Detail, invalid, invalidAt } from '../../model/errors.ts';
import { within } from '../../model/fields/problem.ts';
import type { JudgeLookup } from '../../model/rules/recordRule.ts';
import { anything, list, type Schema } from '../../model/schema/schema.ts';
import { canonicalPath } from '../../model/text/canonicalPath.ts';
import { type Action, allRecordsIn, type RecordDraft } from '../../write/action.ts';
import { overlayChanges, provisional } from '../../write/queue/overlayChanges.ts';
import { createKeys } from '../../write/record/freeKey.ts';
import { inputSchemas } from '../../write/record/input.ts';
import { createRecordReader } from '../../write/record/recordInput.ts';
import { createDraft, getRecord, type RecordTarget, requireRev, updateDraft } from '../../write/records.ts';
import { type Redirect, redirect } from './entity.ts';

type Json = Readonly<Record<string, unknown>>;

/** Bodies of redirects: what their files hold except the key, which is made from `fromPath`. */
export const redirectInput = inputSchemas(entityOf('redirect'), { omit: ['key'] });

/** The most redirects in one import. */
const MAX_IMPORT = 2000;
/** Each must fit `redirectInput.create`, which its reader checks. */
export const redirectImportInput: Schema<readonly unknown[]> = list(
  { anyOf: [redirectInput.create, anything()] },
  { maxItems: MAX_IMPORT },
);

const readRedirect = createRecordReader<Redirect>(redirect, redirectInput);

/** @param body as `redirectInput` describes it; all its problems are reported at once */
export const createRedirect = (body: Json): Action => ({
  name: 'redirect.create',
  plan(context) {
    const data = readRedirect(null, body);
    const key = createKeys(allRecordsIn(context), 'redirect')(data.fromPath);
    return requireNoLoops([createDraft('redirect', context, () => ({ ...data, key }))], allRecordsIn(context));
  },
});

/** The file keeps its name when `fromPath` changes. */
export const updateRedirect = ({ id, ifMatch }: RecordTarget, body: Json): Action => ({
  name: 'redirect.update',
  plan(context) {
    const before = getRecord(context.lookup, 'redirect', id);
    requireRev(before, ifMatch);
    return requireNoLoops([updateDraft('redirect', before, readRedirect(before.data, body))], allRecordsIn(context));
  },
});

/**
 * Creates the redirects of a list, and skips those whose `fromPath` exists already or is earlier in the list. An invalid
 * one fails all.
 */
export const importRedirects = (bodies: readonly unknown[]): Action => ({
  name: 'redirect.import',
  plan(context) {
    const keyFor = createKeys(allRecordsIn(context), 'redirect');
    const drafts = findNewRedirects(readRedirects(bodies), allRecordsIn(context)).map(({ data, place }) => ({
      ...createDraft('redirect', context, () => ({ ...data, key: keyFor(data.fromPath) })),
      place,
    }));
    return requireNoLoops(drafts, allRecordsIn(context));
  },
});

/** A redirect of an import, and its place in the list. */
interface ImportedRedirect {
  readonly data: Redirect;
  readonly place: readonly string[];
}

/** @throws CmsError VALIDATION with the problems of all, each path beginning with the place in the list */
function readRedirects(bodies: readonly unknown[]): readonly ImportedRedirect[] {
  const details: Detail[] = [];
  const read = bodies.flatMap((body, index) => {
    const place = [String(index)];
    try {
      return [{ data: readRedirectBody(body), place }];
    } catch (error) {
      if (!(error instanceof CmsError)) throw error;
      details.push(...within(place, error.details));
      return [];
    }
  });
  if (details.length > 0) throw invalid(details);
  return read;
}

function readRedirectBody(body: unknown): Redirect {
  if (!isPlainObject(body)) throw invalidAt([], 'must be an object');
  return readRedirect(null, body);
}

function findNewRedirects(redirects: readonly ImportedRedirect[], lookup: Lookup): readonly ImportedRedirect[] {
  const seen = new Set([...lookup.all('redirect')].map(({ data }) => canonicalPath(data.fromPath)));
  return redirects.filter(({ data }) => {
    const path = canonicalPath(data.fromPath);
    return !seen.has(path) && seen.add(path);
  });
}

/** @throws CmsError CONFLICT if the redirects would lead in a circle (SECURITY, 30) */
async function requireNoLoops(drafts: readonly RecordDraft[], lookup: JudgeLookup): Promise<readonly RecordDraft[]> {
  const next = overlayChanges(lookup, drafts.map(provisional));
  const yieldIfBusy = createYieldIfBusy();
  for (const { after, place = [] } of drafts) {
    // All callers pass redirects that are created or updated.
    const [detail] = within(place, redirect.check?.(after!.data as Redirect, next, null) ?? []);
    if (detail) throw new CmsError('CONFLICT', [detail]);
    // Each may lead through a thousand others.
    await yieldIfBusy();
  }
  return drafts;
}
