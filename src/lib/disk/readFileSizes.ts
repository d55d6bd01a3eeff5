import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Sizes of files, in a form that passes between threads in one piece. */
export interface FileSizes {
  /** Paths relative to the folder, separated by NUL, which no path contains. */
  readonly paths: string;
  readonly sizes: Float64Array;
}

/** The size of every regular file below a folder, except hidden files and those in hidden folders. */
export function readFileSizes(root: string): FileSizes {
  const paths: string[] = [];
  const sizes: number[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) folders.push(path);
      if (!entry.isFile()) continue;
      paths.push(path);
      sizes.push(lstatSync(`${root}/${path}`).size);
    }
  }
  return { paths: paths.join('\0'), sizes: Float64Array.from(sizes) };
}

export const sizesByPath = ({ paths, sizes }: FileSizes): ReadonlyMap<string, number> =>
  new Map(paths.split('\0').map((path, index) => [path, sizes[index]!]));
