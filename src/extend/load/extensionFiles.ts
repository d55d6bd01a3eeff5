import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExtensionDefinition } from '../extension.ts';
import { listFrames } from '../frames/listFrames.ts';
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
  return listFrames(extension).flatMap(({ path, source }) => {
    const problem = findFrameProblem(resolve(folder, source.frame), folder, borders);
    return problem === null ? [] : [{ path, message: problem }];
  });
}

const IN_NO_FOLDER =
  'must be in a folder of its own, such as "./panels/map.html": everything in the folder of a frame is served to browsers';

function findFrameProblem(path: string, folder: string, borders: CodeBorders): string | null {
  if (!isFile(path)) return `must be a file below the extension's folder: there is no file ${path}`;
  if (!realpathSync(path).startsWith(`${folder}${sep}`)) return `must be a file below the extension's folder ${folder}`;
  if (dirname(path) === folder) return IN_NO_FOLDER;
  const refused = findLocationProblem(path, borders);
  return refused === null ? null : `is refused: ${refused}`;
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
