import { RemoteFailure } from './remote.ts';

/** A setting that makes git start a program to reach a host. */
interface ProgramSetting {
  /** Matches its key as git prints it, as a POSIX regular expression. */
  readonly key: string;
  /** Whether git does not look at it. */
  isOverridden(context: ProgramContext): boolean;
}

interface ProgramContext {
  readonly env: NodeJS.ProcessEnv;
  /** Whether user and password are in our hands, so that git asks nobody for them. */
  readonly hasSecret: boolean;
}

const SETTINGS: readonly ProgramSetting[] = [
  { key: 'core\\.sshcommand', isOverridden: ({ env }) => Boolean(env['GIT_SSH_COMMAND']) },
  { key: 'core\\.askpass', isOverridden: ({ env, hasSecret }) => hasSecret || Boolean(env['GIT_ASKPASS']) },
  { key: 'credential\\.(.*\\.)?helper', isOverridden: ({ hasSecret }) => hasSecret },
  { key: 'hook\\..*\\.command', isOverridden: () => false },
];

/** The repository's own configuration and that of a worktree, each with the files that it includes. */
const FOREIGN: readonly string[] = ['local', 'worktree'];

/** The command that lists such settings, with the scope of each; null if all are overridden. It exits with 1 if there are none. */
export function listProgramSettings(context: ProgramContext): readonly string[] | null {
  const keys = SETTINGS.filter(({ isOverridden }) => !isOverridden(context)).map(({ key }) => key);
  if (keys.length === 0) return null;
  return ['config', '--null', '--show-scope', '--name-only', '--includes', '--get-regexp', `^(${keys.join('|')})$`];
}

/**
 * Refuses programs that the repository names, in its configuration or in a file that this includes, which may be one that
 * others push. Those of the user and of the system are used.
 *
 * @param listed what `listProgramSettings` has printed
 */
export function refuseForeignPrograms(listed: string): void {
  const words = listed.split('\0');
  const key = words.find((_, at) => at % 2 === 1 && FOREIGN.includes(words[at - 1]!));
  if (key !== undefined)
    throw new RemoteFailure(
      'other',
      `${key} in the configuration of the repository would start a program: Quire starts none that a repository names. Set it for the user that Quire runs as (git config --global), and remove it from the repository (git config --unset-all ${key})`,
    );
}
