import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/auth/password/passwords.ts';
import { createSetup, type FirstAdmin } from '../../src/auth/setup.ts';
import { ADA, createCountingPool, createRecords, PASSWORD } from './fixtures.ts';

function makeSetup(createFails = false) {
  const { lookup, put, remove } = createRecords();
  const made: FirstAdmin[] = [];
  const passwords = createPasswords({ cost: 4, pool: createCountingPool() });
  const createUser = async (user: FirstAdmin) => {
    if (createFails) throw new Error('disk full');
    await new Promise((resolve) => setImmediate(resolve));
    made.push(user);
    return put('user', made.length, { key: String(made.length), ...user });
  };
  return { setup: createSetup({ lookup, passwords, createUser }), made, put, remove, passwords };
}
const grace = { name: 'Grace', email: 'grace@example.org', password: PASSWORD };
const forbidden = { code: 'FORBIDDEN' };

describe('the first admin', () => {
  it('is created with the printed token', async () => {
    const { setup, made, passwords } = makeSetup();
    expect(setup.needsSetup()).toBe(true);
    const entry = await setup.run(setup.setupToken() ?? '', grace);
    expect(entry.data).toMatchObject({ name: 'Grace', email: 'grace@example.org', role: 'admin' });
    expect(await passwords.verify({ password: PASSWORD, hash: made[0]?.passwordHash ?? '' })).toBe(true);
    expect([setup.needsSetup(), setup.setupToken()]).toEqual([false, null]);
  });

  it('can neither choose another role nor send a hash', async () => {
    const { setup, made } = makeSetup();
    const body = { ...grace, role: 'viewer', passwordHash: 'x', id: 7 };
    await setup.run(setup.setupToken() ?? '', body);
    expect(Object.keys(made[0] ?? {}).sort()).toEqual(['email', 'name', 'passwordHash', 'role']);
    expect(made[0]).toMatchObject({ role: 'admin', passwordHash: expect.stringMatching(/^\$2/) });
  });

  it.each(['', 'wrong', 'null'])('is not created with another token (%j), whatever else is wrong', async (token) => {
    const { setup, made } = makeSetup();
    await expect(setup.run(token, {})).rejects.toMatchObject(forbidden);
    expect(made).toEqual([]);
  });

  it('is only one, even if two ask at once', async () => {
    const { setup, made } = makeSetup();
    const token = setup.setupToken() ?? '';
    const outcomes = await Promise.allSettled([setup.run(token, grace), setup.run(token, grace)]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: forbidden });
    expect(made).toHaveLength(1);
  });

  it('is refused before anything else once there is a user', async () => {
    const { setup, put } = makeSetup();
    const token = setup.setupToken() ?? '';
    put('user', 1, ADA);
    await expect(setup.run(token, {})).rejects.toMatchObject({
      ...forbidden,
      message: 'Set-up is done: there is already a user',
    });
    expect(setup.setupToken()).toBeNull();
  });

  it('gets all problems at once', async () => {
    const { setup, made } = makeSetup();
    const attempt = setup.run(setup.setupToken() ?? '', { email: 'grace', password: 'short' });
    await expect(attempt).rejects.toMatchObject({ code: 'VALIDATION' });
    const details = await attempt.catch((error) => error.details.map(({ path }: { path: string[] }) => path[0]).sort());
    expect(details).toEqual(['email', 'name', 'password']);
    expect(made).toEqual([]);
  });

  it('needs another start for another token, even if all users are deleted', async () => {
    const { setup, remove } = makeSetup();
    const token = setup.setupToken() ?? '';
    await setup.run(token, grace);
    remove('user', 1);
    expect([setup.needsSetup(), setup.setupToken()]).toEqual([true, null]);
    await expect(setup.run(token, grace)).rejects.toMatchObject(forbidden);
  });

  it('can be tried again with the same token if the user could not be written', async () => {
    const { setup } = makeSetup(true);
    const token = setup.setupToken() ?? '';
    await expect(setup.run(token, grace)).rejects.toThrow('disk full');
    expect(setup.setupToken()).toBe(token);
    await expect(setup.run(token, grace)).rejects.toThrow('disk full');
  });

  it('has a token that cannot be guessed and is new at each start', () => {
    const token = makeSetup().setup.setupToken() ?? '';
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(makeSetup().setup.setupToken()).not.toBe(token);
  });
});

describe('the admin of the configuration', () => {
  it('is created only if there is no user', async () => {
    const { setup, made } = makeSetup();
    const entry = await setup.bootstrap('ops@example.org', PASSWORD);
    expect(entry?.data).toMatchObject({ name: 'ops', email: 'ops@example.org', role: 'admin' });
    expect(await setup.bootstrap('other@example.org', PASSWORD)).toBeNull();
    expect(made).toHaveLength(1);
  });

  it('needs a valid password and e-mail address', async () => {
    const { setup, made } = makeSetup();
    await expect(setup.bootstrap('ops@example.org', 'short')).rejects.toMatchObject({ code: 'VALIDATION' });
    await expect(setup.bootstrap('@', PASSWORD)).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(made).toEqual([]);
  });
});
