/** One command of the command line. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly help: string;
  /** @returns the exit code, once the command has done its work; a server's after it has shut down */
  run(args: readonly string[]): Promise<number>;
}
