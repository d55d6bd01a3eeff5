import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LRUCache } from 'lru-cache';
import { parse } from 'yaml';
import type { Kind } from '../../../../src/model/records.ts';
import type { Site } from '../../../makeSite.ts';
import { runProgram } from '../../../run/runProgram.ts';

/** One version of a record, as its file says it. */
export interface Version {
  readonly kind: Kind;
  /** The file's path below the folder of its kind, without its ending. */
  readonly key: string;
  readonly id: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** Of a page; otherwise empty. */
  readonly locale: string;
  readonly slug: string;
  /** Who has made the record, as commits name them; null if nobody has by a request. */
  readonly owner: string | null;
}

/** All records of one version of the site, by kind and id. */
export type Content = ReadonlyMap<string, Version>;

const FOLDERS: Readonly<Record<string, Kind>> = {
  'content-types': 'contentType',
  'block-types': 'blockType',
  taxonomies: 'taxonomy',
  media: 'media',
  blocks: 'block',
  pages: 'page',
  menus: 'menu',
  redirects: 'redirect',
  'tracking-scripts': 'trackingScript',
};

export const nameOf = ({ kind, id }: Pick<Version, 'kind' | 'id'>): string => `${kind}/${id}`;

/** What is live, by the files of the working tree. */
export function readLive(site: Site, owners: ReadonlyMap<string, string>): Content {
  const paths = readdirSync(site.contentDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(site.contentDir, join(parentPath, name)))
    .filter((path) => !path.startsWith('.git'));
  return toContent(
    paths.map((path) => [path, () => readFileSync(join(site.contentDir, path), 'utf8')]),
    owners,
  );
}

/** What a commit holds, read by native git. */
export function readCommit(site: Site, ref: string, owners: ReadonlyMap<string, string>): Content {
  const listed = site.git('ls-tree', '-r', '--format=%(objectname) %(path)', ref).trim().split('\n');
  const files = listed.map((line) => ({ id: line.slice(0, 40), path: line.slice(41) }));
  const blobs = readBlobs(
    site,
    files.map(({ id }) => id),
  );
  return toContent(
    files.map(({ id, path }) => [path, () => blobs.get(id) ?? '']),
    owners,
  );
}

/** Blobs never change. */
const blobsOf = new WeakMap<Site, Map<string, string>>();

function readBlobs(site: Site, ids: readonly string[]): ReadonlyMap<string, string> {
  const known = blobsOf.get(site) ?? new Map<string, string>();
  blobsOf.set(site, known);
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return known;
  const input = `${unknown.join('\n')}\n`;
  let rest = runProgram('git', ['cat-file', '--batch'], { cwd: site.contentDir, input });
  for (const id of unknown) {
    const end = rest.indexOf('\n');
    const size = Number(rest.subarray(0, end).toString().split(' ')[2]);
    known.set(id, rest.subarray(end + 1, end + 1 + size).toString());
    rest = rest.subarray(end + 2 + size);
  }
  return known;
}

const gitFile = (site: Site, ...path: readonly string[]): string => join(site.contentDir, '.git', ...path);

/** The commit of what is live. */
export function headOf(site: Site): string {
  const ref = readFileSync(gitFile(site, 'HEAD'), 'utf8').trim().replace('ref: ', '');
  return existsSync(gitFile(site, ref)) ? readFileSync(gitFile(site, ref), 'utf8').trim() : '';
}

const CHANGES = 'refs/heads/change/';

/** The changes of a site and the commit of each. */
export function changesOf(site: Site): ReadonlyMap<string, string> {
  const folder = gitFile(site, CHANGES);
  const loose = existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.lock')) : [];
  const packed = existsSync(gitFile(site, 'packed-refs')) ? readFileSync(gitFile(site, 'packed-refs'), 'utf8') : '';
  return new Map([
    ...packed
      .split('\n')
      .filter((line) => line.slice(41).startsWith(CHANGES))
      .map((line) => [line.slice(41 + CHANGES.length), line.slice(0, 40)] as const),
    ...loose.map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()] as const),
  ]);
}

type File = readonly [path: string, read: () => string];

function toContent(files: readonly File[], owners: ReadonlyMap<string, string>): Content {
  const versions = files.flatMap(([path, read]) => toVersion(path, read, owners) ?? []);
  return new Map(versions.map((version) => [nameOf(version), version]));
}

const parsed = new LRUCache<string, Version['data']>({ max: 5_000 });

function parseFile(text: string): Version['data'] {
  const known = parsed.get(text);
  if (known) return known;
  const data = (text.startsWith('{') ? JSON.parse(text) : (parse(text) ?? {})) as Version['data'];
  parsed.set(text, data);
  return data;
}

/** The version that a file holds; null if it is no record. */
export function toVersion(path: string, read: () => string, owners: ReadonlyMap<string, string>): Version | null {
  const [folder = '', ...rest] = path.split('/');
  const kind = path === 'site.yaml' ? 'settings' : FOLDERS[folder];
  if (kind === undefined || rest[0] === 'files') return null;
  const data = parseFile(read());
  const key = rest.join('/').replace(/\.(?:yaml|json|md)$/, '');
  const [locale = '', ...slug] = kind === 'page' ? rest : [];
  const id = Number(data['id'] ?? 0);
  const owner = owners.get(`${kind}/${id}`) ?? null;
  return { kind, key, id, data, locale, slug: slug.join('/').replace(/\.(?:yaml|json|md)$/, ''), owner };
}

/** The records that differ between two versions of the site. */
export function differencesOf(one: Content, other: Content) {
  return [...new Set([...one.keys(), ...other.keys()])]
    .map((name) => ({ before: one.get(name) ?? null, after: other.get(name) ?? null }))
    .filter(({ before, after }) => before?.key !== after?.key || text(before) !== text(after));
}

const text = (version: Version | null): string => JSON.stringify(version?.data ?? null);
