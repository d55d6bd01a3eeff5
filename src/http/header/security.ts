const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** Headers of every answer, with HSTS (one year) if the site is reached by https. */
export const securityHeaders = (siteUrl: string): Readonly<Record<string, string>> => ({
  ...HEADERS,
  ...(siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
});
