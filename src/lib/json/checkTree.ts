/**
 * How deep and how large a JSON value may be. A scalar alone has depth 0, `{}` has depth 1; every value counts as a
 * node, keys do not.
 */
export interface TreeLimits {
  readonly maxDepth: number;
  readonly maxNodes: number;
}

/** Why a value is refused, and where: `path` holds keys and indexes, outermost first. */
export interface TreeBreach {
  readonly kind: 'limit' | 'key' | 'value';
  readonly message: string;
  readonly path: readonly string[];
}

const DANGEROUS_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a key could reach an object's prototype when values are merged (SECURITY 9). */
export const isDangerousKey = (key: string): boolean => DANGEROUS_KEYS.has(key);

/**
 * The first value that exceeds the limits, has a dangerous key or is not JSON; null if there is none. Safe for values
 * of any depth: it descends no further than `maxDepth`.
 */
export function checkTree(value: unknown, limits: TreeLimits): TreeBreach | null {
  const path: (string | number)[] = [];
  let nodes = 0;
  const breach = (kind: TreeBreach['kind'], message: string): TreeBreach => ({ kind, message, path: path.map(String) });

  const checkMember = (key: string | number, member: unknown): TreeBreach | null => {
    path.push(key);
    const isDangerous = typeof key === 'string' && isDangerousKey(key);
    const found = isDangerous ? breach('key', `The key "${key}" is not allowed`) : check(member);
    path.pop();
    return found;
  };

  const checkItems = (items: readonly unknown[]): TreeBreach | null => {
    for (let at = 0; at < items.length; at += 1) {
      const found = checkMember(at, items[at]);
      if (found) return found;
    }
    return null;
  };

  const checkMembers = (node: Readonly<Record<string, unknown>>): TreeBreach | null => {
    for (const key of Object.keys(node)) {
      const found = checkMember(key, node[key]);
      if (found) return found;
    }
    return null;
  };

  const check = (node: unknown): TreeBreach | null => {
    nodes += 1;
    if (nodes > limits.maxNodes) return breach('limit', `Holds more than ${limits.maxNodes} values`);
    if (typeof node === 'number' && !Number.isFinite(node)) return breach('value', `${node} is not a JSON number`);
    if (node === null || SCALARS.has(typeof node)) return null;
    if (typeof node !== 'object') return breach('value', `A value of type ${typeof node} is not JSON`);
    if (path.length >= limits.maxDepth) return breach('limit', `Nested deeper than ${limits.maxDepth} levels`);
    return Array.isArray(node) ? checkItems(node) : checkMembers(node as Readonly<Record<string, unknown>>);
  };
  return check(value);
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);
