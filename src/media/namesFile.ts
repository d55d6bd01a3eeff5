import { readFileIfExists } from '../lib/disk/readFileIfExists.ts';

/** The names of files in a list of the private folder. One that cannot be read is forgotten: those files stay where they are. */
export async function readNames(path: string): Promise<Set<string>> {
  const text = await readFileIfExists(path);
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return new Set(Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []);
  } catch {
    return new Set();
  }
}
