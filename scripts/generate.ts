import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { MAX_UNSHELVED, shelved, stemOf } from '../src/model/location.ts';
import { encodeFile } from '../src/store/codec/encodeFile.ts';
import type { JsonObject } from '../src/store/codec/json/json.ts';
import { MEDIA, MODEL, numbers, pixel } from './generate/model.ts';
import { type PlannedPage, planBlocks, planMenus, planPages } from './generate/plan.ts';
import { seededRandom } from './seededRandom.ts';

export interface GenerateOptions {
  /** At least 1. */
  readonly pages: number;
  /** An empty or new folder, which becomes a content folder. */
  readonly out: string;
  /** The same seed and number of pages give the same bytes. */
  readonly seed?: number;
}

export interface Generated {
  /** The keys of all pages, such as `en/home`, in the order of their ids. */
  readonly keys: readonly string[];
  /** The size of all page files together. */
  readonly bytes: number;
}

/** Writes a site of any size for benchmarks and tests. @throws Error if `out` is not empty */
export function generateSite({ pages, out, seed = 1 }: GenerateOptions): Generated {
  if (!Number.isSafeInteger(pages) || pages < 1) throw new Error('the number of pages must be 1 or more');
  if (existsSync(out) && readdirSync(out).length > 0) throw new Error(`${out} is not empty`);
  const write = createFileWriter(out);
  const next = seededRandom(seed);
  write('.gitattributes', '* -text -filter -ident -working-tree-encoding\n');
  for (const [stem, value] of MODEL) write(`${stem}.yaml`, encodeFile('yaml', value));
  for (const [key, value] of planBlocks(next)) write(`blocks/${key}.yaml`, encodeFile('yaml', value));
  for (const id of numbers(MEDIA)) writeMedia(id, write);
  const written = writePages(planPages(pages, next), write);
  for (const [slug, value] of planMenus(written.keys, next)) write(`menus/${slug}.yaml`, encodeFile('yaml', value));
  return written;
}

type Write = (path: string, content: string | Uint8Array) => void;

function createFileWriter(root: string): Write {
  const made = new Set<string>();
  return (path, content) => {
    const file = join(root, path);
    const folder = dirname(file);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    writeFileSync(file, content);
  };
}

function writePages(pages: Iterable<PlannedPage>, write: Write): Generated {
  const stemFor = createShelves();
  const keys: string[] = [];
  let bytes = 0;
  for (const { slug, locale, value } of pages) {
    const format = keys.length % 50 === 49 ? 'json' : 'yaml';
    const content = encodeFile(format, value);
    write(`${stemFor({ slug, locale })}.${format}`, content);
    keys.push(`${locale}/${slug}`);
    bytes += content.length;
  }
  return { keys, bytes };
}

/** Page paths as the server chooses them: once a folder is full, further files go to shelves. */
function createShelves(): (page: { readonly slug: string; readonly locale: string }) => string {
  const filesIn = new Map<string, number>();
  return (page) => {
    const stem = stemOf('page', page);
    const count = filesIn.get(dirname(stem)) ?? 0;
    filesIn.set(dirname(stem), count + 1);
    return count < MAX_UNSHELVED ? stem : shelved('page', stem, page);
  };
}

function writeMedia(id: number, write: Write): void {
  const bytes = pixel(id * 40, 255 - id * 30, 128);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const key = `picture-${id}`;
  const filename = `${key}-${hash.slice(0, 8)}.gif`;
  const value: JsonObject = {
    id,
    filename,
    originalName: `${key}.gif`,
    mimeType: 'image/gif',
    size: bytes.length,
    width: 1,
    height: 1,
    hash,
    altText: `One pixel, number ${id}`,
    createdAt: '2024-01-01T10:00:00.000Z',
  };
  write(`media/${key}.yaml`, encodeFile('yaml', value));
  write(`media/files/${filename}`, bytes);
}

/** Makes `folder` a git repository and commits everything; the same files give the same commit. */
export function commitSite(folder: string): void {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const date = '2026-01-01T00:00:00Z';
  const env = { ...Object.fromEntries(inherited), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const identity = ['-c', 'user.name=Quire', '-c', 'user.email=quire@quire.invalid'];
  const git = (...args: readonly string[]) =>
    execFileSync(
      'git',
      ['-c', 'core.hooksPath=/dev/null', '-c', 'commit.gpgSign=false', '-c', 'gc.auto=0', ...identity, ...args],
      {
        cwd: folder,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'Generate the site');
}

const USAGE = 'usage: npx tsx scripts/generate.ts --pages <number> --out <folder> [--seed <number>] [--git]';

function main(): void {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string' },
      out: { type: 'string' },
      seed: { type: 'string', default: '1' },
      git: { type: 'boolean', default: false },
    },
  });
  if (!values.pages || !values.out) throw new Error(USAGE);
  const { keys, bytes } = generateSite({ pages: Number(values.pages), out: values.out, seed: Number(values.seed) });
  if (values.git) commitSite(values.out);
  process.stdout.write(`${keys.length} pages, ${Math.round(bytes / keys.length)} bytes each, in ${values.out}\n`);
}

/** Whether this file is run as a program rather than imported. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
