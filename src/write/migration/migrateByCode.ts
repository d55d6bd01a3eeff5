import { deepFreeze } from '../../lib/json/deepFreeze.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import type { YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { Page } from '../../model/entities/page.ts';
import { type Detail, invalid } from '../../model/errors.ts';
import { MAX_PROBLEMS } from '../../model/fields/problem.ts';
import type { JudgeLookup } from '../../model/rules/recordRule.ts';
import { type Action, allRecordsIn, type PlanContext, type RecordDraft } from '../action.ts';
import { updateDraft } from '../records.ts';

/** A migration that the code of a site decides, page by page. */
export interface CodeMigration {
  /** `*` for all. */
  readonly types: readonly string[];
  readonly locales?: readonly string[];
  readonly title?: string;
  change(page: Page, lookup: JudgeLookup): unknown;
}

/** What code may change of a page. */
const CHANGEABLE = ['slug', 'title', 'fields', 'regions', 'terms', 'seo'] as const satisfies readonly (keyof Page)[];

/** Changes pages by code, as one commit, which is checked as a whole. @throws CmsError VALIDATION naming pages for which it fails */
export const migrateByCode = (migration: CodeMigration, note?: string): Action => ({
  name: 'content.migrate',
  subject: migration.title ?? `Migrate pages of ${migration.types.join(', ')} by code`,
  ...(note !== undefined && { note }),
  plan: (context) => draftByCode(migration, context, createYieldIfBusy()),
});

/** The pages that code changes. */
export async function draftByCode(
  migration: CodeMigration,
  context: PlanContext,
  yieldIfBusy: YieldIfBusy,
): Promise<readonly RecordDraft[]> {
  const { types, locales } = migration;
  const lookup = allRecordsIn(context);
  const drafts: RecordDraft[] = [];
  const details: Detail[] = [];
  for (const entry of [...lookup.all('page')]) {
    await yieldIfBusy();
    const { type, locale } = entry.data;
    if (!(types.includes('*') || types.includes(type)) || (locales && !locales.includes(locale))) continue;
    const place = ['page', entry.key];
    const changed = runChange(migration, entry.data, lookup);
    if (typeof changed === 'string') details.push({ path: place, message: changed });
    else if (!sameJson(changed, entry.data)) drafts.push({ ...updateDraft('page', entry, changed), place });
    if (details.length > MAX_PROBLEMS) break;
  }
  if (details.length > 0) throw invalid(details);
  return drafts;
}

/** The page that code makes of a page; a text that says why it makes none. */
function runChange({ change }: CodeMigration, page: Page, lookup: JudgeLookup): Page | string {
  try {
    const changed = change(deepFreeze(structuredClone(page)), lookup);
    if (!isPlainObject(changed)) return 'the migration gave back no page';
    const given = CHANGEABLE.filter((key) => changed[key] !== undefined).map((key) => [key, changed[key]] as const);
    // What is written must be JSON; the writer checks it against the schema of pages.
    const values: unknown = JSON.parse(JSON.stringify(Object.fromEntries(given)));
    return { ...page, ...(values as Partial<Page>) };
  } catch (error) {
    return `the migration failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}
