/** The format of a content file. */
export type FileFormat = 'yaml' | 'json' | 'md';

/** The file name extensions of each format; new files get the first. */
export const EXTENSIONS: Readonly<Record<FileFormat, readonly [string, ...string[]]>> = {
  yaml: ['.yaml', '.yml'],
  json: ['.json'],
  md: ['.md'],
};

/** The format of a file by its name; undefined if no codec reads it. */
export function formatOf(path: string): FileFormat | undefined {
  const formats = Object.keys(EXTENSIONS) as FileFormat[];
  return formats.find((format) => EXTENSIONS[format].some((extension) => path.endsWith(extension)));
}

/** The extension of a new file, with its dot. */
export const extensionOf = (format: FileFormat): string => EXTENSIONS[format][0];
