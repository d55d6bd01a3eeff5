import type { ReaderParts } from '../../extend/featureParts.ts';
import { viewOf } from '../../http/content/pageView.ts';
import type { ShowWritten } from '../../http/content/showWritten.ts';
import { type Actor, guestNameOf } from '../../model/access.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { CmsError, notFound } from '../../model/errors.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { because } from '../../model/reason.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import type { Site } from '../../site/site.ts';
import { showPage } from '../../view/page/showPage.ts';
import { lookupWithPage } from '../../view/publicContent.ts';
import type { GuestComments } from '../comments/feature.ts';
import type { ReviewLink, ReviewLinkStore } from './links.ts';
import { showGuestRecord, showVerdict } from './view.ts';

/** What reviews by people without an account are made with. */
export interface ReviewLinkParts extends Pick<ReaderParts, 'live' | 'proposals'> {
  readonly links: ReviewLinkStore;
  readonly comments: GuestComments;
  readonly siteUrl: string;
  readonly clock: () => Date;
  readonly showWritten: ShowWritten;
  /** Called after somebody has made a link, or ended it. */
  onLink(event: LinkEvent): Promise<void>;
  /** Called after a guest has said something. */
  onSaid(said: GuestSaid): Promise<void>;
}

/** What was done to a link. */
interface LinkEvent {
  readonly action: 'reviewLink.create' | 'reviewLink.end';
  readonly id: number;
  readonly actor: Actor;
  readonly ip: string;
}

/** What a guest has said. */
export interface GuestSaid {
  readonly link: ReviewLink;
  readonly name: string;
  readonly reason: 'comment' | 'guestYes' | 'guestNo';
  readonly comment: number | null;
}

type ReviewedChange = Awaited<ReturnType<ReviewLinkParts['proposals']['get']>>;
type ThreadByGuest = Awaited<ReturnType<GuestComments['start']>>;

/** What a link opens. */
export interface OpenReview {
  readonly link: ReviewLink;
  readonly proposal: ReviewedChange;
}

/** A link that was never made, has expired or was ended, and one whose change is gone, are all the same to its holder. */
const linkGone = (): CmsError =>
  new CmsError('NOT_FOUND', because('reviewLinkGone', 'This link shows nothing any more: ask for a new one', {}));

/** @throws CmsError NOT_FOUND, the same for every reason */
export async function openReview(token: string, { links, proposals, live }: ReviewLinkParts): Promise<OpenReview> {
  const link = await links.findOpen(token);
  if (!link || !hasMaker(link, live)) throw linkGone();
  const proposal = await proposals.get(link.change).catch((error: unknown) => {
    if (error instanceof CmsError && error.code === 'NOT_FOUND') throw linkGone();
    throw error;
  });
  // Another change that got the name of the one that it was made for.
  if (proposal.facts && proposal.facts.createdAt > link.createdAt) throw linkGone();
  return { link, proposal };
}

/** Whether the account or the key that has made a link is still there. */
function hasMaker({ by }: ReviewLink, { store }: Pick<Site, 'store'>): boolean {
  const [type, id] = by.split('/');
  return store.get(type === 'user' ? 'user' : 'apiKey', Number(id)) !== undefined;
}

/** All that a link shows, but for previews. */
export async function showGuestReview({ link, proposal }: OpenReview, parts: ReviewLinkParts): Promise<object> {
  const { proposals, live, comments } = parts;
  const { head, title, name } = proposal;
  const [site, { records, problem }] = await Promise.all([proposals.open(name, false), proposals.describe(proposal)]);
  const threads = await comments.find(link.threads);
  return {
    ...{ siteName: siteSettings(live.store).siteName, title, head, expiresAt: link.expiresAt },
    isTooLarge: problem !== null,
    records: records.map(showGuestRecord),
    ...typesIn(records.flatMap((record) => findVersions(record, site, live))),
    threads: threads.toSorted((one, other) => one.id - other.id).map((thread) => showGuestThread(thread, parts)),
    verdicts: link.verdicts.map((one) => showVerdict(one, head)),
  };

  /** The types of some versions of records and of the blocks in them, as far as values are named by them. */
  function typesIn(versions: readonly Entry[]): object {
    const pages = versions.filter((one): one is Entry<Page> => one.kind === 'page');
    const typeNames = new Set(pages.map(({ data }) => data.type));
    const blockNames = new Set([
      ...pages.flatMap(({ data }) =>
        Object.values(data.regions ?? {})
          .flat()
          .map((block) => blockTypeOf(block, site)),
      ),
      ...versions.flatMap(({ kind, data }) => (kind === 'block' ? [(data as { readonly type: string }).type] : [])),
    ]);
    const [types, blockTypes] = [site.store.all('contentType'), site.store.all('blockType')];
    return {
      types: [...types]
        .filter(({ data }) => typeNames.has(data.slug))
        .map(({ data }) => ({ slug: data.slug, fields: readFields(data.fieldsSchema) })),
      blockTypes: [...blockTypes]
        .filter(({ data }) => blockNames.has(data.slug))
        .map(({ data }) => ({ slug: data.slug, name: data.name, fields: readFields(data.fieldsSchema) })),
    };
  }
}

function blockTypeOf(placed: object, site: Site): string | undefined {
  const { type, block } = placed as { readonly type?: string; readonly block?: string };
  return type ?? (block === undefined ? undefined : site.store.byKey('block', block)?.data.type);
}

const findVersions = ({ kind, id }: Pick<Entry, 'kind' | 'id'>, ...sites: readonly Site[]): readonly Entry[] =>
  sites.flatMap(({ store }) => (store.get(kind, id) as Entry | undefined) ?? []);

/** A conversation, by nothing but the names of those who take part. */
export function showGuestThread(
  { id, record, resolved, comments }: ThreadByGuest,
  { live }: Pick<ReviewLinkParts, 'live'>,
): object {
  return {
    ...{ id, record, isResolved: resolved !== null },
    comments: comments.map(({ id: comment, author, text, createdAt }) => {
      const guest = guestNameOf(author);
      const [type, own] = author.split('/');
      const colleague = type === 'user' ? live.store.get('user', Number(own))?.data.name : undefined;
      return { id: comment, author: guest ?? colleague ?? '', isGuest: guest !== undefined, text, createdAt };
    }),
  };
}

/** What rich text is written as, and which records are shown with what points at them: public ones alone. */
const PREVIEW = { richtext: 'html', expand: 'media,page,reference,term' } as const;

/** A page of the change as everybody will see it. @throws CmsError NOT_FOUND for a page that the change does not edit */
export async function showGuestPage(id: number, { proposal }: OpenReview, parts: ReviewLinkParts): Promise<object> {
  const { proposals, clock, showWritten } = parts;
  const { records } = await proposals.describe(proposal);
  const isEdited = records.some((record) => record.kind === 'page' && record.id === id);
  const { store, view } = await proposals.open(proposal.name, false);
  const page = isEdited ? store.get('page', id) : undefined;
  if (!page) throw notFound('Page');
  const seen = lookupWithPage(view.content, page, clock);
  return showWritten((time) => showPage(page, [], viewOf({ query: PREVIEW }, seen, time)));
}
