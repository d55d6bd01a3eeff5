/**
 * `npm run docs:check`: a shell parses every shell block in the documents, links between documents must lead to files, and
 * blocks below `<!-- run -->` are run as written, on a copy of the sample site. Blocks below `<!-- run: ssh -->` and so on
 * are run on the stage that is named (`docs/stages.ts`).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './bundle.ts';
import { findMissing, onStage, STAGES } from './docs/stages.ts';

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...filesIn('docs'), 'examples/site/README.md'];
const problems = documents.flatMap(checkDocument);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${documents.length} documents, ${problems.length} problems\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function filesIn(folder: string): readonly string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

function checkDocument(path: string): readonly string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const blocks = [...text.matchAll(/^(?:(<!-- run)(?:: (\w+))? -->\n)?[ \t]*```sh\n([\s\S]*?)^[ \t]*```$/gm)];
  const faults = blocks.flatMap(([, isRun, stage = 'site', shell = ''], at) => {
    const found = tryShell(['-n'], shell) ?? (isRun ? runOn(stage, shell, path) : undefined);
    return found === undefined ? [] : [`${path}: block ${at + 1} of shell: ${found}`];
  });
  const links = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\((?!\w+:|#)([^)#\s]+)(?:#[^)]*)?\)/g)];
  const dead = links.filter(([, target = '']) => !existsSync(join(ROOT, dirname(path), target)));
  return [...faults, ...dead.map(([, target]) => `${path}: there is no ${target}`)];
}

/** A shell's complaint about a block; undefined if it has none. */
function tryShell(args: readonly string[], shell: string, env: NodeJS.ProcessEnv = {}): string | undefined {
  // Names in angle brackets are for the reader to replace.
  const input = args.includes('-n') ? shell.replace(/<[^<>\n]+>/g, 'value') : shell;
  const { status, stderr } = spawnSync('bash', [...args], {
    input,
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return status === 0 ? undefined : stderr.trim() || `ended with ${status}`;
}

function runOn(name: string, shell: string, path: string): string | undefined {
  const stage = STAGES[name];
  if (!stage) return `there is no stage ${name}`;
  const missing = findMissing(stage);
  if (missing === undefined) return runHere(onStage(stage, shell));
  process.stdout.write(`${path}: a block was not run, because there is no ${missing}\n`);
  return undefined;
}

/** Runs a block with a site in `$SITE`, its private folder in `$PRIVATE_DIR`, and empty folders to write to. */
function runHere(shell: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'quire-docs-'));
  try {
    const at = (name: string): string => join(folder, name);
    for (const name of ['private', 'backup', 'restored']) mkdirSync(at(name), { mode: 0o700 });
    cpSync(join(ROOT, 'content'), at('site/content'), { recursive: true });
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { cwd: at('site') });
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message=Begin');
    const env = {
      SITE: at('site'),
      PRIVATE_DIR: at('private'),
      BACKUP: at('backup'),
      RESTORED: at('restored'),
      WORK: folder,
    };
    return tryShell(['-e', '-o', 'pipefail'], shell, env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
