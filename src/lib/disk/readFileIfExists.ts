import { readFile } from 'node:fs/promises';
import { nullIfMissing } from './nullIfMissing.ts';

/** The text of a file (UTF-8); null if it does not exist. */
export const readFileIfExists = (path: string): Promise<string | null> => nullIfMissing(readFile(path, 'utf8'));
