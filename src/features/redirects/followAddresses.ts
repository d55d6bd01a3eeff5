import type { Page } from '../../model/entities/page.ts';
import type { Settings } from '../../model/entities/settings.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { isPublic } from '../../model/page/isPublic.ts';
import { hasAddress, pagePath } from '../../model/page/pagePath.ts';
import type { JudgeLookup } from '../../model/rules/recordRule.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { canonicalPath } from '../../model/text/canonicalPath.ts';
import type { DraftOf, PlanContext, RecordDraft } from '../../write/action.ts';
import { overlayChanges, provisional } from '../../write/queue/overlayChanges.ts';
import type { Consequence } from '../../write/queue/planWrite.ts';
import { createKeys } from '../../write/record/freeKey.ts';
import { createDraft, removeDraft, updateDraft } from '../../write/records.ts';
import { type Redirect, redirect, targetPath } from './entity.ts';

/** The change of a public page's address. */
export interface AddressChange {
  /** Null where it was not public before. */
  readonly from: string | null;
  readonly to: string;
}

/** The public address of a page; null for one that is hidden or has none. */
export const publicPagePath = (
  page: Page,
  site: Settings,
  { lookup, now }: { readonly lookup: Pick<Lookup, 'byKey'>; readonly now: Date },
): string | null => (isPublic(page, now) && hasAddress(page, lookup) ? pagePath(page, site) : null);

/**
 * The redirects that the drafts make necessary (contract, "Redirects follow renames"): a public page that gets another
 * slug leaves a redirect at its old address, redirects to the old address lead to the new one, and a redirect from an
 * address that a page now has is removed.
 */
export const redirectsFor: Consequence = (drafts, context, { leavesRedirects: leaves = true }) => {
  const { lookup } = context;
  const before = siteSettings(lookup);
  const after = drafts.find((draft) => draft.kind === 'settings')?.after?.data ?? before;
  // The pages that follow only mention what moves: there may be thousands, and none of them moves itself.
  const named = drafts.filter(({ follows }) => !follows);
  const pages = named.flatMap((draft) => (draft.kind === 'page' ? readdressed(draft, { before, after }, context) : []));
  if (!after.redirectOnRename || !asksForAny(pages, lookup)) return [];
  const redirects = drafts.filter(({ kind }) => kind === 'redirect');
  const fixed = new Set(redirects.map((one) => (one.after ?? one.before)?.id));
  // Of the drafts only the redirects matter to planning redirects.
  const next = overlayChanges(lookup, redirects.map(provisional));
  return planRedirects(pages, { ...context, lookup: next }, { leaves, isFixed: ({ id }) => fixed.has(id) }).map(
    (draft) => ({ ...draft, follows: true }),
  );
};

/** A page that only the settings have moved leaves nothing: a new default locale moves all pages. */
function readdressed(
  draft: DraftOf<'page'>,
  { before, after }: Readonly<Record<'before' | 'after', Settings>>,
  context: PlanContext,
): readonly AddressChange[] {
  const to = draft.after && publicPagePath(draft.after.data, after, context);
  const was = draft.before?.data;
  const from = was ? publicPagePath(was, before, context) : null;
  if (to === null || from === to) return [];
  const isMoved = was?.slug !== draft.after?.data.slug || was?.locale !== draft.after?.data.locale;
  return from === null || isMoved ? [{ from, to }] : [];
}

/** False for most writes: they move no page, and a new page rarely has the address of a redirect. */
const asksForAny = (pages: readonly AddressChange[], lookup: Lookup): boolean =>
  pages.some(({ from, to }) => from !== null || redirectsFrom(to, lookup).length > 0);

const redirectsFrom = (path: string, lookup: Lookup): readonly Entry<Redirect>[] =>
  lookup.find('redirect', 'byFromPath', canonicalPath(path));

interface RedirectOptions {
  /** Whether the pages leave redirects at their old addresses. */
  readonly leaves?: boolean;
  /** Whether the write already changes a redirect itself. */
  isFixed?(entry: Entry<Redirect>): boolean;
}

/**
 * The redirects that the new addresses of pages make necessary; the content already has the pages there. A redirect that
 * somebody made by hand stays where a page leaves its path, and none is made that would lead back to itself.
 */
export function planRedirects(
  pages: readonly AddressChange[],
  context: PlanContext,
  { leaves = true, isFixed = () => false }: RedirectOptions = {},
): readonly RecordDraft[] {
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

/** Whether a rename may have left this redirect; any other kind was made by hand. */
const isLikeLeft = ({ data }: Entry<Redirect>): boolean =>
  data.isActive && data.statusCode === 301 && data.toPath.startsWith('/');

/** Leads a redirect to the new address of its page; query and fragment stay. */
function leadOn(entry: Entry<Redirect>, moves: ReadonlyMap<string, AddressChange>): readonly RecordDraft[] {
  const { data } = entry;
  const to = data.isActive ? moves.get(targetPath(data.toPath))?.to : undefined;
  if (to === undefined) return [];
  return [updateDraft('redirect', entry, { ...data, toPath: to + behindPath(data.toPath) })];
}

function behindPath(address: string): string {
  const at = address.search(/[?#]/);
  return at < 0 ? '' : address.slice(at);
}

/** The drafts without redirects that would lead in a circle. */
function withoutLoops(drafts: readonly RecordDraft[], lookup: JudgeLookup): readonly RecordDraft[] {
  const next = overlayChanges(lookup, drafts.map(provisional));
  const isLooping = ({ kind, after }: RecordDraft): boolean =>
    kind === 'redirect' && after !== null && (redirect.check?.(after.data, next, null) ?? []).length > 0;
  return drafts.filter((draft) => !isLooping(draft));
}
