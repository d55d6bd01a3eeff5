import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSessionNotes } from '../../../src/auth/session/sessionNotes.ts';
import { createClock, makePrivateFolder, START } from '../fixtures.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SESSION = { id: 'a', userId: 1, ip: '203.0.113.5', agent: 'Phone' };
const PROOF = { method: 'password', at: Date.parse(START) } as const;
const claimsOf = (sessionId: string | undefined, issuedAt: number, subject = 'user/1') => ({
  ...{ subject, fingerprint: 'x', issuedAt, expiresAt: issuedAt + DAY_MS },
  ...(sessionId !== undefined && { sessionId }),
});

async function openNotes(privateDir?: string) {
  const folder = privateDir ?? (await makePrivateFolder(onTestFinished));
  const clock = createClock();
  const errors: unknown[] = [];
  const notes = await openSessionNotes({ privateDir: folder, clock, onError: (error) => errors.push(error) });
  onTestFinished(() => notes.close());
  return { notes, clock, folder, errors };
}

it('keeps notes across a restart', async () => {
  const { notes, folder } = await openNotes();
  notes.begin({ ...SESSION, proof: PROOF });
  await notes.close();
  const again = await openNotes(folder);
  expect(again.notes.of(1)).toMatchObject([SESSION]);
  expect(again.notes.of(2)).toEqual([]);
});

it('notes an older session when it is used, and never an API key', async () => {
  const { notes, clock } = await openNotes();
  const issuedAt = clock().getTime() - DAY_MS;
  notes.note(claimsOf('old', issuedAt));
  notes.note(claimsOf(undefined, issuedAt));
  notes.note(claimsOf('key', issuedAt, 'api-key/1'));
  expect(notes.of(1)).toEqual([
    {
      id: 'old',
      userId: 1,
      ip: null,
      agent: null,
      method: null,
      provedAt: null,
      startedAt: new Date(issuedAt).toISOString(),
      usedAt: clock().toISOString(),
    },
  ]);
});

it('forgets the sessions of somebody that were used longest ago when there are too many', async () => {
  const { notes, clock } = await openNotes();
  const ids = Array.from({ length: 200 }, (_, index) => `s${index}`);
  notes.begin({ ...SESSION, proof: PROOF, userId: 2 });
  for (const id of ids) notes.begin({ ...SESSION, proof: PROOF, id });
  clock.pass(120);
  notes.note(claimsOf('s0', 0));
  notes.begin({ ...SESSION, proof: PROOF, id: 'new' });
  const kept = notes.of(1).map(({ id }) => id);
  expect([kept.length, ...['new', 's0', 's1', 's2'].map((id) => kept.includes(id))]).toEqual([
    200,
    true,
    true,
    false,
    true,
  ]);
  expect(notes.of(2)).toHaveLength(1);
  // It can still be used, and is known again then.
  notes.note(claimsOf('s1', 0));
  expect(notes.of(1).map(({ id }) => id)).toContain('s1');
});

it('cuts a long User-Agent', async () => {
  const { notes } = await openNotes();
  notes.begin({ ...SESSION, proof: PROOF, agent: 'x'.repeat(5000) });
  expect(notes.of(1)[0]?.agent).toHaveLength(300);
});

it('goes on without a file that cannot be read, and reports it', async () => {
  const { folder } = await openNotes();
  await mkdir(join(folder, 'state'), { recursive: true });
  await writeFile(join(folder, 'state/session-notes.json'), '{ "no": "list" }');
  const { notes, errors } = await openNotes(folder);
  expect(errors).toHaveLength(1);
  notes.begin({ ...SESSION, proof: PROOF });
  await notes.close();
  expect(JSON.parse(await readFile(join(folder, 'state/session-notes.json'), 'utf8'))).toHaveLength(1);
});
