import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareSync, hashSync } from 'bcryptjs';
import type { AuditEntry, AuditLog } from '../../src/auth/audit/auditLog.ts';
import type { PasswordJob, PasswordPool } from '../../src/auth/password/passwordPool.ts';
import { BUILT_IN_CODE } from '../../src/fields/kinds.ts';
import { ENTITIES } from '../../src/model/entities/index.ts';
import type { Entry, Lookup } from '../../src/model/entry.ts';
import type { Kind, Records } from '../../src/model/records.ts';
import { preparePrivateFolder } from '../../src/store/privateFolder.ts';

/** A part of the log, newest first, and its number of lines. */
export async function listAudit(log: AuditLog, { limit = 100, offset = 0 } = {}) {
  const entries: AuditEntry[] = [];
  for await (const entry of log.entries()) entries.push(entry);
  return { entries: entries.slice(offset, offset + limit), total: await log.count() };
}

export const START = '2026-01-05T09:00:00.000Z';

/** A clock that stays still until it is set. */
export function createClock() {
  let now = Date.parse(START);
  const clock = () => new Date(now);
  return Object.assign(clock, {
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
  });
}

/** A lookup over records that the test adds and removes. */
export function createRecords() {
  const entries: Entry[] = [];
  const all = <K extends Kind>(kind: K) => entries.filter((entry) => entry.kind === kind) as Entry<Records[K]>[];
  const keysOf = <K extends Kind>(kind: K, index: string, data: Records[K]): readonly string[] => {
    const def = ENTITIES[kind].indexes[index];
    if (!def) throw new Error(`${kind} has no index ${index}`);
    return 'unique' in def ? [def.unique(data)] : def.many(data);
  };
  const lookup: Lookup = {
    code: BUILT_IN_CODE,
    get: (kind, id) => all(kind).find((entry) => entry.id === id),
    byKey: (kind, key) => all(kind).find((entry) => entry.key === key),
    referring: () => [],
    find: (kind, index, key) => all(kind).filter((entry) => keysOf(kind, index, entry.data).includes(key)),
    all,
  };
  const remove = (kind: Kind, id: number) => {
    const position = entries.findIndex((entry) => entry.kind === kind && entry.id === id);
    if (position >= 0) entries.splice(position, 1);
  };
  return {
    lookup,
    remove,
    put<K extends Kind>(kind: K, id: number, data: Records[K]): Entry<Records[K]> {
      remove(kind, id);
      const key = 'key' in data ? String(data.key) : '';
      const entry = { kind, id, key, path: `${kind}/${id}.yaml`, rev: '', createdAt: START, updatedAt: START, data };
      entries.push(entry);
      return entry;
    },
  };
}

export const PASSWORD = 'a ship in harbour';
export const PASSWORD_HASH = hashSync(PASSWORD, 4);

export const ADA: Records['user'] = {
  key: '1',
  email: 'Ada@example.org',
  name: 'Ada',
  role: 'admin',
  passwordHash: PASSWORD_HASH,
};

/** bcrypt without threads, which records its jobs and who asked for them. */
export function createCountingPool(): PasswordPool & { readonly jobs: PasswordJob[]; readonly askers: unknown[] } {
  const [jobs, askers]: [PasswordJob[], unknown[]] = [[], []];
  return {
    ...{ jobs, askers },
    async run(job, asker) {
      jobs.push(job);
      askers.push(asker);
      return job.type === 'hash' ? hashSync(job.password, job.cost) : compareSync(job.password, job.hash);
    },
    async close() {},
  };
}

/** Nobody has a second factor, and none is required. */
export const NO_FACTORS_SET = {
  factors: { of: () => ({ generation: 0, totp: null, recoveryCodes: [], passkeys: [] }) },
  requirements: { of: () => 'none' as const },
};

/** A new private folder, deleted when the test ends. */
export async function makePrivateFolder(onTestFinished: (clean: () => Promise<void>) => void): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'quire-auth-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return preparePrivateFolder(join(dir, 'private'));
}
