import { entityOf } from '../model/entities/index.ts';
import type { Entry } from '../model/entry.ts';
import { decodeFile } from '../store/codec/decodeFile.ts';
import { formatOf } from '../store/codec/formats.ts';
import type { Finding } from './checkFindings.ts';

/** Keys at the top level of a file, in order. */
function keysIn(path: string, bytes: Uint8Array): readonly string[] {
  const format = formatOf(path)!;
  const plain = format === 'yaml' ? plainKeys(new TextDecoder().decode(bytes)) : null;
  return plain ?? Object.keys(decodeFile(format, bytes).value);
}

/** Those of a YAML file that has each at the beginning of a line, found in a tenth of the time; null where it has not. */
function plainKeys(text: string): readonly string[] | null {
  const keys: string[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^(?:\s|#|$)/.test(line)) continue;
    const key = /^([\w-]+):(?= |$)/.exec(line)?.[1];
    if (key === undefined) return null;
    keys.push(key);
  }
  return keys;
}

/** What `--fix` would put in order: ids and times that a file leaves to the server, keys in another order. */
export function findForm({ kind, path }: Entry, bytes: Uint8Array): readonly Finding[] {
  const { order } = entityOf(kind);
  const keys = keysIn(path, bytes);
  const warning = (code: string, message: string): Finding => ({ path, severity: 'warning', code, message, at: [] });
  const missing = ['id', 'createdAt'].filter((key) => order.includes(key) && !keys.includes(key));
  const known = keys.filter((key) => order.includes(key));
  const isInOrder = known.every((key, index) => index === 0 || order.indexOf(key) > order.indexOf(known[index - 1]!));
  return [
    ...missing.map((key) => warning('NOT_STAMPED', `has no ${key} of its own`)),
    ...(isInOrder ? [] : [warning('KEY_ORDER', `keys are not in the usual order: ${known.join(', ')}`)]),
  ];
}
