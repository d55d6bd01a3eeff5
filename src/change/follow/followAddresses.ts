import type { Page } from '../../model/entities/page.ts';
import { pathOf, type Redirect, redirect } from '../../model/entities/redirect.ts';
import type { Settings } from '../../model/entities/settings.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { isPublic } from '../../model/page/isPublic.ts';
import { pagePath } from '../../model/page/pagePath.ts';
import { settingsOf } from '../../model/siteSettings.ts';
import { canonicalPath } from '../../model/text/canonicalPath.ts';
import type { Draft, DraftOf, PlanContext } from '../action.ts';
import { createKeys } from '../record/freeKey.ts';
import { createDraft, removeDraft, updateDraft } from '../records.ts';
import { overlay, provisional } from '../write/overlay.ts';

/** A page that is public, at another address than before. */
export interface Readdressed {
  /** Null where it was not public before. */
  readonly from: string | null;
  readonly to: string;
}

/** Where everybody finds a page; null for one that is hidden. */
export const publicAddress = (page: Page, site: Settings, now: Date): string | null =>
  isPublic(page, now) ? pagePath(page, site) : null;

/**
 * What the drafts ask of redirects (contract, "Redirects follow renames"): a public page that gets another slug leaves a
 * redirect where it was, those that lead there go on to where it is, and one that a page comes in place of goes.
 *
 * @param leaves false: where they were the pages leave none
 */
export function redirectsFor(drafts: readonly Draft[], context: PlanContext, leaves = true): readonly Draft[] {
  const { lookup, now } = context;
  const before = settingsOf(lookup);
  const after = drafts.find((draft) => draft.kind === 'settings')?.after?.data ?? before;
  // Of thousands of pages that mention what is moved none is found elsewhere itself.
  const named = drafts.filter(({ follows }) => !follows);
  const pages = named.flatMap((draft) => (draft.kind === 'page' ? readdressed(draft, before, after, now) : []));
  if (!after.redirectOnRename || !asksForAny(pages, lookup)) return [];
  const redirects = drafts.filter(({ kind }) => kind === 'redirect');
  const fixed = new Set(redirects.map((one) => (one.after ?? one.before)?.id));
  // What redirects are planned by is other redirects.
  const next = overlay(lookup, redirects.map(provisional));
  return planRedirects(pages, { ...context, lookup: next }, { leaves, isFixed: ({ id }) => fixed.has(id) }).map(
    (draft) => ({ ...draft, follows: true }),
  );
}

/** A page that only the settings have moved leaves nothing: with another default locale all pages do. */
function readdressed(draft: DraftOf<'page'>, before: Settings, after: Settings, now: Date): readonly Readdressed[] {
  const to = draft.after && publicAddress(draft.after.data, after, now);
  const was = draft.before?.data;
  const from = was ? publicAddress(was, before, now) : null;
  if (to === null || from === to) return [];
  const isMoved = was?.slug !== draft.after?.data.slug || was?.locale !== draft.after?.data.locale;
  return from === null || isMoved ? [{ from, to }] : [];
}

/** Most writes move no page, and most pages that appear come in place of no redirect. */
const asksForAny = (pages: readonly Readdressed[], lookup: Lookup): boolean =>
  pages.some(({ from, to }) => from !== null || redirectsFrom(to, lookup).length > 0);

const redirectsFrom = (path: string, lookup: Lookup): readonly Entry<Redirect>[] =>
  lookup.find('redirect', 'byFromPath', canonicalPath(path));

interface Extent {
  /** Whether redirects are left where the pages were. */
  readonly leaves?: boolean;
  /** Whether the write already changes a redirect itself. */
  isFixed?(entry: Entry<Redirect>): boolean;
}

/**
 * The redirects that pages' new addresses ask for, the content being as it is then. One of somebody's own stays as it is
 * where a page leaves its path, and none is made that would lead back to itself.
 */
export function planRedirects(
  pages: readonly Readdressed[],
  context: PlanContext,
  { leaves = true, isFixed = () => false }: Extent = {},
): readonly Draft[] {
  const { lookup } = context;
  const taken = new Set(pages.map(({ to }) => canonicalPath(to)));
  const moves = new Map(pages.flatMap((one) => (one.from === null ? [] : [[canonicalPath(one.from), one] as const])));
  const stale = [...taken]
    .flatMap((path) => redirectsFrom(path, lookup).filter(isLikeLeft))
    .filter((one) => !isFixed(one));
  const gone = new Set(stale.map(({ id }) => id));
  const staying = moves.size === 0 ? [] : [...lookup.all('redirect')].filter(({ id }) => !gone.has(id));
  const led = staying.filter((one) => !isFixed(one)).flatMap((one) => leadOn(one, moves));
  const held = new Set(staying.map(({ data }) => canonicalPath(data.fromPath)));
  const left = [...moves].filter(([path]) => leaves && !taken.has(path) && !held.has(path));
  const keyFor = left.length > 0 ? createKeys(lookup, 'redirect') : String;
  const made = left.map(([, { from, to }]) =>
    createDraft('redirect', context, () => {
      const fromPath = from ?? '';
      return { key: keyFor(fromPath), fromPath, toPath: to, statusCode: 301, isActive: true };
    }),
  );
  return withoutLoops([...stale.map((one) => removeDraft('redirect', one)), ...led, ...made], lookup);
}

/** Whether a rename may have left it: one of another kind is somebody's own. */
const isLikeLeft = ({ data }: Entry<Redirect>): boolean =>
  data.isActive && data.statusCode === 301 && data.toPath.startsWith('/');

/** The redirect as it leads to where a page is that it led to; what follows the path stays. */
function leadOn(entry: Entry<Redirect>, moves: ReadonlyMap<string, Readdressed>): readonly Draft[] {
  const { data } = entry;
  const to = data.isActive ? moves.get(pathOf(data.toPath))?.to : undefined;
  if (to === undefined) return [];
  return [updateDraft('redirect', entry, { ...data, toPath: to + behindPath(data.toPath) })];
}

function behindPath(address: string): string {
  const at = address.search(/[?#]/);
  return at < 0 ? '' : address.slice(at);
}

/** The drafts without those that would lead in a circle. */
function withoutLoops(drafts: readonly Draft[], lookup: Lookup): readonly Draft[] {
  const next = overlay(lookup, drafts.map(provisional));
  const isLooping = ({ kind, after }: Draft): boolean =>
    kind === 'redirect' && after !== null && (redirect.check?.(after.data, next, null) ?? []).length > 0;
  return drafts.filter((draft) => !isLooping(draft));
}
