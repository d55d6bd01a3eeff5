import type { Description } from './description.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema as it comes
type Schema = any;

/** Makes the function that fills in what a named schema requires, with values that mean nothing. */
export function createSamples({ components }: Description): (name: string) => unknown {
  const { schemas } = components as { readonly schemas: Readonly<Record<string, Schema>> };
  const fill = (schema: Schema): unknown => {
    if (schema.$ref) return fill(schemas[schema.$ref.split('/').at(-1)]);
    if (schema.nullable && schema.type) return null;
    if (schema.enum) return schema.enum[0];
    const [first] = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
    if (first) return fill(first);
    if (schema.type === 'object' || schema.properties) {
      const required: readonly string[] = schema.required ?? [];
      return Object.fromEntries(required.map((key) => [key, fill(schema.properties[key])]));
    }
    return PLAIN[schema.type as keyof typeof PLAIN]?.(schema.format) ?? null;
  };
  return (name) => fill(schemas[name]);
}

const PLAIN = {
  array: () => [],
  boolean: () => false,
  integer: () => 1,
  number: () => 1,
  string: (format?: string) =>
    ({ 'date-time': '2026-02-01T12:00:00Z', uri: 'https://example.org/', email: 'a@example.org' })[format ?? ''] ?? 'x',
};
