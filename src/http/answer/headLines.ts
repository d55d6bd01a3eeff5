import type { Answer, Endpoint } from '../endpoint.ts';
import { publicCors } from '../header/cors.ts';
import type { HeaderLines, HeaderValues } from '../header/headerLines.ts';
import { securityHeaders } from '../header/security.ts';

type AnswerHeaders = Pick<Answer, 'headers' | 'commit'>;

/** The header lines of an endpoint's public answers that do not depend on a request, moment or encoding. */
export type HeadLines = (answer: AnswerHeaders) => HeaderLines;

export function createHeadLines(endpoint: Pick<Endpoint, 'path' | 'result'>, siteUrl: string): HeadLines {
  const headers = {
    ...securityHeaders(siteUrl),
    ...publicCors(endpoint.path),
    Vary: varyOf(endpoint),
  };
  const lines = toHeaderLines(headers);
  return ({ headers: own, commit }) =>
    own || commit ? toHeaderLines(overrideHeaders(headers, { ...(commit && { 'X-Commit': commit }), ...own })) : lines;
}

/** The Vary of an endpoint's public answers. */
export const varyOf = ({ result }: Pick<Endpoint, 'result'>): string =>
  ['Accept-Encoding', ...(result?.variesBy ?? [])].join(', ');

/** Header names match without regard to case. */
function overrideHeaders(headers: HeaderValues, own: HeaderValues): HeaderValues {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const others = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...own };
}

const toHeaderLines = (headers: HeaderValues): HeaderLines => Object.entries(headers).flat();
