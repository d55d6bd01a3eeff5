import { realpathSync } from 'node:fs';
import { finishesWithin } from '../../lib/turn/finishesWithin.ts';
import { SECRET_VARIABLES } from '../../variables.ts';
import * as extend from '../index.ts';
import { SiteCodeError } from './siteCodeError.ts';

/** The name under which a site's code imports Quire's interface for it. */
const INTERFACE = '@quire-cms/quire/extend';
const TIMEOUT_MS = 30_000;

type EnvValues = Readonly<Record<string, string | undefined>>;

/**
 * Runs a configuration file, JavaScript or TypeScript, and returns what it exports by default; undefined if that is
 * nothing. What it imports as Quire's interface is that of the running Quire, whether or not the site has installed one.
 *
 * @throws SiteCodeError that names the file and the line where it failed
 */
export async function runConfig(path: string, env: EnvValues): Promise<unknown> {
  // Loaded on demand: a start without code of the site does not need it.
  const { createJiti } = await import('jiti');
  const jiti = createJiti(path, {
    virtualModules: { [INTERFACE]: extend },
    // A cache in a folder that others can write to would be a way to run their code.
    fsCache: false,
    interopDefault: false,
    tryNative: false,
  });
  try {
    const running = jiti.import<{ readonly default?: unknown }>(path);
    if (!(await finishesWithin(TIMEOUT_MS, running)))
      throw new SiteCodeError([`${path} did not finish within ${TIMEOUT_MS / 1000} seconds`]);
    return (await running).default;
  } catch (error) {
    if (error instanceof SiteCodeError) throw error;
    throw new SiteCodeError([hideSecrets(describeFailure(path, error), env)], { cause: error });
  }
}

/** What went wrong and where, in one line or a few. */
function describeFailure(path: string, error: unknown): string {
  if (!(error instanceof Error)) return `${path}: it threw ${typeof error}, not an Error`;
  const line = lineOf(error, realpathSync(path));
  return `${line ?? path}: ${error.name === 'Error' ? '' : `${error.name}: `}${error.message.trim()}`;
}

/** The first line of the site's own code in a stack, as `file:line:column`. */
function lineOf({ stack = '' }: Error, path: string): string | undefined {
  const places = [...stack.matchAll(/^ {1,20}at (?:.*\()?(?:file:\/\/)?((?:\/|[A-Za-z]:[\\/])[^()\n]+:\d+:\d+)\)?$/gm)];
  const all = places.map(([, place = '']) => place);
  const own = all.filter((place) => !/[\\/]node_modules[\\/]/.test(place));
  return own.find((place) => place.startsWith(path)) !== undefined ? own[0] : undefined;
}

const SECRET_NAME = /SECRET|TOKEN|PASSWORD|PASSPHRASE|CREDENTIAL|KEY/i;
/** Shorter values are also parts of ordinary words. */
const MIN_SECRET = 8;

const isSecret = (name: string): boolean => SECRET_NAME.test(name) || SECRET_VARIABLES.includes(name);

/** Replaces the values of secret variables in a text by their names: messages end in logs. */
function hideSecrets(text: string, env: EnvValues): string {
  const secrets = Object.entries(env).flatMap(([name, value = '']) =>
    isSecret(name) && value.trim().length >= MIN_SECRET ? [[name, value.trim()] as const] : [],
  );
  const longestFirst = secrets.sort(([, a], [, b]) => b.length - a.length);
  return longestFirst.reduce((shown, [name, value]) => shown.replaceAll(value, `[${name}]`), text);
}
