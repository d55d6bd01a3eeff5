import { describeActivity } from '../../model/activity.ts';
import type { Page } from '../../model/entities/page.ts';
import type { EntryChange, Lookup } from '../../model/entry.ts';
import { toWire } from '../../model/fields/fields.ts';
import type { PageRevision } from '../../model/page/revision.ts';
import { showAdminRegions } from '../page/regions.ts';
import { showAdminTerms } from '../page/terms.ts';

const countBlocks = ({ regions }: Page): number =>
  Object.values(regions).reduce((sum, placements) => sum + placements.length, 0);

/** What is known of a revision. If its file was broken it has no title, but a problem. */
export const showRevision = ({ data, ...revision }: PageRevision): object => ({
  id: revision.commit,
  pageId: revision.pageId,
  title: data?.title ?? null,
  slug: revision.slug,
  status: data?.status ?? null,
  locale: revision.locale,
  action: revision.action,
  activity: describeActivity({ action: revision.action, subject: revision.subject, count: 1 }),
  actor: revision.actor,
  before: revision.before?.commit ?? null,
  restores: revision.restores,
  wasScheduled: revision.wasScheduled,
  ...(revision.approvedBy.length > 0 && { approvedBy: revision.approvedBy }),
  note: revision.note,
  message: revision.subject,
  createdAt: revision.at,
  createdBy: { name: revision.author.name, email: revision.author.email },
  blockCount: data ? countBlocks(data) : null,
  ...(revision.problem !== null && { problem: revision.problem }),
});

/** A revision by itself. References are resolved to present ids; missing targets are shown as they are in a page. */
export const showRevisionWhole = (revision: PageRevision, data: Page, lookup: Lookup): object => ({
  ...showRevision(revision),
  ...showVersion(data, lookup),
});

/** The content of a version of a page, without its address and its status. */
export const showVersion = (data: Page, lookup: Lookup) => ({
  type: data.type,
  fields: toWire(lookup.byKey('contentType', data.type)?.data.fieldsSchema ?? [], data.fields, { lookup }),
  regions: showAdminRegions(data.regions, lookup),
  terms: showAdminTerms(data, lookup),
  seo: {
    metaTitle: data.seo.metaTitle ?? null,
    metaDescription: data.seo.metaDescription ?? null,
    ogImage: data.seo.ogImage ?? null,
    canonicalUrl: data.seo.canonicalUrl ?? null,
    robots: data.seo.robots ?? null,
  },
});

/** The records that a revert changed, including those that had to follow. */
export const showRevertedRecords = (changes: readonly EntryChange[]): readonly object[] =>
  changes.map(({ kind, before, after }) => {
    const { key, id } = (after ?? before)!;
    return { kind, key, id, change: before === null ? 'created' : after === null ? 'deleted' : 'updated' };
  });

export const showReverted = (reverted: string, commit: string | null, changes: readonly EntryChange[]): object => ({
  ...{ commit, reverted },
  records: showRevertedRecords(changes),
});
