/** Says how a command that was not understood is to be called. Gives its exit code. */
export function misuse(message: string, help: string): 2 {
  process.stderr.write(`${message}\n\n${help}`);
  return 2;
}
