import { readFileIfExists } from '../lib/disk/readFileIfExists.ts';

/** Reads a list of file names in the private folder. An unreadable list counts as empty: its files stay where they are. */
export async function readFileNames(path: string): Promise<Set<string>> {
  const text = await readFileIfExists(path);
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return new Set(Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []);
  } catch {
    return new Set();
  }
}
