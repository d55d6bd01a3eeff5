import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Cms, createCms } from '../../../src/cms/cms.ts';
import { readServerConfig } from '../../../src/config.ts';
import type { DurableFs } from '../../../src/git/disk/durableFs.ts';
import { createLog } from '../../../src/http/log/log.ts';
import { SYSTEM } from '../../../src/model/access.ts';
import type { PublishedProposal } from '../../../src/proposal/publish/proposalPublisher.ts';

/** A site in a folder, with a change that is ready to be published. */
export const CHANGE = 'menu';

/** The time of every publish, so that all runs make the same files. */
export const AT = '2026-02-01T12:30:00.000Z';

/** The number of calls while the site is being opened, so that none of them fails. */
export const OPENING = Number.NEGATIVE_INFINITY;

/** The site in a folder, without a server in front. */
export function openSite(folder: string, fs?: DurableFs): Promise<Cms> {
  const env = {
    CONTENT_DIR: join(folder, 'content'),
    PRIVATE_DIR: join(folder, 'private'),
    LOG_LEVEL: 'fatal',
  };
  const config = readServerConfig(env, folder);
  return createCms({
    ...{ config, log: createLog(config.logLevel), version: '0.0.0', clock: () => new Date(AT) },
    passwords: { cost: 4, threads: 1 },
    ...(fs && { fs }),
  });
}

/** Publishes with a third value where both have changed one, so that neither side has the merged bytes. */
export const publish = ({ proposals }: Pick<Cms, 'proposals'>): Promise<PublishedProposal> =>
  proposals.publish(CHANGE, {
    choices: [{ kind: 'page', key: 'en/about', path: ['title'], value: 'Both' }],
    actor: SYSTEM,
  });

/** Runs something on a copy of a site's folder. */
export async function onCopy<T>(folder: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = join(mkdtempSync(join(tmpdir(), 'quire-copy-')), 'site');
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  try {
    return await work(copy);
  } finally {
    rmSync(dirname(copy), { recursive: true, force: true });
  }
}
