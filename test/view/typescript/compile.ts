import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const PRELUDE = readFileSync(join(ROOT, 'src/client/content.ts'), 'utf8');

const OPTIONS = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, isolatedModules: true },
  ...{ target: 'es2022', module: 'nodenext', types: [], noEmit: true, erasableSyntaxOnly: true },
};

/** The errors of the strict compiler for the shown types, and for files that import them from `./types.js`. */
export async function compile(shown: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const all = { 'types.ts': `${PRELUDE}\n${shown}`, 'package.json': '{ "type": "module" }', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts'] }));
  return promisify(execFile)(process.execPath, [TSC, '-p', folder], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ code, stdout, stderr }) => `tsc ended with ${code}: ${stdout}${stderr}`,
  );
}
