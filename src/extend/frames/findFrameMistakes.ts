import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedExtension } from '../loaded.ts';
import { framePath, listFrames } from './listFrames.ts';

/** What is wrong with a frame, and where it is declared. */
interface FrameMistake {
  readonly path: readonly string[];
  /** Completes "The value at … …". */
  readonly message: string;
}

const FRAME = /^(?:\.\/)?(?:[\w-][\w.-]*\/)+[\w-][\w.-]*\.html$/;

/** What is wrong with the frames that an extension declares: a start is refused for it. */
export const findFrameMistakes = ({ definition, folder }: Omit<LoadedExtension, 'hash'>): readonly FrameMistake[] =>
  listFrames(definition).flatMap(({ source, path }) => {
    const message = folder === null ? NO_FOLDER : findFileMistake(source.frame, join(folder, framePath(source)));
    return message === undefined ? [] : [{ path, message }];
  });

const NO_FOLDER = 'needs the folder of the extension: add `from: import.meta.url` beside its name';

function findFileMistake(frame: string, file: string): string | undefined {
  if (!FRAME.test(frame))
    return 'must be the path of an HTML file in a folder of its own, such as `./panels/map.html`, because everything in that folder is served to browsers';
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? undefined : `names a file that does not exist: ${file}`;
}
