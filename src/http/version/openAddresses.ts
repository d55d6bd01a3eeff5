import type { Answer } from '../endpoint.ts';

/** What opens a version of the site to somebody who follows an address: a browser that shows a picture sends nothing else. */
interface Opens {
  readonly ref: string;
  readonly token?: string | undefined;
}

/** Where the content interface serves files: alone, in a `srcset`, in HTML or in Markdown. */
const ADDRESS = /(?<=^|="|, |\]\()\/api\/content\/(?:media\/\d+|og)\/[\w./~%-]+(?:\?v=[\w-]+)?/g;

/** An address elsewhere, which would take a token there, whatever stands in it. */
const ELSEWHERE = /^\s*(?:[a-z][a-z0-9+.-]{0,30}:)?\/\//i;

const JSON_TYPE = 'application/json';

/** An answer about a version of the site, with what opens it in the addresses of files: nobody else is served that version. */
export function openAddresses(answer: Answer, { ref, token }: Opens): Answer {
  const query = new URLSearchParams({ ref, ...(token !== undefined && { token }) });
  const open = (text: string): string =>
    ELSEWHERE.test(text)
      ? text
      : text.replaceAll(ADDRESS, (address) => `${address}${address.includes('?') ? '&' : '?'}${query}`);
  if ('body' in answer) return { ...answer, body: openIn(answer.body, open) as object };
  if (!('raw' in answer)) return { ...answer, data: openIn(answer.data, open) };
  const { raw, type } = answer;
  return Buffer.isBuffer(raw) && type.startsWith(JSON_TYPE)
    ? { ...answer, raw: JSON.stringify(openIn(JSON.parse(raw.toString()), open)) }
    : answer;
}

function openIn(value: unknown, open: (text: string) => string): unknown {
  if (typeof value === 'string') return open(value);
  if (Array.isArray(value)) return value.map((one) => openIn(one, open));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, openIn(one, open)]));
}
