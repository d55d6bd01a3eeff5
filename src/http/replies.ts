import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { CacheConfig } from '../config.ts';
import type { Edition } from '../view/edition.ts';
import type { PublicContent } from '../view/publicContent.ts';
import { cacheControl } from './cacheControl.ts';
import type { Reply } from './reply.ts';

/** Bytes of answers that are kept in memory, in all and of one. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_REPLY_BYTES = 8 * 1024 * 1024;
/** What an answer weighs beside its bytes: its header lines and the objects that hold them. */
const OVERHEAD_BYTES = 2048;
/** The part for answers that were asked for only once. */
const FRESH_PART = 0.25;

/** An address as it was sent, and the headers that answers may depend on. */
export interface Wanted {
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

interface Kept {
  readonly reply: Reply;
  readonly edition: Edition;
  /** The headers that it depends on, as they were. */
  readonly asked: readonly (readonly [name: string, value: string | string[] | undefined])[];
}

interface Keep {
  readonly reply: Reply;
  /** The edition in which the making of the answer began. */
  readonly edition: Edition;
  readonly variesBy: readonly string[];
}

/** Public answers in memory, each for as long as nothing changes that can be seen. */
export interface Replies {
  /** What can be seen at present. */
  edition(): Edition;
  find(wanted: Wanted): Reply | undefined;
  keep(wanted: Wanted, kept: Keep): void;
  /** Weighs an answer again that has got another form. */
  weigh(url: string): void;
  /** The Cache-Control of an answer at this moment. */
  cacheControl(reply: Pick<Reply, 'isBounded'>): string;
}

export interface RepliesOptions {
  readonly content: Pick<PublicContent, 'edition' | 'secondsToNextChange'>;
  readonly cache: CacheConfig;
  readonly maxBytes?: number;
}

/**
 * Keeps answers by address. What is asked for a second time moves from the fresh ones to the wanted ones, so that a flood
 * of addresses that nobody asks for again drives out only its own kind.
 */
export function createReplies({ content, cache, maxBytes = MAX_BYTES }: RepliesOptions): Replies {
  const fresh = createShelf(maxBytes * FRESH_PART);
  const wanted = createShelf(maxBytes * (1 - FRESH_PART));
  const unbounded = cacheControl({}, cache);

  function findKept(url: string): Kept | undefined {
    const known = wanted.get(url);
    if (known) return known;
    const first = fresh.get(url);
    if (!first) return undefined;
    fresh.delete(url);
    wanted.set(url, first);
    return first;
  }

  return {
    edition: content.edition,
    find({ url = '', headers }) {
      const kept = findKept(url);
      if (kept === undefined || kept.edition !== content.edition()) return undefined;
      for (const [name, value] of kept.asked) if (headers[name] !== value) return undefined;
      return kept.reply;
    },
    keep({ url = '', headers }, { reply, edition, variesBy }) {
      if (edition !== content.edition()) return;
      const asked = variesBy.map((name) => [name.toLowerCase(), headers[name.toLowerCase()]] as const);
      (wanted.has(url) ? wanted : fresh).set(url, { reply, edition, asked });
    },
    weigh(url) {
      const shelf = wanted.has(url) ? wanted : fresh;
      const kept = shelf.peek(url);
      // A value that is set again would be taken for the same one, weight and all.
      if (kept) shelf.set(url, { ...kept });
    },
    cacheControl({ isBounded }) {
      const maxAgeSeconds = isBounded ? content.secondsToNextChange() : undefined;
      return maxAgeSeconds === undefined ? unbounded : cacheControl({ maxAgeSeconds }, cache);
    },
  };
}

const createShelf = (maxSize: number): LRUCache<string, Kept> =>
  new LRUCache({
    maxSize,
    maxEntrySize: Math.min(maxSize, MAX_REPLY_BYTES),
    sizeCalculation: ({ reply }, url) => reply.byteLength() + 2 * url.length + OVERHEAD_BYTES,
  });
