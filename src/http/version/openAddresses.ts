import { replaceMarkdownNames } from '../../fields/markdown/markdownNames.ts';
import { trimEnd } from '../../lib/text/trimEnds.ts';
import { isMapping } from '../../model/fields/values.ts';
import { isNode, type RichTextNode } from '../../model/richText/node.ts';
import { replaceAddresses } from '../../model/richText/resolveNames.ts';
import type { TextOpening } from '../../view/page/richText.ts';
import type { Answer, Call, Endpoint } from '../endpoint.ts';

/**
 * What an address needs to open a version of the site: a browser that loads a picture sends nothing but the address.
 */
type VersionAccess =
  | { readonly ref: string; readonly token?: string | undefined }
  | {
      /** ISO 8601. */
      readonly at: string;
    };

/** Adds what it needs to an address of a file of the content interface; returns any other text as it is. */
export type OpenAddress = (text: string) => string;

type Json = Readonly<Record<string, unknown>>;
type Handle = (call: Call) => Promise<Answer>;

/**
 * Makes an endpoint's handler add ref and token to addresses of files, which would be refused without: to values that
 * are an address, to each `srcset`, and to the pictures and links of rich text in any format.
 */
export const withOpenAddresses = ({ handle }: Pick<Endpoint, 'handle'>, opens: VersionAccess): Handle => {
  const open = createOpenAddress(opens);
  const openValue = (value: unknown, name?: string): unknown =>
    typeof value === 'string' ? openText(value, name, open) : mapValues(value, openValue);
  return async (call) => openIn(await handle({ ...call, opening: createTextOpening(open) }), openValue);
};

/**
 * Like `withOpenAddresses`, for editors: only in media items and pictures of documents. Other text that looks like an
 * address was written by people and would be saved again as it is answered. A file that is live keeps its address, so
 * that a document is the same before and after it is published.
 */
export const withOpenPictures = (
  { handle }: Pick<Endpoint, 'handle'>,
  opens: VersionAccess,
  isLive: (mediaId: number) => boolean,
): Handle => {
  const openAny = createOpenAddress(opens);
  const open: OpenAddress = (text) => {
    const id = MEDIA_FILE.exec(text)?.[1];
    return id !== undefined && isLive(Number(id)) ? text : openAny(text);
  };
  const openString = (value: unknown, name?: string): unknown =>
    typeof value === 'string' ? openText(value, name, open) : value;
  function openShown(value: unknown): unknown {
    if (!isMapping(value)) return mapValues(value, openShown);
    const { type, attrs, url, variantUrls, srcset } = value;
    if (type === 'image' && isMapping(attrs)) return { ...value, attrs: { ...attrs, src: openString(attrs['src']) } };
    const others = mapValues(value, openShown) as Json;
    if (!isMapping(variantUrls)) return others;
    const opened = { url: openString(url), srcset: openString(srcset, 'srcset') };
    return { ...others, ...opened, variantUrls: mapValues(variantUrls, (one) => openString(one)) };
  }
  return async (call) => openIn(await handle(call), openShown);
};

const MEDIA_FILE = /^\/api\/content\/media\/(\d+)\//;

/** Nobody's host: what resolves to it was a path. */
const NOWHERE = 'http://quire.invalid';

/**
 * Makes the function that opens addresses. It changes only an absolute path in the spelling of the URL standard, which
 * every browser resolves to the host that it got the page from, or to the one that the front end put in front.
 */
export function createOpenAddress(opens: VersionAccess): OpenAddress {
  const added = Object.entries(opens).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return (text) => {
    if (!text.startsWith('/') || !URL.canParse(text, NOWHERE)) return text;
    const url = new URL(text, NOWHERE);
    if (url.origin !== NOWHERE || pathWithQuery(url) !== text || !isFile(url)) return text;
    for (const [name, value] of added) url.searchParams.set(name, value);
    return pathWithQuery(url);
  };
}

const pathWithQuery = ({ pathname, search, hash }: URL): string => pathname + search + hash;

/** Whether a path is that of a media file or of a picture of a page. */
function isFile({ pathname }: URL): boolean {
  const [, api, content, kind, id = '', ...rest] = pathname.split('/');
  if (api !== 'api' || content !== 'content') return false;
  return kind === 'og' ? id !== '' : kind === 'media' && /^\d+$/.test(id) && rest.length === 1;
}

const openText = (text: string, name: string | undefined, open: OpenAddress): string =>
  name === 'srcset' ? openSrcset(text, open) : open(text);

/** A candidate of a `srcset`: spaces and commas, the address, and descriptors up to a comma outside parentheses. */
const CANDIDATE = /([\t\n\f\r ,]*)([^\t\n\f\r ]+)/y;
const DESCRIPTORS = /(?:[^,(]|\([^)]*\)?)*/y;

/** Opens the addresses of a `srcset`, which is read as the HTML standard says (4.8.4.2.2). */
export function openSrcset(text: string, open: OpenAddress): string {
  let opened = '';
  for (let at = 0; at < text.length; ) {
    const [whole, before, address] = matchAt(CANDIDATE, text, at);
    if (address === undefined) return opened + text.slice(at);
    at += whole.length;
    const url = trimEnd(address, /,/);
    const commas = address.slice(url.length);
    const [descriptors] = commas === '' ? matchAt(DESCRIPTORS, text, at) : [''];
    at += descriptors.length;
    opened += before + open(url) + commas + descriptors;
  }
  return opened;
}

function matchAt(pattern: RegExp, text: string, at: number): readonly [whole: string, ...parts: string[]] {
  pattern.lastIndex = at;
  return (pattern.exec(text) as [string, ...string[]] | null) ?? [''];
}

/** Opens each document once, so that one that is written later, in a thread, is found again. */
function createTextOpening(open: OpenAddress): TextOpening {
  const known = new WeakMap<object, RichTextNode>();
  function openDocument(document: RichTextNode): RichTextNode {
    const before = known.get(document);
    if (before) return before;
    const replaced = replaceAddresses(document, (address) => (typeof address === 'string' ? open(address) : undefined));
    const opened = isNode(replaced) ? replaced : document;
    known.set(document, opened);
    return opened;
  }
  return { document: openDocument, markdown: (text) => replaceMarkdownNames(text, open) };
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/;

function openIn(answer: Answer, open: (value: unknown) => unknown): Answer {
  if ('body' in answer) return { ...answer, body: open(answer.body) as object };
  if (!('raw' in answer)) return { ...answer, data: open(answer.data) };
  const { raw, type } = answer;
  return Buffer.isBuffer(raw) && JSON_TYPE.test(type)
    ? { ...answer, raw: JSON.stringify(open(JSON.parse(raw.toString()))) }
    : answer;
}

/** `change` gets each value, and the name under which an object holds it. */
function mapValues(value: unknown, change: (one: unknown, name?: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => change(one));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one, key)]));
}
