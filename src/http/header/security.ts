import type { Middleware } from '../state.ts';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** Headers of every answer, with HSTS (one year) if the site is reached by https. */
export const securityHeadersOf = (siteUrl: string): Readonly<Record<string, string>> => ({
  ...HEADERS,
  ...(siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
});

/** Sets them; an endpoint's own `headers` override them. */
export function securityHeaders(siteUrl: string): Middleware {
  const headers = securityHeadersOf(siteUrl);
  return async (ctx, next) => {
    ctx.set(headers);
    await next();
  };
}
