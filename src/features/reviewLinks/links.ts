import { randomBytes } from 'node:crypto';
import { hashCredential } from '../../auth/apiKeys.ts';
import { openStateFile, type StateFile } from '../../auth/stateFile.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isString } from '../../lib/json/isString.ts';
import { conflict, notFound } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';

/** What somebody without an account has said about a change. */
export interface GuestVerdict {
  /** The name that they gave. */
  readonly name: string;
  readonly isYes: boolean;
  readonly at: string;
  /** The commit of the change that it is about, and the live one that it was compared with. */
  readonly head: string;
  readonly live: string | null;
}

/** A link that shows one change, without what it holds. */
export interface ReviewLink {
  readonly id: number;
  /** The name of the change. */
  readonly change: string;
  /** Whom it is for, in the words of whoever made it. */
  readonly label: string;
  /** Who made it, such as `user/1`. */
  readonly by: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  /** The conversations that were begun by it. */
  readonly threads: readonly number[];
  /** The last verdict under each name. */
  readonly verdicts: readonly GuestVerdict[];
}

interface StoredLink extends ReviewLink {
  readonly tokenHash: string;
}

/** All links, in `<privateDir>/state/review-links.json`. Writes survive a restart when they resolve. */
export interface ReviewLinkStore {
  /** @returns what it holds, known only now. @throws CmsError CONFLICT if the change has too many */
  create(
    values: Pick<ReviewLink, 'change' | 'label' | 'by' | 'expiresAt'>,
  ): Promise<{ readonly link: ReviewLink; readonly token: string }>;
  /** Those of a change, newest first, also those that open nothing any more. */
  ofChange(change: string): Promise<readonly ReviewLink[]>;
  /** The link that holds a token, if it is open. */
  findOpen(token: string): Promise<ReviewLink | undefined>;
  /** @throws CmsError NOT_FOUND */
  revoke(change: string, id: number): Promise<unknown>;
  addThread(id: number, thread: number): Promise<unknown>;
  /** @returns the link with it */
  addVerdict(id: number, verdict: GuestVerdict): Promise<ReviewLink>;
}

interface ReviewLinkOptions {
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Called if the file cannot be read: earlier links open nothing then. */
  onError(error: unknown): void;
}

/** The most links of one change. */
const MAX_OF_CHANGE = 50;
/** The most verdicts and conversations of one link. */
const MAX_OF_LINK = 200;
/** How long a link is listed that opens nothing any more. */
const LISTED_DAYS = 180;
const DAY_MS = 24 * 60 * 60_000;

/** What the file holds. */
interface LinkFile {
  /** The highest id so far. */
  last: number;
  readonly links: Map<number, StoredLink>;
}

export function openReviewLinks({ privateDir, clock, onError }: ReviewLinkOptions): ReviewLinkStore {
  let opened: Promise<StateFile<LinkFile>> | undefined;
  const open = (): Promise<StateFile<LinkFile>> => {
    opened ??= openStateFile<LinkFile>({
      ...{ privateDir, onError, name: 'review-links', parse: parseLinks },
      empty: () => ({ last: 0, links: new Map() }),
      show: ({ last, links }) => ({ last, links: [...links.values()] }),
    });
    return opened;
  };

  /** Replaces a link; what cannot be saved stays as it was. */
  async function put(link: StoredLink, { value, save }: StateFile<LinkFile>): Promise<void> {
    const before = value.links.get(link.id);
    value.links.set(link.id, link);
    try {
      await save();
    } catch (error) {
      if (before) value.links.set(link.id, before);
      else value.links.delete(link.id);
      throw error;
    }
  }

  async function update(id: number, change: (link: StoredLink) => StoredLink): Promise<StoredLink> {
    const file = await open();
    const link = file.value.links.get(id);
    if (!link) throw notFound('Link');
    const next = change(link);
    await put(next, file);
    return next;
  }

  function forgetOld(links: Map<number, StoredLink>): void {
    const oldest = new Date(clock().getTime() - LISTED_DAYS * DAY_MS).toISOString();
    for (const [id, { expiresAt }] of links) if (expiresAt < oldest) links.delete(id);
  }

  const ofChange = ({ value }: StateFile<LinkFile>, change: string): readonly StoredLink[] =>
    [...value.links.values()].filter((link) => link.change === change).reverse();

  return {
    async create(values) {
      const file = await open();
      forgetOld(file.value.links);
      if (ofChange(file, values.change).length >= MAX_OF_CHANGE)
        throw conflict(
          because('tooManyReviewLinks', `This change has ${MAX_OF_CHANGE} links: no more can be made`, {
            count: MAX_OF_CHANGE,
          }),
        );
      const token = `rvw_${randomBytes(32).toString('base64url')}`;
      file.value.last += 1;
      const link = {
        ...{ ...values, id: file.value.last, createdAt: clock().toISOString(), revokedAt: null },
        ...{ threads: [], verdicts: [], tokenHash: hashCredential(token) },
      };
      await put(link, file);
      return { link, token };
    },
    ofChange: async (change) => ofChange(await open(), change),
    async findOpen(token) {
      const hash = hashCredential(token);
      const { value } = await open();
      const link = [...value.links.values()].find(({ tokenHash }) => tokenHash === hash);
      return link && isLinkOpen(link, clock()) ? link : undefined;
    },
    revoke: (change, id) =>
      update(id, (link) => {
        if (link.change !== change) throw notFound('Link');
        return { ...link, revokedAt: link.revokedAt ?? clock().toISOString() };
      }),
    addThread: (id, thread) =>
      update(id, (link) => ({ ...link, threads: [...link.threads, thread].slice(-MAX_OF_LINK) })),
    addVerdict: (id, verdict) =>
      update(id, (link) => {
        const others = link.verdicts.filter(({ name }) => name !== verdict.name);
        return { ...link, verdicts: [...others, verdict].slice(-MAX_OF_LINK) };
      }),
  };
}

export const isLinkOpen = ({ revokedAt, expiresAt }: ReviewLink, now: Date): boolean =>
  revokedAt === null && expiresAt > now.toISOString();

function parseLinks(json: unknown): LinkFile {
  if (!isPlainObject(json) || typeof json['last'] !== 'number' || !Array.isArray(json['links']))
    throw new Error('The file of review links does not contain links');
  return { last: json['last'], links: new Map(json['links'].filter(isLink).map((link) => [link.id, link])) };
}

const isLink = (one: unknown): one is StoredLink =>
  isPlainObject(one) &&
  typeof one['id'] === 'number' &&
  ['change', 'label', 'by', 'createdAt', 'expiresAt', 'tokenHash'].every((key) => isString(one[key])) &&
  [one['threads'], one['verdicts']].every(Array.isArray);
