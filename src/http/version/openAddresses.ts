import { isMapping } from '../../model/fields/values.ts';
import type { Answer } from '../endpoint.ts';

/**
 * What an address needs to open a version of the site: a browser that loads a picture sends nothing but the address.
 */
interface Opens {
  readonly ref: string;
  readonly token?: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** An address of a file of the content interface: by itself, in a `srcset`, in HTML or in Markdown. */
const ADDRESS = /(?<=^|="|, |\]\()\/api\/content\/(?:media\/\d+|og)\/[\w./~%-]+(?:\?v=[\w-]+)?/g;

/** A whole URL: adding a token to anything in it would send the token to another host. */
const ELSEWHERE = /^\s*(?:[a-z][a-z0-9+.-]{0,30}:)?\/\//i;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/;

/**
 * An answer about a version of the site, with the ref and token added to addresses of files, which would be refused
 * without.
 */
export function openAddresses(answer: Answer, opens: Opens): Answer {
  const open = createOpen(opens);
  const openAll = (value: unknown): unknown =>
    typeof value === 'string' ? open(value) : mapValues(value, (one) => openAll(one));
  return openIn(answer, openAll);
}

/**
 * Like `openAddresses`, for editors: only in media items and pictures of documents. Other text that looks like an
 * address was written by people and would be saved again as it is answered.
 */
export function openPictures(answer: Answer, opens: Opens): Answer {
  const open = createOpen(opens);
  const openText = (value: unknown): unknown => (typeof value === 'string' ? open(value) : value);
  function openShown(value: unknown): unknown {
    if (!isMapping(value)) return mapValues(value, openShown);
    const { type, attrs, url, variantUrls, srcset } = value;
    if (type === 'image' && isMapping(attrs)) return { ...value, attrs: { ...attrs, src: openText(attrs['src']) } };
    const others = mapValues(value, openShown) as Json;
    if (!isMapping(variantUrls)) return others;
    return { ...others, url: openText(url), variantUrls: mapValues(variantUrls, openText), srcset: openText(srcset) };
  }
  return openIn(answer, openShown);
}

function createOpen({ ref, token }: Opens): (text: string) => string {
  const query = new URLSearchParams({ ref, ...(token !== undefined && { token }) });
  return (text) =>
    ELSEWHERE.test(text)
      ? text
      : text.replaceAll(ADDRESS, (address) => `${address}${address.includes('?') ? '&' : '?'}${query}`);
}

function openIn(answer: Answer, open: (value: unknown) => unknown): Answer {
  if ('body' in answer) return { ...answer, body: open(answer.body) as object };
  if (!('raw' in answer)) return { ...answer, data: open(answer.data) };
  const { raw, type } = answer;
  return Buffer.isBuffer(raw) && JSON_TYPE.test(type)
    ? { ...answer, raw: JSON.stringify(open(JSON.parse(raw.toString()))) }
    : answer;
}

function mapValues(value: unknown, change: (one: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]));
}
