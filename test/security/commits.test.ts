import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { character } from '../character.ts';
import { runs } from '../effort.ts';
import { problemsOf, refusalOf } from '../http/problemsOf.ts';
import { makeSite, PASSWORD, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const TRAILERS =
  /^Quire-Action: page\.update\nQuire-Record: page\/3 en\/about\nQuire-Actor: user\/\d\nQuire-Time: \S+\nQuire-Change: \S{22}\nQuire-Seal: \S{22}\n$/;

/** The trailers git itself sees in the last commit. */
const trailersOf = (site: Site): string => site.git('log', '-1', '--format=%(trailers:only)').replace(/\n+$/, '\n');

const put = (site: Site, body: object) => site.ask('PUT /admin/pages/3', { as: 'editor', body });

describe('text from outside in commits', () => {
  it('SEC-5 never becomes a trailer, a line of its own, or invisible', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const note of [
      'Quire-Actor: user/1',
      'x\n\nQuire-Actor: user/1\nQuire-Time: 2000-01-01T00:00:00.000Z',
      'a\r\nb\u0000c\u2028d\u202ee\u2066f\u200fg',
      '\n\n\n',
      '# not a comment',
    ]) {
      expect((await put(site, { revisionNote: note, title: `T ${note.length}\nQuire-Actor: user/1` })).status).toBe(
        200,
      );
      expect(trailersOf(site)).toMatch(TRAILERS);
      const message = site.git('log', '-1', '--format=%B');
      expect(message.split('\n\n').length).toBeLessThanOrEqual(4);
      expect(message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e\u2066\u200f]/u);
    }
    expect(site.git('log', '-4', '--format=%b').includes('a b c d e f g\n')).toBe(true);
    expect(site.git('fsck', '--strict')).toBe('');
  });

  it('SEC-5 does so for any note and title', async () => {
    const site = await makeSite(SMALL_SITE);
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\n', ':', 'Quire-Actor: ', '\r', '\0', ' '),
        fc.string({ unit: character, minLength: 1, maxLength: 1 }),
      ),
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(
        text,
        text.filter((title) => title.trim() !== ''),
        async (revisionNote, title) => {
          const reply = await put(site, { revisionNote, title });
          expect([reply.status, problemsOf(reply)]).toEqual([200, []]);
          expect(trailersOf(site)).toMatch(TRAILERS);
        },
      ),
      { numRuns: runs(40) },
    );
    expect(site.git('fsck', '--strict')).toBe('');
  });

  it('SEC-5 is refused as a note of more than 500 characters', async () => {
    const site = await makeSite(SMALL_SITE);
    expect(refusalOf(await put(site, { revisionNote: 'ä'.repeat(501) }))).toBe('400 VALIDATION revisionNote');
    expect(refusalOf(await put(site, { revisionNote: 5 }))).toBe('400 VALIDATION revisionNote');
    const tooLong = { revisionNote: 'x'.repeat(20_000) };
    expect(refusalOf(await put(site, { ...tooLong, title: '' }))).toBe('400 VALIDATION title VALIDATION revisionNote');
    expect(
      refusalOf(await site.ask('POST /admin/pages/bulk', { as: 'editor', body: { ...tooLong, ids: [], action: 'x' } })),
    ).toBe('400 VALIDATION ids VALIDATION action VALIDATION revisionNote');
    expect(site.newCommits()).toEqual([]);
    expect(refusalOf(await put(site, { revisionNote: `${' '.repeat(600)}x` }))).toBe('200');
    expect(refusalOf(await put(site, { revisionNote: '😀'.repeat(500) }))).toBe('200');
  });

  it('SEC-5 never makes an invalid author out of a name', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [index, [name, author]] of (
      [
        ['Eve <root@example.org> 1 +0000\nparent x', 'Eve root@example.org 1 +0000 parent x'],
        ['<>', 'Unknown'],
        ['\u202eevE', 'evE'],
        ['Zoë 🦊', 'Zoë 🦊'],
      ] as const
    ).entries()) {
      const email = `u${index}@example.org`;
      const user = { name, email, password: PASSWORD, role: 'editor' };
      expect((await site.ask('POST /admin/users', { as: 'admin', body: user })).status).toBe(201);
      const { body } = await site.ask('POST /admin/auth/login', { body: { email, password: PASSWORD } });
      const headers = { authorization: `Bearer ${body.data.token}` };
      expect((await site.ask('PUT /admin/pages/3', { headers, body: { title: `By ${index}` } })).status).toBe(200);
      expect(site.git('log', '-1', '--format=%an|%ae')).toBe(`${author}|${email}\n`);
    }
    expect(site.git('fsck', '--strict')).toBe('');
  });

  it('SEC-5 contains no e-mails if the configuration says so', async () => {
    const site = await makeSite(SMALL_SITE, { env: { GIT_AUTHOR_EMAIL: 'private' } });
    await put(site, { title: 'T' });
    expect(site.git('log', '-1', '--format=%an|%ae')).toBe('The editor|user-2@users.quire.invalid\n');
  });
});
