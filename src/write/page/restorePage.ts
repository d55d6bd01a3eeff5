import type { Page, PageRegions, Placement } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { conflict } from '../../model/errors.ts';
import { applyMigration } from '../../model/migration/migrateRecord.ts';
import { allStepsByName } from '../../model/migration/migrations.ts';
import type { PageRevision } from '../../model/page/revision.ts';
import { findTermByKey } from '../../model/page/term.ts';
import { because } from '../../model/reason.ts';
import { type Action, allRecordsIn, type PlanContext } from '../action.ts';
import { type RecordTarget, updateRecord } from '../records.ts';
import { isOutside } from './pageSlug.ts';

/** The page at a revision. @throws CmsError CONFLICT if its file was broken */
export function requireReadablePage({ commit, data, problem }: PageRevision): Page {
  if (data) return data;
  throw conflict(
    because('unreadableVersion', `The page cannot be read as it was at ${shortenCommit(commit)}: ${problem}`, {}),
  );
}

/**
 * Gives a page the title, slug, type, fields, regions, SEO and terms of a revision; its status and times stay. Terms and
 * blocks that no longer exist are left out. If the type no longer exists, the page keeps its present one.
 */
export function restorePage(target: RecordTarget, revision: PageRevision, note: string | undefined): Action {
  const version = requireReadablePage(revision);
  return {
    ...updateRecord('page', target, (before, context) => applyRevision(before, version, context)),
    name: 'page.restore',
    ...(note !== undefined && { note }),
    restores: revision.commit,
    alwaysCommits: true,
  };
}

/** A revision with the names that its types have today. */
function migrateRevision(version: Page, lookup: Lookup): Page {
  const steps = allStepsByName(lookup);
  const findBlock = (key: string) => lookup.byKey('block', key)?.data;
  // A page stays one.
  return applyMigration({ kind: 'page', data: version }, steps, { findBlock }).data as Page;
}

/** The paths in a revision of what `restorePage` leaves out. */
export function findMissingParts({ terms, regions }: Page, lookup: Lookup): readonly (readonly string[])[] {
  const placements = Object.entries(regions).flatMap(([name, blocks]) =>
    blocks.flatMap((block, index) => (isThere(block, lookup) ? [] : [['regions', name, String(index)]])),
  );
  const gone = Object.entries(terms).flatMap(([vocabulary, slugs]) =>
    slugs.flatMap((slug) => (findTermByKey(lookup, `${vocabulary}/${slug}`) ? [] : [['terms', vocabulary, slug]])),
  );
  return [...placements, ...gone];
}

const ABBREVIATED = 10;
const shortenCommit = (commit: string): string => commit.slice(0, ABBREVIATED);

function applyRevision({ data: present }: Entry<Page>, revision: Page, context: PlanContext): Page {
  const { lookup } = context;
  const version = migrateRevision(revision, lookup);
  const type = lookup.byKey('contentType', version.type) ?? lookup.byKey('contentType', present.type);
  return {
    ...present,
    type: type?.data.slug ?? present.type,
    title: version.title,
    slug: version.slug,
    slugOverride: version.slugOverride || isOutside(version.slug, type?.data),
    fields: version.fields,
    seo: version.seo,
    terms: filterExistingTerms(version.terms, allRecordsIn(context)),
    regions: restorePlacements(version.regions, context),
  };
}

const filterExistingTerms = (terms: Page['terms'], lookup: Lookup): Page['terms'] =>
  Object.fromEntries(
    Object.entries(terms)
      .map(([vocabulary, slugs]) => [
        vocabulary,
        slugs.filter((slug) => findTermByKey(lookup, `${vocabulary}/${slug}`)),
      ])
      .filter(([, slugs]) => slugs!.length > 0),
  );

/** Each block keeps its id, because it is the same block; one without an id in the file gets a new one. */
function restorePlacements(regions: PageRegions, context: PlanContext): PageRegions {
  const all = allRecordsIn(context);
  const restore = (block: Placement): Placement => ({ ...block, id: block.id || context.nextId('block') });
  return Object.fromEntries(
    Object.entries(regions).map(([name, blocks]) => [name, blocks.filter((one) => isThere(one, all)).map(restore)]),
  );
}

const isThere = ({ block, type }: Placement, lookup: Lookup): boolean =>
  block === undefined
    ? lookup.byKey('blockType', type ?? '') !== undefined
    : lookup.byKey('block', block) !== undefined;
