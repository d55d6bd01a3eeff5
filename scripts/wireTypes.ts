/** `npm run wire`: writes the types of `/api/openapi.json` for the editor's interface. */
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCms } from '../src/cms/cms.ts';
import { readServerConfig } from '../src/config.ts';
import { createLog } from '../src/http/log/log.ts';
import { ROOT } from './bundle.ts';
import { describeWire } from './wire/describeWire.ts';

const folder = await mkdtemp(join(tmpdir(), 'quire-wire-'));
await mkdir(join(folder, 'content'));
const config = readServerConfig({ CONTENT_DIR: join(folder, 'content'), PRIVATE_DIR: join(folder, 'private') }, folder);
const cms = await createCms({ config, log: createLog('fatal'), version: '0' });
try {
  writeFileSync(join(ROOT, 'src/ui/wire/interface.ts'), describeWire(cms.endpoints));
} finally {
  await cms.close();
  await rm(folder, { recursive: true, force: true });
}
