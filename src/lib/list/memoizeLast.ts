/** Keeps the last result of `make`, and returns it as long as the arguments are the very same. */
export function memoizeLast<A extends readonly unknown[], T>(make: (...args: A) => T): (...args: A) => T {
  let last: { readonly args: A; readonly value: T } | undefined;
  return (...args) => {
    if (!last || args.some((arg, index) => arg !== last!.args[index])) last = { args, value: make(...args) };
    return last.value;
  };
}
