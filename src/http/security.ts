import type { Middleware } from './state.ts';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** Headers of every answer; an endpoint's own `headers` override them. HSTS (one year) where the site is reached by https. */
export function securityHeaders(siteUrl: string): Middleware {
  const isHttps = siteUrl.startsWith('https:');
  const headers = { ...HEADERS, ...(isHttps && { 'Strict-Transport-Security': 'max-age=31536000' }) };
  return async (ctx, next) => {
    ctx.set(headers);
    await next();
  };
}
