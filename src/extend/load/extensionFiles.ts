import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExtensionDefinition } from '../extension.ts';
import type { LoadedExtension } from '../loaded.ts';
import { type CodeBorders, findLocationProblem } from './location.ts';
import { below, type ConfigMistake } from './shape.ts';
import { hashSource } from './sourceFiles.ts';

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The file that declares an extension: the configuration, unless it says which. */
const declaringFile = ({ from }: ExtensionDefinition, config: string): string =>
  from === undefined ? config : fileURLToPath(from);

/** Adds the folder and the hash of an extension, whose files have been checked. */
export function toLoadedExtension(definition: ExtensionDefinition, config: string): LoadedExtension {
  const file = realpathSync(declaringFile(definition, config));
  return { definition, folder: dirname(file), hash: hashSource(file), config };
}

/** What is wrong with the files that an extension names: its own, and those of its frames. */
export function checkExtensionFiles(
  extension: ExtensionDefinition,
  config: string,
  borders: CodeBorders,
): readonly ConfigMistake[] {
  const file = declaringFile(extension, config);
  if (!isFile(file)) return [{ path: ['from'], message: `must be import.meta.url: there is no file ${file}` }];
  const refused = findLocationProblem(file, borders);
  if (refused !== null) return [{ path: ['from'], message: `is refused: ${refused}` }];
  const folder = dirname(realpathSync(file));
  return namedFrames(extension).flatMap(({ path, frame }) => {
    const problem = findFrameProblem(resolve(folder, frame), folder, borders);
    return problem === null ? [] : [{ path, message: problem }];
  });
}

function findFrameProblem(path: string, folder: string, borders: CodeBorders): string | null {
  if (!isFile(path)) return `must be a file below the extension's folder: there is no file ${path}`;
  if (!realpathSync(path).startsWith(`${folder}${sep}`)) return `must be a file below the extension's folder ${folder}`;
  const refused = findLocationProblem(path, borders);
  return refused === null ? null : `is refused: ${refused}`;
}

interface NamedFrame {
  readonly path: ConfigMistake['path'];
  readonly frame: string;
}

/** The frames that an extension names, and where it names them. */
function namedFrames({ fields = {}, panels = [], screens = [] }: ExtensionDefinition): readonly NamedFrame[] {
  return [
    ...Object.entries(fields).flatMap(([kind, { input }]) =>
      input && 'frame' in input ? [{ path: ['fields', kind, 'input', 'frame'], frame: input.frame }] : [],
    ),
    ...panels.map(({ frame }, at) => ({ path: ['panels', at, 'frame'], frame })),
    ...screens.map(({ frame }, at) => ({ path: ['screens', at, 'frame'], frame })),
  ];
}

/** What is wrong with the files of all extensions. */
export const checkAllFiles = (
  extensions: readonly ExtensionDefinition[],
  config: string,
  borders: CodeBorders,
): readonly ConfigMistake[] =>
  below(
    'extensions',
    extensions.flatMap((one, index) => below(index, checkExtensionFiles(one, config, borders))),
  );
