import './countFsyncs.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitSite, generateSite } from '../scripts/generate.ts';
import { benchBoot } from './boot.ts';
import { benchCheck } from './check.ts';
import { benchEditor } from './editor.ts';
import { benchEvents } from './events.ts';
import { benchExport } from './export.ts';
import { benchHistory } from './history.ts';
import { benchHold } from './hold.ts';
import { benchHost } from './host.ts';
import { benchImport } from './import.ts';
import { benchLone } from './lone.ts';
import { type Result, toTable } from './measure.ts';
import { benchMerge } from './merge.ts';
import { benchMixed } from './mixed.ts';
import { benchRead } from './read.ts';
import { benchRights } from './rights.ts';
import { benchSearch } from './search.ts';
import { benchSyncing } from './syncing.ts';
import { benchVersion } from './version.ts';
import { benchWatch } from './watch.ts';
import { benchWrite } from './write.ts';

const BENCHES = {
  boot: benchBoot,
  check: benchCheck,
  editor: benchEditor,
  events: benchEvents,
  export: benchExport,
  history: benchHistory,
  hold: benchHold,
  host: benchHost,
  import: benchImport,
  lone: benchLone,
  merge: benchMerge,
  mixed: benchMixed,
  read: benchRead,
  rights: benchRights,
  search: benchSearch,
  sync: benchSyncing,
  version: benchVersion,
  write: benchWrite,
  watch: benchWatch,
};
type Name = keyof typeof BENCHES;

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '10000' }, only: { type: 'string' }, json: { type: 'string' } },
});
const pages = Number(values.pages);
const names = (values.only?.split(',') ?? Object.keys(BENCHES)) as readonly Name[];

const folder = mkdtempSync(join(tmpdir(), 'quire-bench-'));
try {
  const contentDir = join(folder, 'content');
  generateSite({ pages, out: contentDir });
  commitSite(contentDir);
  const results: Result[] = [];
  for (const name of names) {
    results.push(...(await BENCHES[name](contentDir, join(folder, 'private'), pages)));
    // Kept after each part: a later one may fail.
    if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  }
  process.stdout.write(`${toTable(results)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
