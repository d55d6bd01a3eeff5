import { cleanLine } from '../../lib/text/cleanLine.ts';
import { quoteLiteral } from '../../lib/text/quoteLiteral.ts';

const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;

/** A property's name, in quotes where it needs them. */
export const propertyName = (name: string): string => (PLAIN_NAME.test(name) ? name : quoteLiteral(name));

/** A comment of one line, with its line break; empty if all parts are. */
export function comment(parts: readonly (string | null | undefined)[], indent = ''): string {
  const said = parts.map((part) => cleanLine(part ?? '')).filter((part) => part !== '');
  // The text must not end the comment.
  return said.length === 0 ? '' : `${indent}/** ${said.join(': ').replaceAll('*/', '*\\/')} */\n`;
}
