import { join, resolve, sep } from 'node:path';
import { packageFile } from './packageFile.ts';

/** What npm reads beside the `node_modules` of a program before it starts that program. */
const READ_BY_NPM = ['package.json', '.npmrc'];

/**
 * The absolute paths of what starting this program reads: its package, the file that it was started by, and the settings
 * of npm beside them.
 */
export function programPaths(startedBy = process.argv[1]): readonly string[] {
  const programs = [packageFile('.'), ...(startedBy === undefined ? [] : [startedBy])].map((path) => resolve(path));
  const modules = `${sep}node_modules${sep}`;
  const installed = programs.flatMap((path) => (path.includes(modules) ? [path.slice(0, path.indexOf(modules))] : []));
  return [...new Set([...programs, ...installed.flatMap((folder) => READ_BY_NPM.map((name) => join(folder, name)))])];
}
