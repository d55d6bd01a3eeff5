import type { Field } from '../../wire/interface.ts';

/** The slugs of the content types that a field may refer to; undefined for any. */
export function readTargetTypes({ settings }: Field): readonly string[] | undefined {
  const types = settings?.['types'];
  return Array.isArray(types) ? types.map(String) : undefined;
}
