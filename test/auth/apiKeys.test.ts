import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findApiKey, makeApiKey, type NewApiKey } from '../../src/auth/apiKeys.ts';
import type { ApiKey } from '../../src/model/entities/apiKey.ts';
import { createClock, createRecords } from './fixtures.ts';

const recordOf = ({ prefix, hash }: NewApiKey): ApiKey => ({
  key: '3',
  name: 'Deploy',
  keyPrefix: prefix,
  keyHash: hash,
  permissions: 'content:read',
});

describe('a new API key', () => {
  it('SEC-15 is sk_ and 32 random bytes; only its beginning and SHA-256 are stored', () => {
    const { key, prefix, hash } = makeApiKey();
    expect(key).toMatch(/^sk_[A-Za-z0-9_-]{43}$/);
    expect(prefix).toBe(key.slice(0, 11));
    expect(hash).toBe(createHash('sha256').update(key).digest('hex'));
    expect(makeApiKey().key).not.toBe(key);
  });
});

describe('finding an API key', () => {
  it('SEC-15 finds a record only by the whole key', () => {
    const { lookup, put } = createRecords();
    const made = makeApiKey();
    const entry = put('apiKey', 3, recordOf(made));
    const now = createClock()();
    expect(findApiKey(lookup, made.key, now)).toBe(entry);
    for (const wrong of [makeApiKey().key, made.prefix, made.hash, `${made.key}=`, made.key.slice(3), '']) {
      expect(findApiKey(lookup, wrong, now)).toBeNull();
    }
  });

  it('SEC-15 compares the whole hash with the record found by it', () => {
    const { lookup, put } = createRecords();
    const made = makeApiKey();
    const other = put('apiKey', 3, recordOf(makeApiKey()));
    const short = put('apiKey', 4, { ...recordOf(made), keyHash: made.hash.slice(0, 8) });
    for (const found of [other, short])
      expect(findApiKey({ ...lookup, find: () => [found] as never }, made.key, createClock()())).toBeNull();
  });

  it('finds a key until it expires', () => {
    const { lookup, put } = createRecords();
    const made = makeApiKey();
    put('apiKey', 3, { ...recordOf(made), expiresAt: '2026-01-05T09:00:01.000Z' });
    const clock = createClock();
    expect(findApiKey(lookup, made.key, clock())).not.toBeNull();
    clock.pass(1);
    expect(findApiKey(lookup, made.key, clock())).toBeNull();
  });

  it('does not find a key whose expiry cannot be read', () => {
    const { lookup, put } = createRecords();
    const made = makeApiKey();
    put('apiKey', 3, { ...recordOf(made), expiresAt: 'soon' });
    expect(findApiKey(lookup, made.key, createClock()())).toBeNull();
  });
});
