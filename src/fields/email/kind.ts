import { formatKind } from '../../model/fields/kinds/textKind.ts';

/** One `@`, a local part of 64 characters at most (RFC 5321, 4.5.3.1), dot-separated labels; letters of any script. */
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,10}$/u;
const MAX_LENGTH = 254;

/** An e-mail address. */
export const emailField = formatKind('email', {
  reason: 'email',
  expected: 'an e-mail address',
  test: (text) => text.length <= MAX_LENGTH && EMAIL.test(text),
});
