/** `npm run features`: writes the lists of features, from `src/features/list.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURE_NAMES } from '../src/features/list.ts';
import { ROOT } from './bundle.ts';
import { listFeatures } from './features/listFeatures.ts';

for (const [path, text] of listFeatures(FEATURE_NAMES, ROOT)) writeFileSync(join(ROOT, path), text);
