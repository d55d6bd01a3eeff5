import { join } from 'node:path';
import { runProgram } from '../run/runProgram.ts';
import { makePlace, type Place, run } from './quire.ts';

/** The sample content in a repository of its own, and a folder for its static site. */
export function makeSampleRepository() {
  const place = makePlace();
  const git = (...args: readonly string[]): string =>
    runProgram('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      cwd: place.contentDir,
      encoding: 'utf8',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=Begin');
  return { ...place, git, out: join(place.folder, 'out') };
}

/** Exports without pictures, which take most of the time. */
export const exportTo = ({ env }: Pick<Place, 'env'>, out: string, ...args: readonly string[]) =>
  run(['export', '--out', out, '--no-images', ...args], env);
