import { entityOf } from '../model/entities/index.ts';
import type { Entry } from '../model/entry.ts';
import { formatOf } from '../store/codec/formats.ts';
import type { Finding } from './checkFindings.ts';

/** Keys at the top level of a file's text, in order: YAML's begin a line, and JSON's are asked for. */
function keysIn(path: string, text: string): readonly string[] {
  if (formatOf(path) === 'json') return Object.keys(JSON.parse(text) as object);
  const yaml = formatOf(path) === 'md' ? text.slice(0, text.search(/\n---\r?\n|\n---$/)) : text;
  return [...yaml.matchAll(/^([\w-]+):/gm)].map(([, key = '']) => key);
}

/** What `--fix` would put in order: ids and times that a file leaves to the server, keys in another order. */
export function findForm({ kind, path }: Entry, bytes: Uint8Array): readonly Finding[] {
  const { order } = entityOf(kind);
  const keys = keysIn(path, new TextDecoder().decode(bytes));
  const warning = (code: string, message: string): Finding => ({ path, severity: 'warning', code, message, at: [] });
  const missing = ['id', 'createdAt'].filter((key) => order.includes(key) && !keys.includes(key));
  const known = keys.filter((key) => order.includes(key));
  const isInOrder = known.every((key, index) => index === 0 || order.indexOf(key) > order.indexOf(known[index - 1]!));
  return [
    ...missing.map((key) => warning('NOT_STAMPED', `has no ${key} of its own`)),
    ...(isInOrder ? [] : [warning('KEY_ORDER', `keys are not in the usual order: ${known.join(', ')}`)]),
  ];
}
