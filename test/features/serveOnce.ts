/** Starts a site with one page in this process, and prints the titles of its pages and the status of its health. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createCms } from '../../src/cms/cms.ts';
import { readServerConfig } from '../../src/config.ts';
import { createLog } from '../../src/http/log/log.ts';
import { startServer } from '../../src/http/server/server.ts';

const FILES = {
  'content-types/plain.yaml': 'id: 1\nname: Plain\nfieldsSchema: []\n',
  'pages/en/a.yaml': 'id: 2\ntype: plain\ntitle: A page\nstatus: published\n',
};

const folder = mkdtempSync(join(tmpdir(), 'quire-once-'));
const [CONTENT_DIR, PRIVATE_DIR] = [join(folder, 'content'), join(folder, 'private')];
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(CONTENT_DIR, path)), { recursive: true });
  writeFileSync(join(CONTENT_DIR, path), text);
}
const log = createLog('fatal');
const cms = await createCms({ config: readServerConfig({ CONTENT_DIR, PRIVATE_DIR }, folder), log, version: '0' });
const server = await startServer({ app: cms.app, host: '127.0.0.1', port: 0, log });
cms.settle();
const pages = (await (await fetch(`${server.url}/api/content/pages`)).json()) as { data: { title: string }[] };
const { status } = await fetch(`${server.url}/api/health`);
process.stdout.write(JSON.stringify({ pages: pages.data.map(({ title }) => title), live: status }));
cms.drain();
await server.close();
await cms.close();
