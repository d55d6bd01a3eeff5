import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { decodeFile } from '../../src/store/codec/decodeFile.ts';
import { FileError } from '../../src/store/codec/fileError.ts';
import { formatOf } from '../../src/store/codec/formats.ts';
import { createReadRecord } from '../../src/store/file/fileRecord.ts';
import { inspectSightings, locateFile } from '../../src/store/file/inspectSightings.ts';
import { walkHome } from '../../src/store/file/walkHome.ts';
import { readBody } from '../../src/store/record/body.ts';
import { startProcess } from '../crash/serverProcess.ts';
import { sampleSite } from '../sampleSite.ts';
import { mutateBytes, mutateValue } from './mutate.ts';
import { createRandom, type Random } from './random.ts';

export interface FilesOptions {
  readonly files: number;
  readonly seed: number;
  /** An empty folder, in which the files are kept. */
  readonly folder: string;
}

export interface FilesReport {
  readonly files: number;
  readonly seed: number;
  /** How many became records, and how many were refused for each reason. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  readonly failures: readonly string[];
}

/** Reads mutated files in this process, then starts a server on all of them and asks it. */
export async function runFiles({ files, seed, folder }: FilesOptions): Promise<FilesReport> {
  const content = join(folder, 'content');
  const trap = join(tmpdir(), `quire-escaped-${seed}`);
  makeFiles(content, { files, seed, trap });
  const read = readAll(content);
  const failures = [
    ...read.failures,
    ...(Object.keys(Object.prototype).length > 0 ? ['a file has reached the prototype of objects'] : []),
    ...(await serveAll(folder, content)),
    ...(existsSync(trap) ? [`a file was run: it has written ${trap}`] : []),
  ];
  return { files, seed, outcomes: read.outcomes, slowestMs: Math.round(read.slowestMs), failures };
}

interface Making {
  readonly files: number;
  readonly seed: number;
  readonly trap: string;
}

function makeFiles(content: string, { files, seed, trap }: Making): void {
  const originals = Object.entries(sampleSite());
  for (const [path, text] of originals) write(join(content, path), text);
  for (let number = 0; number < files; number += 1) {
    const random = createRandom(seed * 1_000_003 + number);
    const [path, text] = random.pick(originals);
    const extension = random.chance(0.1) ? random.pick(['.yaml', '.json', '.md']) : extname(path);
    const name = `${path.slice(0, -extname(path).length)}-${number}${extension}`;
    write(join(content, name), mutateFile(text, { random, trap, extension: extname(path) }));
  }
}

function write(path: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

interface Mutating {
  readonly random: Random;
  readonly trap: string;
  readonly extension: string;
}

function mutateFile(text: string, { random, trap, extension }: Mutating): string | Uint8Array {
  const code = `require('node:fs').writeFileSync(${JSON.stringify(trap)}, '')`;
  return random.pick([
    () => mutateBytes(Buffer.from(text), random),
    () => mutateBytes(Buffer.from(text), random),
    () => writeValue(mutateValue(readValue(text, extension), random), extension),
    () => writeValue(mutateValue(mutateValue(readValue(text, extension), random), random), extension),
    () => `---${random.pick(['js', 'javascript', ' js', 'coffee', 'ts'])}\n${code}\n---\n${text}`,
    () =>
      `${random.pick(['a: !!js/function ', 'b: !<tag:yaml.org,2002:js/function> ', '? !!js/undefined '])}"${code}"\n${text}`,
  ])();
}

/** The values of a file; of Markdown, only the front matter. */
function readValue(text: string, extension: string): unknown {
  if (extension === '.json') return JSON.parse(text);
  return parse(extension === '.md' ? (text.split(/^---$/m)[1] ?? '') : text);
}

function writeValue(value: unknown, extension: string): string {
  if (extension === '.json') return JSON.stringify(value) ?? '';
  const yaml = stringify(value, { aliasDuplicateObjects: false });
  return extension === '.md' ? `---\n${yaml}---\n\nText\n` : yaml;
}

/** Reads every file; anything but a record, problems or a FileError is a failure. */
function readAll(content: string): Pick<FilesReport, 'outcomes' | 'slowestMs' | 'failures'> {
  const readRecord = createReadRecord();
  const outcomes: Record<string, number> = {};
  const failures: string[] = [];
  let slowestMs = 0;
  const count = (outcome: string): void => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  for (const { file, problem } of inspectSightings(walkHome(content, 'content'), 'content')) {
    if (problem) count(problem.code);
    if (!file) continue;
    const { path } = file;
    const located = locateFile('content', path)!;
    const start = performance.now();
    try {
      const { value, body } = decodeFile(formatOf(path)!, readFileSync(join(content, path)));
      const record = readRecord(located, path, value, readBody(body));
      count('data' in record ? 'record' : 'SCHEMA');
    } catch (error) {
      if (error instanceof FileError) count(error.code);
      else failures.push(`${path}: ${error instanceof Error ? error.stack : error}`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - start);
  }
  return { outcomes, slowestMs, failures };
}

const READS = [
  '/api/health',
  '/api/content/pages?limit=50&richtext=html&expand=media,reference,page,term',
  '/api/content/config',
  '/api/content/schemas',
  '/api/content/redirects',
  '/api/content/tracking-scripts',
  '/api/content/search?q=harbour&in=all',
  '/sitemap.xml',
  '/api/content/graphql?query={pages(limit:50){data{title,fields,regions}}menus{items{title,children{title}}}}',
];

/** The failures of a server on this content, when it starts, answers or stops. */
async function serveAll(folder: string, content: string): Promise<readonly string[]> {
  const server = await startProcess({ CONTENT_DIR: content, PRIVATE_DIR: join(folder, 'private') });
  const failures: string[] = [];
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(server.url + path);
    if (response.status >= 500 || (response.status !== 200 && READS.includes(path)))
      failures.push(`GET ${path} answers ${response.status}`);
    return response.headers.get('content-type')?.includes('json') ? response.json() : response.text();
  };
  for (const path of READS) await ask(path);
  for (const slug of await slugsOf(ask)) await ask(`/api/content/pages/${slug}?richtext=html`);
  const code = await server.stop();
  return code === 0 ? failures : [...failures, `the server ends with ${code}`];
}

interface PageList {
  readonly data: readonly { readonly slug: string }[];
  readonly meta: { readonly total: number };
}

async function slugsOf(ask: (path: string) => Promise<unknown>): Promise<readonly string[]> {
  const slugs: string[] = [];
  for (;;) {
    const { data, meta } = (await ask(`/api/content/pages?limit=50&offset=${slugs.length}`)) as PageList;
    slugs.push(...data.map(({ slug }) => slug.split('/').map(encodeURIComponent).join('/')));
    if (data.length === 0 || slugs.length >= meta.total) return slugs;
  }
}
