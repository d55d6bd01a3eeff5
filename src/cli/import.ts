import { createReadStream } from 'node:fs';
import type { Cms } from '../cms/cms.ts';
import { type Command, createProgress, misuse, type Progress } from '../extend/command.ts';
import { IMPORTERS } from '../features/lists/importers.ts';
import { SYSTEM } from '../model/access.ts';
import { CmsError } from '../model/errors.ts';
import { showImported } from '../view/export.ts';
import { importFrom } from './import/importFrom.ts';
import { type ImportOptions, readImportOptions } from './import/importOptions.ts';
import { withCms } from './run/withCms.ts';

const HELP = `quire import <file>
${IMPORTERS.map(({ name, usage }) => `quire import --from ${name} ${usage}\n`).join('')}             each with [--dry-run | --out <file>]

Imports a document as GET /api/admin/export makes it (- reads it from standard input). Creates its records, or replaces
those with the same key, all in one commit or not at all. Errors name the place in the document, such as
pages.3.fields.title. CONTENT_DIR is the content folder, PRIVATE_DIR the private one.

  --from <system>   imports from another system: the Markdown files of Hugo, Jekyll, Astro or Eleventy, or the export
                    file of WordPress or Contentful; reports what could not be taken (docs/import.md)
  --root <folder>   the site's folder, in which the globs are looked for; the current folder by default
  --files <folder>  the folder with the media files: wp-content/uploads, or the assets of contentful-export
  --type <slug>     one type for all pages, instead of one for each folder
  --locale <tag>    the language of pages that do not name one; the site's default language if not given
  --dry-run         reports everything and writes nothing: the import runs on a copy
  --out <file>      writes the document to a file instead of importing it

Exit codes: 0 imported, 1 refused: nothing has changed, 2 wrong arguments.
`;

const uploadFileHint =
  (file: string) =>
  (url: string): string =>
    `A server is running on this content. Send it the file instead, with the key of an admin:

  curl -X POST ${url}/api/admin/import -H "X-API-Key: $KEY" \\
    -H 'Content-Type: application/json' --data-binary @${file}`;

async function run(args: readonly string[]): Promise<number> {
  const options = readImportOptions(args);
  if (typeof options === 'string') return misuse(options, HELP);
  if (options.from) return importFrom(options.from, options);
  return importDocument(options);
}

function importDocument({ sources: [file = '-'] }: ImportOptions): Promise<number> {
  return withCms({ whileServed: uploadFileHint(file), run: (cms) => importFile(cms, file) });
}

async function importFile({ store, importContent }: Cms, file: string): Promise<number> {
  const progress = createProgress(process.stderr);
  try {
    const { records, written } = await importContent(readImportFile(file, progress), SYSTEM);
    const { commit, changes } = written;
    progress.clear();
    process.stdout.write(`${summaryOf(showImported(records, changes, store))}${commit ? `, commit ${commit}` : ''}\n`);
    return 0;
  } finally {
    progress.clear();
  }
}

const MEBIBYTE = 2 ** 20;

/** Reads a file in chunks and shows how many bytes have been read. */
async function* readImportFile(file: string, progress: Progress): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      bytes += chunk.length;
      progress.show(`Reading, ${Math.ceil(bytes / MEBIBYTE)} MiB`);
      yield chunk;
    }
    progress.show('Writing');
  } catch (cause) {
    // Only reading can fail here: invalid content fails where it is parsed.
    throw new CmsError('VALIDATION', `${file} cannot be read`, { cause });
  }
}

/** Counts the created, updated and unchanged records. */
function summaryOf(lines: ReturnType<typeof showImported>): string {
  const count = (result: string): string =>
    `${lines.filter((line) => line.result === result).length.toLocaleString('en')} ${result}`;
  return [count('created'), count('updated'), count('unchanged')].join(', ');
}

export const importCommand: Command = { help: HELP, readsConfig: true, run };
