import { cpSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Cms } from '../../cms/cms.ts';
import { readServerConfig } from '../../config.ts';
import type { ImportTarget } from '../../convert/foundSite.ts';
import type { Importer, RecognizedSite } from '../../convert/importer.ts';
import { writeImportDocument } from '../../convert/writeImportDocument.ts';
import { printRefusal } from '../../extend/command.ts';
import { lazily } from '../../lib/list/lazily.ts';
import { SYSTEM } from '../../model/access.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { withCms } from '../run/withCms.ts';
import type { ImportOptions } from './importOptions.ts';

/** Imports another system's content. @returns the exit code */
export async function importFrom(importer: Importer, options: ImportOptions): Promise<number> {
  const wrong = findWrong(importer, options);
  if (wrong !== undefined) return printRefusal(wrong);
  if (!options.isDry && options.out === undefined)
    return withCms({ whileServed: uploadDocumentHint, run: (cms) => importInto(cms, importer, options) });
  return onCopy((env) =>
    withCms({ env, whileServed: uploadDocumentHint, run: (cms) => importInto(cms, importer, options) }),
  );
}

const uploadDocumentHint = (url: string): string =>
  `A server is running on this content. Write the document with --out import.json and send it to the server, with the
API key of an admin:

  curl -X POST ${url}/api/admin/import -H "X-API-Key: $KEY" \\
    -H 'Content-Type: application/json' --data-binary @import.json`;

function findWrong({ globs }: Importer, { root, files, sources }: ImportOptions): string | undefined {
  for (const folder of [root, files])
    if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      return `${folder} is not a folder`;
  const [file = ''] = sources;
  return globs === undefined && !existsSync(file) ? `${file} cannot be read` : undefined;
}

/** Runs on a temporary copy of the content folder, without media files and without git. */
async function onCopy(run: (env: NodeJS.ProcessEnv) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-import-'));
  const CONTENT_DIR = join(folder, 'content');
  try {
    const { contentDir: root } = readServerConfig(process.env, process.cwd());
    const isRecord = (path: string): boolean =>
      !/^(?:\.git|\.quire|media\/files)(?:\/|$)/.test(relative(root, path).split(sep).join('/'));
    mkdirSync(CONTENT_DIR);
    if (existsSync(root)) cpSync(root, CONTENT_DIR, { recursive: true, filter: isRecord });
    return await run({ CONTENT_DIR, PRIVATE_DIR: join(folder, 'private') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function importInto(cms: Cms, importer: Importer, options: ImportOptions): Promise<number> {
  const { out, isDry, sources } = options;
  const target = createImportTarget(cms);
  const found = await importer.read(options, target);
  if (isEmptySite(found)) return printRefusal(`There is nothing to import in ${sources.join(' ')}`);
  if (out !== undefined) {
    await pipeline(Readable.from(writeImportDocument(found)), createWriteStream(out, { mode: 0o600 }));
    printLines([...report(found, target), `Written to ${out}. Import it with: quire import ${out}`]);
    return 0;
  }
  // Printed first: it helps to understand why an import was refused.
  printLines(report(found, target));
  const { written } = await cms.importContent(writeImportDocument(found), SYSTEM);
  const commit = written.commit === null ? '' : `, commit ${written.commit}`;
  printLines([
    isDry
      ? 'All of it can be imported. Nothing was written: this was a dry run.'
      : `${formatCount(written.changes.length, 'record')} written${commit}`,
  ]);
  return 0;
}

const isEmptySite = ({ contentTypes, pages, media, menus, redirects, taxonomies, notes }: RecognizedSite): boolean =>
  [contentTypes, pages, media, menus, redirects, taxonomies].every(({ length }) => length === 0) && notes.count === 0;

const printLines = (lines: readonly string[]): boolean => process.stdout.write(`${lines.join('\n')}\n`);

const formatCount = (count: number, name: string): string =>
  `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;

const fieldNames = (fields: unknown): readonly unknown[] =>
  Array.isArray(fields) ? fields.map(({ name }) => name) : [];

function report(
  { system, pages, media, menus, redirects, taxonomies, contentTypes, notes }: RecognizedSite,
  target: ImportTarget,
): readonly string[] {
  const types = [...new Set(pages.map(({ type }) => type))].sort();
  const counts: readonly (readonly [string, number])[] = [
    ['page', pages.length],
    ['file', media.length],
    ['vocabulary', taxonomies.length],
    ['menu', menus.length],
    ['redirect', redirects.length],
  ];
  const counted = counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => formatCount(count, name).replace('ys', 'ies'));
  const ofTypes = types.map((type) => {
    const proposed = contentTypes.find(({ slug }) => slug === type)?.['fieldsSchema'];
    const present = fieldNames(target.contentType(type)?.['fieldsSchema']);
    const fields = (Array.isArray(proposed) ? proposed : []).filter(({ name }) => !present.includes(name));
    const names = fields.map((field) => `${field.name} (${field.type})`).join(', ');
    const count = formatCount(pages.filter((page) => page.type === type).length, 'page');
    const isThere = target.contentType(type) !== undefined;
    return `  ${type}: ${count}; ${isThere ? `the type exists${names && ` and gets the fields ${names}`}` : `a new type with ${names}`}`;
  });
  const noted =
    notes.count > 0 ? ['', 'Left out or changed on the way:', ...notes.lines().map((line) => `  ${line}`), ''] : [];
  return [`${system}: ${counted.join(', ') || 'nothing'}`, ...ofTypes, ...noted];
}

/** What the site already has. */
function createImportTarget({ store }: Cms): ImportTarget {
  const { defaultLocale, homeSlug } = siteSettings(store);
  const hashes = lazily(() => new Map([...store.all('media')].map(({ key, data }) => [data.hash, key])));
  return {
    ...{ defaultLocale, homeSlug, now: new Date() },
    contentType: (slug) => store.byKey('contentType', slug)?.data,
    hasPage: (key) => store.byKey('page', key) !== undefined,
    hasMedia: (key) => store.byKey('media', key) !== undefined,
    mediaOfHash: (hash) => hashes().get(hash),
    taxonomy: (slug) => store.byKey('taxonomy', slug)?.data,
  };
}
