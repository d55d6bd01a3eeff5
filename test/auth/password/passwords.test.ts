import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createPasswordPool, type JobRequester } from '../../../src/auth/password/passwordPool.ts';
import { createPasswords, passwordProblems } from '../../../src/auth/password/passwords.ts';
import { runs } from '../../effort.ts';
import { createCountingPool, PASSWORD, PASSWORD_HASH } from '../fixtures.ts';

describe('the password rules', () => {
  it('SEC-12 require at least 8 characters', () => {
    expect(passwordProblems('1234567')).toMatchObject([
      { path: ['password'], message: 'must have at least 8 characters' },
    ]);
    expect(passwordProblems('12345678')).toEqual([]);
    expect(passwordProblems('😀😀😀😀')).toHaveLength(1);
  });

  it('SEC-12 allow at most 72 bytes of UTF-8', () => {
    expect(passwordProblems('x'.repeat(72))).toEqual([]);
    expect(passwordProblems('x'.repeat(73))).toEqual([
      {
        path: ['password'],
        message: 'must have at most 72 bytes in UTF-8',
        reason: 'mostBytes',
        params: { count: 72 },
      },
    ]);
    expect(passwordProblems('é'.repeat(36))).toEqual([]);
    expect(passwordProblems('é'.repeat(37))).toHaveLength(1);
  });
});

describe('passwords in threads', () => {
  const passwords = createPasswords({ cost: 4, threads: 2 });
  afterAll(() => passwords.close());

  it('match their own hash and no other', async () => {
    const hash = await passwords.hash(PASSWORD);
    expect(hash).toMatch(/^\$2[aby]\$04\$/);
    expect(await passwords.verify({ password: PASSWORD, hash })).toBe(true);
    expect(await passwords.verify({ password: `${PASSWORD}.`, hash })).toBe(false);
    expect(await passwords.hash(PASSWORD)).not.toBe(hash);
  });

  it('agree with bcrypt for any text that the rules allow', async () => {
    const allowed = fc
      .string({ unit: 'grapheme', minLength: 8, maxLength: 40 })
      .filter((text) => passwordProblems(text).length === 0);
    await fc.assert(
      fc.asyncProperty(allowed, allowed, async (one, other) => {
        const hash = await passwords.hash(one);
        expect(await passwords.verify({ password: one, hash })).toBe(true);
        expect(await passwords.verify({ password: other, hash })).toBe(one === other);
      }),
      { numRuns: runs(20) },
    );
  });

  it('SEC-12 leave the event loop free while they are checked', async () => {
    const slow = createPasswords({ cost: 10, threads: 1 });
    const order: string[] = [];
    const hashed = slow.hash(PASSWORD).then(() => order.push('hashed'));
    await new Promise<void>((resolve) => setImmediate(resolve));
    order.push('event loop turned');
    await hashed;
    await slow.close();
    expect(order).toEqual(['event loop turned', 'hashed']);
  });
});

describe('a check', () => {
  const COSTLY = PASSWORD_HASH.replace('$04$', '$06$');

  it('SEC-12 costs as much as the most expensive hash, for any user', async () => {
    const pool = createCountingPool();
    const passwords = createPasswords({ cost: 5, pool });
    for (const hash of [null, 'plain text', PASSWORD_HASH, COSTLY])
      await passwords.verify({ password: 'wrong password', hash, hashes: [PASSWORD_HASH, 'plain text', COSTLY] });
    const costs = pool.jobs.map((job) => [job.type === 'verify' && job.hash.slice(4, 6), job.cost]);
    expect(costs).toEqual([
      ['06', 6],
      ['06', 6],
      ['04', 6],
      ['06', 6],
    ]);
    await passwords.verify({ password: 'wrong password', hash: null, hashes: [PASSWORD_HASH] });
    expect(pool.jobs.at(-1)).toMatchObject({ cost: 5 });
  });

  it('SEC-12 of a cheap hash takes as long as that of an expensive one', async () => {
    const pool = createPasswordPool({ threads: 1, maxWaiting: 9, maxOfOne: 2 });
    const timeOf = async (cost: number): Promise<number> => {
      const startedAt = performance.now();
      expect(await pool.run({ type: 'verify', password: PASSWORD, hash: PASSWORD_HASH, cost })).toBe(true);
      return performance.now() - startedAt;
    };
    const cheap: number[] = [];
    for (let n = 0; n < 10; n += 1) cheap.push(await timeOf(4));
    // 2^9 times the rounds: a busy machine does not slow down the quickest of ten that much.
    expect((await timeOf(13)) / Math.min(...cheap)).toBeGreaterThan(20);
    await pool.close();
  });
});

