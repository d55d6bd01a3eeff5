import i18next from 'i18next';
import { createPathTest } from '../../../model/rights/matchPath.ts';
import type { PublishStep, ThingToPublish } from '../../../ui/feature.ts';
import { addSection } from '../../../ui/i18n/i18n.ts';
import { callerQuery } from '../../../ui/session/session.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { ReviewSettings } from '../../../ui/wire/interface.ts';
import { reviewSettingsQuery } from './queries.ts';

/** The review that must come before something is published; null if none must. */
export async function findReviewStep({ change, page, client }: ThingToPublish): Promise<PublishStep | null> {
  if (page !== null && (await needsReview(page, client))) {
    await addSection('review');
    return stepTo(async (note) => {
      const body = { status: 'published' as const };
      const { meta } = await ask('PUT /api/admin/pages/{id}/draft', { path: { id: page.id }, body });
      if (meta?.draft !== undefined) await askFor(meta.draft, note);
    });
  }
  if (change === null) return null;
  const { data } = await ask('GET /api/admin/changes/{name}/review', { path: { name: change } });
  const { may, state } = data;
  if (may.publish) return null;
  await addSection('review');
  return state === 'open' ? stepTo((note) => askFor(change, note)) : waiting();
}

const stepTo = (act: NonNullable<PublishStep['act']>): PublishStep => ({
  ...{ label: i18next.t('review.ask'), text: i18next.t('review.stepText'), done: i18next.t('review.asked'), act },
});

const waiting = (): PublishStep => ({
  ...{ label: i18next.t('review.waits'), text: i18next.t('review.stepWaits'), done: '', act: null },
});

const askFor = (name: string, note: string): Promise<unknown> =>
  ask('POST /api/admin/changes/{name}/review/ask', { path: { name }, body: { note: note.trim() || null } });

type UnreadPage = NonNullable<ThingToPublish['page']>;

/** Whether rules are about a page that visitors cannot read yet. The server decides again. */
async function needsReview(page: UnreadPage, client: ThingToPublish['client']): Promise<boolean> {
  const { rules, adminsExempt } = await client.fetchQuery({ ...reviewSettingsQuery, staleTime: 0 });
  const caller = client.getQueryData(callerQuery.queryKey);
  if (adminsExempt && caller?.rights.level === 'admin') return false;
  return rules.some((rule) => isAbout(rule, page));
}

const isAbout = (
  { on, types, locales, paths }: ReviewSettings['rules'][number],
  { type, locale, slug }: UnreadPage,
): boolean =>
  (on?.includes('page') ?? true) &&
  (types?.includes(type) ?? true) &&
  (locales?.includes(locale) ?? true) &&
  (paths?.some((path) => createPathTest(path)(slug)) ?? true);
