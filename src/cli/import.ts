import { createReadStream } from 'node:fs';
import type { Cms } from '../cms.ts';
import { SYSTEM } from '../model/access.ts';
import { CmsError } from '../model/errors.ts';
import { showImported } from '../view/export.ts';
import { importFrom } from './import/importFrom.ts';
import { type ImportOptions, readImportOptions } from './import/importOptions.ts';
import { type Command, misuse } from './run/command.ts';
import { createProgress, type Progress } from './run/progress.ts';
import { withCms } from './run/withCms.ts';

const HELP = `quire import <file>
quire import --from markdown '<glob>'… [--root <folder>] [--type <slug>] [--locale <tag>]
quire import --from wordpress <export.xml> [--files <folder>] [--locale <tag>]
quire import --from contentful <export.json> [--files <folder>]
             each with [--dry-run | --out <file>]

Reads a document as GET /api/admin/export makes it (- reads it from standard input) and creates its records, or
replaces those of the same key, all in one commit or none. CONTENT_DIR and PRIVATE_DIR say where.
What is wrong is told with the place of its record, like pages.3.fields.title.

  --from <system>   makes that document of what another system has: Markdown files of Hugo, Jekyll, Astro or Eleventy,
                    the export of WordPress, that of Contentful; tells what could not be taken (docs/import.md)
  --root <folder>   the folder of the site whose files the globs name; the present one unless given
  --files <folder>  where the files of the media library are: wp-content/uploads, the assets of contentful-export
  --type <slug>     the type of all pages, in place of one for each folder
  --locale <tag>    the language of pages that do not say theirs; the site's default unless given
  --dry-run         tells all and writes nothing: it is tried on a copy
  --out <file>      writes the document in place of importing it

Exit codes: 0 imported, 1 refused: nothing has changed, 2 wrong arguments.
`;

const whileServed =
  (file: string) =>
  (url: string): string =>
    `A server is running on this content. Send it the file instead, with the key of an admin:

  curl -X POST ${url}/api/admin/import -H "X-API-Key: $KEY" \\
    -H 'Content-Type: application/json' --data-binary @${file}`;

async function run(args: readonly string[]): Promise<number> {
  const options = readImportOptions(args);
  if (typeof options === 'string') return misuse(options, HELP);
  if (options.from !== undefined) return importFrom(options);
  return importDocument(options);
}

function importDocument({ sources: [file = '-'] }: ImportOptions): Promise<number> {
  return withCms({ whileServed: whileServed(file), run: (cms) => importFile(cms, file) });
}

async function importFile({ store, importContent }: Cms, file: string): Promise<number> {
  const progress = createProgress(process.stderr);
  try {
    const { records, written } = await importContent(readFile(file, progress), SYSTEM);
    const { commit, changes } = written;
    progress.clear();
    process.stdout.write(`${summaryOf(showImported(records, changes, store))}${commit ? `, commit ${commit}` : ''}\n`);
    return 0;
  } finally {
    progress.clear();
  }
}

const MEBIBYTE = 2 ** 20;

/** The bytes of a file; tells how many have been read. */
async function* readFile(file: string, progress: Progress): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      bytes += chunk.length;
      progress.show(`Reading, ${Math.ceil(bytes / MEBIBYTE)} MiB`);
      yield chunk;
    }
    progress.show('Writing');
  } catch (cause) {
    // What goes wrong with the bytes goes wrong elsewhere: here only reading can fail.
    throw new CmsError('VALIDATION', `${file} cannot be read`, { cause });
  }
}

/** How many records were created, updated and left as they are. */
function summaryOf(lines: ReturnType<typeof showImported>): string {
  const count = (result: string): string =>
    `${lines.filter((line) => line.result === result).length.toLocaleString('en')} ${result}`;
  return [count('created'), count('updated'), count('unchanged')].join(', ');
}

export const importCommand: Command = { help: HELP, run };
