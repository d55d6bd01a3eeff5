import type { WriteStream } from 'node:tty';
import type { ContentAreas } from '../http/content/plainEndpoints.ts';
import type { ReaderParts } from './featureParts.ts';

/** A request to the administrative interface. */
export interface AskedCall {
  /** A method and a path below `/api/admin`, with the names of its parameters: `GET /pages/:id/blame`. */
  readonly call: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** As the endpoint's schema has it. */
  readonly query?: object;
  readonly body?: object;
}

/** @throws CmsError if it is refused */
export type AskInterface = (asked: AskedCall) => Promise<{ readonly data: unknown; readonly meta?: unknown }>;

/** What commands of features are given. */
export interface CommandTools {
  /**
   * Opens the content with a server's locks, works on it and closes it again.
   *
   * @param endpoint what does the same on a running server: `GET /api/admin/pages`
   * @returns the exit code of the task, or 1 if a server is running or the work is refused
   */
  withContent(
    endpoint: string,
    task: (content: Pick<ReaderParts, 'live' | 'proposals'>) => Promise<number>,
  ): Promise<number>;
  /**
   * The same for a task that asks endpoints of the administrative interface, as the operator of the site. It begins once
   * the history is read.
   */
  withInterface(endpoint: string, task: (ask: AskInterface) => Promise<number>): Promise<number>;
  /** What features add to the public interface. */
  contentAreas(): Promise<ContentAreas>;
}

/** One command of the command line. */
export interface Command {
  readonly help: string;
  /** Whether its arguments are names that other people choose, which may look like options: only `--help` alone is one. */
  readonly takesAnyNames?: true;
  /** Whether it reads the site's own code, which `--no-config` leaves out. */
  readonly readsConfig?: true;
  /** @returns the exit code, once the command has done its work; a server's after it has shut down */
  run(args: readonly string[], tools: CommandTools): Promise<number>;
}

/** A command as the list of commands has it. */
export interface CommandEntry {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Loads the command's modules only when it runs: `check` needs no server. */
  load(): Promise<Command>;
}

/** Declares the commands of a feature, by their names. */
export const defineCommands = (
  commands: Readonly<Record<string, CommandEntry>>,
): Readonly<Record<string, CommandEntry>> => Object.freeze(commands);

/** Prints what is wrong with the arguments and the command's help. @returns the exit code */
export function misuse(message: string, help: string): 2 {
  process.stderr.write(`${message}\n\n${help}`);
  return 2;
}

/** Prints why nothing was done. @returns the exit code */
export function printRefusal(...lines: readonly string[]): 1 {
  process.stderr.write(`${lines.join('\n')}\n`);
  return 1;
}

/** One line of progress, shown only on a terminal. */
export interface Progress {
  show(text: string): void;
  /** Removes the line. */
  clear(): void;
}

const CLEAR_LINE = '\r\u001b[K';

export function createProgress(stream: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean }): Progress {
  const write = (text: string): void => void (stream.isTTY && stream.write(`${CLEAR_LINE}${text}`));
  return { show: write, clear: () => write('') };
}
