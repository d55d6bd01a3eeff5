import { parseArgs } from 'node:util';
import type { Importer, ImportSources } from '../../convert/importer.ts';
import { IMPORTERS } from '../../features/lists/importers.ts';
import { isLocale } from '../../model/text/locale.ts';
import { isSlug } from '../../model/text/slug.ts';

export interface ImportOptions extends ImportSources {
  /** The system to import from; absent for a document of Quire's own. */
  readonly from?: Importer;
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
    const { 'dry-run': isDry, from: name, ...others } = values;
    const from = IMPORTERS.find((one) => one.name === name);
    if (name !== undefined && !from) return `--from must be one of ${IMPORTERS.map((one) => one.name).join(', ')}`;
    const options = { ...others, sources: positionals, isDry, ...(from && { from }) };
    return findOptionProblem(options) ?? options;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function findOptionProblem(options: ImportOptions): string | undefined {
  const { from, sources, type, locale, out, isDry } = options;
  const given = (['root', 'files', 'type', 'locale'] as const).filter((name) => options[name] !== undefined);
  if (!from && (given.length > 0 || out !== undefined || isDry))
    return 'quire import takes one file; its other options need --from';
  if (from?.globs !== undefined && sources.length === 0)
    return `--from ${from.name} needs the files, like '${from.globs}'`;
  if (from?.globs === undefined && sources.length !== 1) return 'quire import takes one file';
  const useless = given.find((name) => !from?.takes.includes(name));
  if (useless !== undefined) return `--${useless} is not for --from ${from?.name}`;
  if (type !== undefined && !isSlug(type)) return '--type must be a slug such as article';
  if (locale !== undefined && !isLocale(locale)) return '--locale must be a language tag such as en or pt-BR';
  return isDry && out !== undefined ? '--dry-run and --out cannot be given together' : undefined;
}
