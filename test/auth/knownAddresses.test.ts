import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openKnownAddresses } from '../../src/auth/knownAddresses.ts';
import { ADA, createRecords, makePrivateFolder } from './fixtures.ts';

async function makeKnown() {
  const privateDir = await makePrivateFolder(onTestFinished);
  const records = createRecords();
  records.put('user', 1, ADA);
  const errors: unknown[] = [];
  const open = () =>
    openKnownAddresses({ lookup: records.lookup, privateDir, onError: (error) => void errors.push(error) });
  return { records, open, errors, path: join(privateDir, 'state', 'known-addresses.json') };
}

it('are remembered for the user who logged in from them, also after a restart', async () => {
  const { open, records, path } = await makeKnown();
  records.put('user', 2, { ...ADA, key: '2', email: 'grace@example.org' });
  const before = await open();
  expect(before.has('ada@example.org', '203.0.113.1')).toBe(false);
  before.note(1, '::ffff:203.0.113.1');
  before.note(1, '2001:db8:1:2::1');
  await before.close();
  for (const known of [before, await open()]) {
    expect(known.has('ADA@example.org', '203.0.113.1')).toBe(true);
    expect(known.has('ada@example.org', '2001:db8:1:2:ffff::2')).toBe(true);
    expect(known.has('ada@example.org', '203.0.113.2')).toBe(false);
    expect(known.has('grace@example.org', '203.0.113.1')).toBe(false);
    expect(known.has('nobody@example.org', '203.0.113.1')).toBe(false);
    expect(known.has('ada@example.org', '')).toBe(false);
  }
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('are the latest twenty of each existing user', async () => {
  const { open, records, path } = await makeKnown();
  records.put('user', 2, { ...ADA, key: '2', email: 'grace@example.org' });
  const known = await open();
  known.note(2, '198.51.100.1');
  known.note(1, '203.0.113.0');
  for (let n = 1; n < 20; n += 1) known.note(1, `203.0.113.${n}`);
  known.note(1, '203.0.113.0');
  records.remove('user', 2);
  known.note(1, '203.0.113.20');
  await known.close();
  const has = (n: number) => known.has('ada@example.org', `203.0.113.${n}`);
  expect([has(0), has(1), has(2), has(20)]).toEqual([true, false, true, true]);
  const kept = JSON.parse(await readFile(path, 'utf8'));
  expect(Object.keys(kept)).toEqual(['1']);
  expect(kept[1]).toHaveLength(20);
});

it('are none if the file is damaged, which is reported', async () => {
  const { open, errors, path } = await makeKnown();
  for (const text of ['{', '[]', '{"1":"203.0.113.1"}', '{"1":[7]}']) {
    await writeFile(path, text);
    expect((await open()).has('ada@example.org', '203.0.113.1')).toBe(false);
  }
  expect(errors).toHaveLength(1);
});
