/** `npm run reference`: writes `docs/extend-reference.md` from the types of a site's own code. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bundle.ts';
import { describeExtend } from './wire/describeExtend.ts';

writeFileSync(join(ROOT, 'docs/extend-reference.md'), describeExtend());
