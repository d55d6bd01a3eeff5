import type { Answer, Endpoint } from '../endpoint.ts';
import { publicCors } from '../header/cors.ts';
import { securityHeadersOf } from '../header/security.ts';
import type { HeaderLines } from './writeHead.ts';

type AnswerHeaders = Pick<Answer, 'headers' | 'commit'>;

/** The header lines of an endpoint's public answers that do not depend on a request, moment or encoding. */
export type HeadLines = (answer: AnswerHeaders) => HeaderLines;

/** Makes them. Every answer without headers of its own gets the same array, so that `writeHead` recognises it. */
export function createHeadLines(endpoint: Pick<Endpoint, 'path' | 'variesBy'>, siteUrl: string): HeadLines {
  const headers = {
    ...securityHeadersOf(siteUrl),
    ...publicCors(endpoint.path),
    Vary: varyOf(endpoint),
  };
  const lines = toHeaderLines(headers);
  return ({ headers: own, commit }) =>
    own || commit ? toHeaderLines(overrideHeaders(headers, { ...(commit && { 'X-Commit': commit }), ...own })) : lines;
}

/** The Vary of an endpoint's public answers. */
export const varyOf = ({ variesBy = [] }: Pick<Endpoint, 'variesBy'>): string =>
  ['Accept-Encoding', ...variesBy].join(', ');

type Headers = Readonly<Record<string, string>>;

/** Header names match without regard to case. */
function overrideHeaders(headers: Headers, own: Headers): Headers {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const others = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...own };
}

const toHeaderLines = (headers: Headers): HeaderLines => Object.entries(headers).flat();
