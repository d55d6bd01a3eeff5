import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SECRET_VARIABLES } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with every secret that is in a file: `<NAME>_FILE` names the file, as container platforms hand out
 * secrets. The line break at its end is not part of the secret.
 *
 * @param cwd what paths are relative to
 */
export function readSecretFiles(
  env: Environment,
  cwd: string,
): { readonly env: Environment; readonly problems: string[] } {
  const problems: string[] = [];
  const secrets: Record<string, string> = {};
  for (const name of SECRET_VARIABLES) {
    const path = env[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (env[name]?.trim()) problems.push(`${name} and ${name}_FILE are both set, but only one should be`);
    else
      try {
        secrets[name] = readFileSync(resolve(cwd, path), 'utf8').replace(/\r?\n$/, '');
      } catch (error) {
        problems.push(`${name}_FILE is ${JSON.stringify(path)}, which cannot be read: ${messageOf(error)}`);
      }
  }
  return { env: { ...env, ...secrets }, problems };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
