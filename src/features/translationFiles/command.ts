import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, type CommandTools, misuse, printRefusal } from '../../extend/command.ts';
import { cleanLine } from '../../lib/text/cleanLine.ts';
import { SYSTEM } from '../../model/access.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { toLocale } from '../../model/text/locale.ts';
import { TRANSLATION_STATES } from '../../view/shapes/page.ts';
import { collectTranslations } from './collectTranslations.ts';
import { bringIn, writeTranslationFile } from './endpoints.ts';
import { readTranslationFile } from './readTranslationFile.ts';
import { FILE_FORMATS } from './translationFile.ts';

const HELP = `quire translate export --to <language> [options]
quire translate import <file> [--change <name>] [--title <title>]

Writes the texts of pages for translators, and places what they have translated in a change (docs/translation-files.md).

  --to <language>    the language to translate into
  --from <language>  the language of the pages; by default that of the site
  --state <state>    only pages whose translation is ${TRANSLATION_STATES.join(', ')}
  --type <slug>      only pages of this type
  --page <id>        only this page
  --change <name>    the texts of this change; for import, the change to place them in instead of a new one
  --format <format>  xliff (1.2, default), xliff2 (2.1) or json
  --out <file>       the file to write; by default the output
  --title <title>    what the new change is called

CONTENT_DIR is the content folder, PRIVATE_DIR the private one.

Exit codes: 0 done; 1 refused, or for "import": some texts could not be placed; 2 wrong arguments.
`;

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  state: { type: 'string' },
  type: { type: 'string' },
  page: { type: 'string' },
  change: { type: 'string' },
  format: { type: 'string' },
  out: { type: 'string' },
  title: { type: 'string' },
} as const;

type Options = { readonly [K in keyof typeof OPTIONS]?: string | undefined };

async function run(args: readonly string[], tools: CommandTools): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [word, file, ...others] = positionals;
    if (word === 'export' && file === undefined) return exportTexts(values, tools);
    if (word === 'import' && file !== undefined && others.length === 0) return importTexts(file, values, tools);
    return misuse('quire translate needs "export --to <language>" or "import <file>"', HELP);
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) return misuse(error.message, HELP);
    throw error;
  }
}

async function exportTexts(options: Options, { withContent }: CommandTools): Promise<number> {
  const state = TRANSLATION_STATES.find((one) => one === options.state);
  const format = FILE_FORMATS.find((one) => one === (options.format ?? 'xliff'));
  const [to, page] = [toLocale(options.to ?? ''), options.page === undefined ? undefined : Number(options.page)];
  if (to === null) return misuse('--to needs a language such as fr', HELP);
  if (options.state !== undefined && !state)
    return misuse(`--state must be one of ${TRANSLATION_STATES.join(', ')}`, HELP);
  if (!format) return misuse(`--format must be one of ${FILE_FORMATS.join(', ')}`, HELP);
  if (page !== undefined && !Number.isSafeInteger(page)) return misuse('--page needs the id of a page', HELP);
  return withContent(`GET /api/admin/translations/export?to=${to}`, async ({ live, proposals }) => {
    const site = options.change === undefined ? live : await proposals.open(options.change, false);
    const from = options.from === undefined ? siteSettings(site.store).defaultLocale : toLocale(options.from);
    if (from === null) return misuse('--from needs a language such as en', HELP);
    const file = await collectTranslations({ from, to, state, type: options.type, page }, site);
    const text = await writeTranslationFile(file, format);
    if (options.out === undefined) process.stdout.write(text);
    else await writeFile(options.out, text);
    const units = file.pages.reduce((sum, { units: texts }) => sum + texts.length, 0);
    process.stderr.write(`${units} texts of ${file.pages.length} pages\n`);
    return 0;
  });
}

function importTexts(path: string, { change, title }: Options, { withContent }: CommandTools): Promise<number> {
  return withContent('POST /api/admin/translations/import', async ({ proposals }) => {
    const chunks: AsyncIterable<Buffer> = createReadStream(path);
    const file = await readTranslationFile(chunks);
    const named = title ?? cleanLine(`Translations into ${file.to}: ${basename(path)}`).slice(0, 200);
    const { report, pages, change: made } = await bringIn(file, { change, title: named }, { proposals, actor: SYSTEM });
    process.stdout.write(
      made
        ? `${report.units} texts of ${pages} pages are in the change ${made.name}\n`
        : 'Nothing had to be changed.\n',
    );
    if (report.left.length === 0) return 0;
    return printRefusal(
      `${report.left.length} texts could not be placed:`,
      ...report.left.map(({ page, unit, reason }) => cleanLine(`  ${page} ${unit}: ${LEFT[reason]}`)),
    );
  });
}

const LEFT = {
  gone: 'there is no such text any more',
  changed: 'its source has changed since',
  codes: 'its codes do not fit those of its source',
  structure: 'the translation is built otherwise than its source',
  taken: 'another page has the address',
  noRight: 'you may not write it',
  invalid: 'the page would not be valid',
} as const;

export const translateCommand: Command = { help: HELP, readsConfig: true, run };
