/** What no name of a branch may hold (git-check-ref-format), nor what looks like an option or a revision (SECURITY, 41). */
const FORBIDDEN = /[\s~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/;
const CONTROL = /\p{Cc}/u;

/** Leaves room for a lock's name beside it. */
const MAX_BYTES = 200;

/** Whether git takes this as the name of a branch. */
export const isBranchName = (name: string): boolean =>
  name !== '' &&
  name !== '@' &&
  name !== 'HEAD' &&
  !FORBIDDEN.test(name) &&
  !CONTROL.test(name) &&
  Buffer.byteLength(name) <= MAX_BYTES &&
  name.split('/').every((part) => !part.startsWith('.') && !part.startsWith('-') && !part.endsWith('.lock'));
