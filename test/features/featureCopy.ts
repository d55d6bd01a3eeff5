import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A copy of the sources, in which features come and go. */
export interface FeatureCopy {
  readonly folder: string;
  /** Changes the list of features, and writes the lists and the types that follow from it. */
  list(change: (names: readonly string[]) => readonly string[]): Promise<void>;
  /** What TypeScript finds wrong, on the server and in the browser. */
  findBroken(): Promise<readonly string[]>;
  /** Starts a site in a process of its own. @returns the titles of its pages, and the status of its health */
  serve(): Promise<{ readonly pages: readonly string[]; readonly live: number }>;
  remove(): void;
}

/** What stands outside of `src`, and what programs of the copy need. */
const COPIED = ['src', 'scripts', 'test', 'templates', 'tsconfig.json', 'package.json', 'vite.config.ts'];
const LINKED = ['node_modules', 'dist'];

export function copySources(): FeatureCopy {
  const folder = mkdtempSync(join(tmpdir(), 'quire-feature-'));
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  for (const path of LINKED) symlinkSync(join(ROOT, path), join(folder, path));
  writeFileSync(join(folder, 'server.json'), JSON.stringify({ extends: './tsconfig.json', include: ['src'] }));
  const tool = (name: string, ...args: readonly string[]) =>
    run(join(ROOT, 'node_modules/.bin', name), args, { cwd: folder });
  const list = join(folder, 'src/features/list.ts');
  return {
    folder,
    async list(change) {
      const text = readFileSync(list, 'utf8');
      const names = [...(/\[([^\]]*)\] as const/.exec(text)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
        ([, name = '']) => name,
      );
      const row = change(names).map((name) => `'${name}'`);
      writeFileSync(list, text.replace(/\[[^\]]*\] as const/, `[${row.join(', ')}] as const`));
      await tool('tsx', 'scripts/writeFeatures.ts');
      await tool('tsx', 'scripts/wireTypes.ts');
    },
    async findBroken() {
      const checks = ['server.json', 'src/ui'].map((project) =>
        // What was found the time before is not looked for again.
        tool(
          'tsc',
          '--noEmit',
          '--incremental',
          '--tsBuildInfoFile',
          `${project}.checked`,
          '--pretty',
          'false',
          '-p',
          project,
        ).then(
          () => '',
          ({ stdout }: { readonly stdout: string }) => stdout,
        ),
      );
      return (await Promise.all(checks)).flatMap((said) => said.split('\n').filter((line) => /: error /.test(line)));
    },
    async serve() {
      const { stdout } = await tool('tsx', 'test/features/serveOnce.ts');
      return JSON.parse(stdout);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
