import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FEATURE_NAMES } from '../../src/features/list.ts';
import { FEATURES } from '../../src/features/lists/server.ts';
import { stride } from '../effort.ts';
import { copySources, type FeatureCopy } from './featureCopy.ts';

let copy: FeatureCopy;

beforeAll(() => {
  copy = copySources();
});

afterAll(() => copy.remove());

/** A feature, and those that need it. */
function withNeeding(name: string): readonly string[] {
  const gone = new Set([name]);
  for (const one of gone) for (const other of FEATURES) if (other.needs?.includes(one)) gone.add(other.name);
  return [...gone];
}

/** All of them, or every sixth if there is little time. */
const tried = FEATURE_NAMES.filter((_, index) => index % stride(6) === 0);

it.each(tried)('type-checks, starts and serves pages without %s', { timeout: 300_000 }, async (name) => {
  const gone = withNeeding(name);
  const folderOf = (feature: string): string => join(copy.folder, 'src/features', feature);
  const kept = join(copy.folder, 'kept');
  for (const feature of gone) cpSync(folderOf(feature), join(kept, feature), { recursive: true });
  for (const feature of gone) rmSync(folderOf(feature), { recursive: true });
  try {
    await copy.list(() => FEATURE_NAMES.filter((one) => !gone.includes(one)));
    expect(await copy.findBroken()).toEqual([]);
    expect(await copy.serve()).toEqual({ pages: ['A page'], live: 200 });
  } finally {
    for (const feature of gone) cpSync(join(kept, feature), folderOf(feature), { recursive: true });
    rmSync(kept, { recursive: true });
  }
});
