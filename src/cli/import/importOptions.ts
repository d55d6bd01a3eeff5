import { parseArgs } from 'node:util';
import { isLocale } from '../../model/text/locale.ts';
import { isSlug } from '../../model/text/slug.ts';

export const IMPORT_SYSTEMS = ['markdown', 'wordpress', 'contentful'] as const;
export type ImportSystem = (typeof IMPORT_SYSTEMS)[number];

export interface ImportOptions {
  readonly from?: ImportSystem;
  /** Globs of Markdown files, else one file. */
  readonly sources: readonly string[];
  readonly root?: string;
  readonly files?: string;
  readonly type?: string;
  readonly locale?: string;
  readonly out?: string;
  readonly isDry: boolean;
}

const text = { type: 'string' } as const;

/** Returns the options, or a message about wrong arguments. */
export function readImportOptions(args: readonly string[]): ImportOptions | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        ...{ from: text, root: text, files: text, type: text, locale: text, out: text },
        'dry-run': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const { 'dry-run': isDry, from, ...others } = values;
    const options = {
      ...others,
      sources: positionals,
      isDry,
      ...(from !== undefined && { from: from as ImportSystem }),
    };
    return findOptionProblem(options) ?? options;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function findOptionProblem({
  from,
  sources,
  root,
  files,
  type,
  locale,
  out,
  isDry,
}: ImportOptions): string | undefined {
  if (from !== undefined && !IMPORT_SYSTEMS.includes(from)) return `--from must be one of ${IMPORT_SYSTEMS.join(', ')}`;
  if (from === undefined && [root, files, type, locale, out].some((one) => one !== undefined || isDry))
    return 'quire import takes one file; its other options need --from';
  if (from === 'markdown' && sources.length === 0) return "--from markdown needs the files, like 'content/**/*.md'";
  if (from !== 'markdown' && sources.length !== 1) return 'quire import takes one file';
  if (from !== 'markdown' && (root !== undefined || type !== undefined))
    return '--root and --type need --from markdown';
  if (from === 'markdown' && files !== undefined)
    return '--files is not for --from markdown: pictures are found below --root';
  if (type !== undefined && !isSlug(type)) return '--type must be a slug such as article';
  if (locale !== undefined && !isLocale(locale)) return '--locale must be a language tag such as en or pt-BR';
  return isDry && out !== undefined ? '--dry-run and --out cannot be given together' : undefined;
}
