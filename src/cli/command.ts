/** One command of the command line. */
export interface Command {
  readonly help: string;
  /** @returns the exit code, once the command has done its work; a server's after it has shut down */
  run(args: readonly string[]): Promise<number>;
}
