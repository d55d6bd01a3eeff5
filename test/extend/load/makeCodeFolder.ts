import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readServerConfig } from '../../../src/config.ts';
import { type LoadedCode, loadSiteCode } from '../../../src/extend/load/loadSiteCode.ts';
import { writeFiles } from '../../plantRepository.ts';

/** A temporary folder with these files and an empty content folder. */
export function makeCodeFolder(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quire-code-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'content'));
  writeFiles(folder, files);
  return folder;
}

/** Loads the code of a folder as a start there does. */
export const loadFrom = (folder: string, env: Readonly<Record<string, string>> = {}): Promise<LoadedCode> => {
  const all = { QUIRE_CONFIG: 'quire.config.ts', ...env };
  return loadSiteCode(readServerConfig(all, folder), all);
};

/** Loads a configuration with this text; gives the problems that it is refused for. */
export async function problemsOf(
  text: string,
  files: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const folder = makeCodeFolder({ 'quire.config.ts': text, ...files });
  const error: unknown = await loadFrom(folder, env).then(
    () => null,
    (one: unknown) => one,
  );
  if (error === null) return [];
  // What else it throws is a bug.
  if (!(error instanceof Error) || !('problems' in error)) throw error;
  return (error.problems as readonly string[]).map((one) => one.replaceAll(folder, ''));
}
