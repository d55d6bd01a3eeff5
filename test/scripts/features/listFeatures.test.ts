import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/bundle.ts';
import { listFeatures } from '../../../scripts/features/listFeatures.ts';
import { FEATURE_NAMES } from '../../../src/features/list.ts';

it.each(listFeatures(FEATURE_NAMES, ROOT))(
  'has written %s from what the folders of features hold now',
  (path, text) => {
    expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
  },
);
