/** Gives up root's rights to read and write everything, if the tests run as root. @returns a function that restores them */
export function becomeNobody(): () => void {
  if (process.geteuid?.() !== 0) return () => {};
  process.seteuid?.(65534);
  return () => process.seteuid?.(0);
}
