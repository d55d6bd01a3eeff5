import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type GitObject, objectId } from '../format/object.ts';
import { loosePath } from './loose.ts';
import { createPacks, type Packs } from './packs.ts';
import { isDamage } from './unreadableObject.ts';

/** An object database: the repository's, or one that it borrows from. */
export interface Database {
  readonly dir: string;
  readonly packs: Packs;
}

/** How to look for an object in a database. */
export interface ObjectLookup<T> {
  packed(packs: Packs): Promise<T | undefined>;
  loose(path: string): Promise<T | undefined>;
}

/** Finds an object in the first place that has a sound copy. Throws the damage if all copies are damaged. */
export async function lookIn<T>(
  databases: readonly Database[],
  id: string,
  { packed, loose }: ObjectLookup<T>,
): Promise<T | undefined> {
  let damage: unknown;
  for (const { dir, packs } of databases)
    for (const one of [() => packed(packs), () => loose(loosePath(dir, id))]) {
      try {
        const found = await one();
        if (found) return found;
      } catch (error) {
        if (!isDamage(error)) throw error;
        damage = error;
      }
    }
  if (damage) throw damage;
  return undefined;
}

/** Throws if the object is not the one asked for: an index may point to another. */
export function requireId(id: string, object: GitObject | undefined): GitObject | undefined {
  if (object && objectId(object.type, object.content) !== id) throw new Error('damaged object: it has another id');
  return object;
}

/** The databases that this one borrows from (gitrepository-layout, "objects/info/alternates"). */
function readAlternates(objectsDir: string, depth = 0): string[] {
  const file = join(objectsDir, 'info', 'alternates');
  if (depth > 5 || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => resolve(objectsDir, line)).flatMap((path) => [path, ...readAlternates(path, depth + 1)]);
}

/** The database of an objects folder, followed by those it borrows from. */
export const openDatabases = (objectsDir: string): readonly Database[] =>
  [objectsDir, ...readAlternates(objectsDir)].map((dir) => ({ dir, packs: createPacks(dir) }));
