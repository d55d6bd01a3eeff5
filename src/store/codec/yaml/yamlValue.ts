import type { Document, Node, Pair, YAMLMap } from 'yaml';
import { isDangerousKey } from '../../../lib/json/checkTree.ts';
import { errorAt, type FileErrorCode } from '../fileError.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import { FILE_LIMITS } from '../limits.ts';
import { yamlPackage } from './yamlPackage.ts';

/** The value of a parsed document. Throws FileError for anything that a content file may not hold. */
export function yamlValue(document: Document, text: string): JsonObject {
  const { isMap, isScalar, isSeq } = yamlPackage();
  const root = document.contents;
  const refuse = (code: FileErrorCode, message: string, node: unknown): never => {
    throw errorAt(code, message, text, (node as Node | null)?.range?.[0] ?? 0);
  };
  if (!isMap(root)) return refuse('SCHEMA', 'The top level must be a mapping', root);
  let nodes = 0;

  const nodeValue = (node: unknown, depth: number): JsonValue => {
    nodes += 1;
    if (nodes > FILE_LIMITS.maxNodes) refuse('LIMIT', `Holds more than ${FILE_LIMITS.maxNodes} values`, node);
    if (isScalar(node)) return scalarValue(node.value, node);
    if (depth >= FILE_LIMITS.maxDepth && node !== null) {
      refuse('LIMIT', `Nested deeper than ${FILE_LIMITS.maxDepth} levels`, node);
    }
    if (isMap(node)) return mapValue(node, depth);
    if (isSeq(node)) return node.items.map((item) => nodeValue(item, depth + 1));
    return node === null ? null : refuse('SYNTAX', 'Not a plain value', node);
  };

  const scalarValue = (value: unknown, node: Node): JsonValue => {
    if (typeof value === 'number' && !Number.isFinite(value)) refuse('SCHEMA', 'Not a finite number', node);
    return (value ?? null) as JsonValue;
  };

  const mapValue = (map: YAMLMap, depth: number): JsonObject => {
    const result: Record<string, JsonValue> = {};
    for (const pair of map.items) {
      const key = keyOf(pair);
      if (Object.hasOwn(result, key)) refuse('SYNTAX', `The key "${key}" appears twice`, pair.key);
      result[key] = nodeValue(pair.value, depth + 1);
    }
    return result;
  };

  const keyOf = ({ key }: Pair): string => {
    if (!isScalar(key)) return refuse('SCHEMA', 'A key must be a plain value', key);
    if (key.source === '<<' && key.type === 'PLAIN') refuse('SYNTAX', 'Merge keys are not allowed', key);
    const name = yamlKey(key.value);
    if (isDangerousKey(name)) refuse('SCHEMA', `The key "${name}" is not allowed`, key);
    return name;
  };

  return nodeValue(root, 0) as JsonObject;
}

/** A key as a property name: like `yaml`, converts scalars to strings, and null to an empty one. */
export const yamlKey = (key: unknown): string => (key === null ? '' : String(key));
