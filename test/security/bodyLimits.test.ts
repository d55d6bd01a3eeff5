import { expect, it } from 'vitest';
import { jsonBodyOf } from '../../src/http/endpoint.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const KIB = 1024;

/** Every endpoint that anybody may send a body to, and the largest it takes. */
const LIMITS: readonly (readonly [path: string, kib: number])[] = [
  ['/admin/auth/forgot', 4],
  ['/admin/auth/login', 4],
  ['/admin/auth/passkeys/challenge', 4],
  ['/admin/auth/passkeys/login', 32],
  ['/admin/auth/reset', 4],
  ['/admin/auth/reset/read', 4],
  ['/admin/auth/totp/verify', 4],
  ['/admin/invitations/accept', 4],
  ['/admin/invitations/read', 4],
  ['/admin/review-links/comment', 32],
  ['/admin/review-links/page', 4],
  ['/admin/review-links/read', 4],
  ['/admin/review-links/verdict', 4],
  ['/admin/setup', 4],
  ['/content/batch', 64],
  ['/content/graphql', 64],
];

it('SEC-36 bodies that anybody may send must be short, and their length is checked before they are read', async () => {
  const site = await makeSite(SMALL_SITE);
  const open = site.cms.endpoints.filter(({ access, method }) => method !== 'GET' && /^(public|open)$/.test(access));
  expect(
    open.map((endpoint) => [endpoint.path.replace('/api', ''), (jsonBodyOf(endpoint)?.maxBytes ?? 0) / KIB]).sort(),
  ).toEqual(
    [
      ...LIMITS,
      // These are read as streams and have limits of their own.
      ['/admin/auth/oidc/logout', 0],
      ['/hooks/git', 0],
    ].sort(),
  );
  for (const [path, kib] of LIMITS) {
    const send = async (length: number, isChunked: boolean) => {
      const bytes = Buffer.alloc(length, '[');
      const response = await fetch(`${site.url}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: isChunked ? new Blob([bytes]).stream() : bytes,
        ...(isChunked && { duplex: 'half' }),
      });
      return response.status;
    };
    for (const isChunked of [false, true])
      expect([path, await send(kib * KIB + 1, isChunked), await send(kib * KIB, isChunked)]).toEqual([path, 413, 400]);
  }
});