describe('a check that cannot succeed', () => {
  const cases = [
    ['an unknown user', PASSWORD, null],
    ['a damaged hash', PASSWORD, 'plain text'],
    ['a hash of absurd cost', PASSWORD, PASSWORD_HASH.replace('$04$', '$31$')],
    ['a password bcrypt would cut', `${PASSWORD.padEnd(73, 'x')}`, PASSWORD_HASH],
  ] as const;

  it.each(cases)('SEC-12 costs one comparison all the same: %s', async (_, password, hash) => {
    const pool = createCountingPool();
    expect(await createPasswords({ cost: 4, pool }).verify({ password, hash })).toBe(false);
    expect(pool.jobs).toEqual([
      { type: 'verify', password, hash: expect.stringMatching(/^\$2b\$04\$.{53}$/), cost: 4 },
    ]);
  });

  it('fails even if the dummy hash should match', async () => {
    const pool = { run: async () => true, close: async () => {} };
    expect(await createPasswords({ cost: 4, pool }).verify({ password: PASSWORD, hash: null })).toBe(false);
    expect(await createPasswords({ cost: 4, pool }).verify({ password: PASSWORD, hash: PASSWORD_HASH })).toBe(true);
  });

  it('never succeeds on the text that bcrypt ignores', async () => {
    const passwords = createPasswords({ cost: 4, pool: createCountingPool() });
    const full = 'x'.repeat(72);
    const hash = await passwords.hash(full);
    expect(await passwords.verify({ password: full, hash })).toBe(true);
    expect(await passwords.verify({ password: `${full}y`, hash })).toBe(false);
  });
});

describe('the password threads', () => {
  it('refuse jobs beyond the queue, with a time to wait, and do the others', async () => {
    const pool = createPasswordPool({ threads: 1, maxWaiting: 2, maxOfOne: 2 });
    const jobs = Array.from({ length: 5 }, () => pool.run({ type: 'hash', password: PASSWORD, cost: 4 }));
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(outcomes[4]).toMatchObject({
      reason: { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: expect.any(Number) },
    });
    await pool.close();
  });

  const CHECK = { type: 'verify', password: PASSWORD, hash: PASSWORD_HASH, cost: 4 } as const;
  const stranger = (n: number) => ({ key: `stranger ${n}`, isKnown: false });

  it('SEC-13 let known callers go before strangers, however many of these wait', async () => {
    const pool = createPasswordPool({ threads: 1, maxWaiting: 3, maxOfOne: 2 });
    const order: string[] = [];
    const run = async (name: string, asker?: JobRequester): Promise<unknown> => {
      await pool.run(CHECK, asker);
      return order.push(name);
    };
    const strangers = [1, 2, 3, 4, 5].map((n) => run(`stranger ${n}`, stranger(n)));
    const outcomes = await Promise.allSettled([
      ...strangers,
      run('known', { key: 'known', isKnown: true }),
      run('new password'),
    ]);
    expect(order).toEqual(['stranger 1', 'known', 'new password', 'stranger 2', 'stranger 3', 'stranger 4']);
    expect(outcomes[4]).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } });
    await pool.close();
  });

  it('SEC-13 do only so many jobs of one caller at once', async () => {
    const pool = createPasswordPool({ threads: 1, maxWaiting: 9, maxOfOne: 2 });
    const refusal = { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) };
    const outcomes = await Promise.allSettled([1, 1, 1, 2].map((n) => pool.run(CHECK, stranger(n))));
    expect(outcomes).toMatchObject([{ value: true }, { value: true }, { reason: refusal }, { value: true }]);
    expect(await pool.run(CHECK, stranger(1))).toBe(true);
    await pool.close();
  });

  it('fail unfinished jobs when closed, and take no more', async () => {
    const pool = createPasswordPool({ threads: 1, maxWaiting: 9, maxOfOne: 2 });
    const jobs = Array.from({ length: 3 }, () => pool.run({ type: 'hash', password: PASSWORD, cost: 14 }));
    const outcomes = Promise.allSettled(jobs);
    await pool.close();
    expect((await outcomes).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(pool.run({ type: 'hash', password: PASSWORD, cost: 4 })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  it('survive a job that fails', async () => {
    const pool = createPasswordPool({ threads: 1, maxWaiting: 9, maxOfOne: 2 });
    await expect(pool.run({ type: 'hash', password: 7 as unknown as string, cost: 4 })).rejects.toThrow(
      'bcrypt failed',
    );
    expect(await pool.run({ type: 'verify', password: PASSWORD, hash: PASSWORD_HASH, cost: 4 })).toBe(true);
    await pool.close();
  });
});
