/** Says why nothing was done. */
export function refuse(...lines: readonly string[]): 1 {
  process.stderr.write(`${lines.join('\n')}\n`);
  return 1;
}
