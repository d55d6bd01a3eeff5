/** One command of the command line. */
export interface Command {
  readonly help: string;
  /** @returns the exit code, once the command has done its work; a server's after it has shut down */
  run(args: readonly string[]): Promise<number>;
}

/** Says how a command that was not understood is to be called. Gives its exit code. */
export function misuse(message: string, help: string): 2 {
  process.stderr.write(`${message}\n\n${help}`);
  return 2;
}

/** Says why nothing was done. */
export function refuse(...lines: readonly string[]): 1 {
  process.stderr.write(`${lines.join('\n')}\n`);
  return 1;
}
