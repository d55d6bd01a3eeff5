type Json = Readonly<Record<string, unknown>>;

/** Writes a JSON Schema of the interface's description as a TypeScript type. */
export function showSchema(schema: unknown): string {
  const { $ref, enum: values, const: constant, anyOf, oneOf, type } = (schema ?? {}) as Json;
  if (typeof $ref === 'string') return $ref.replace('#/components/schemas/', '');
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices) && type === undefined) return union(choices.map(showSchema));
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return union(types.map((one) => showType(one, schema as Json)));
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function showType(type: unknown, schema: Json): string {
  if (type === 'array') return `ReadonlyArray<${showSchema(schema['items'])}>`;
  if (type === 'object') return showObject(schema);
  return PLAIN[String(type)] ?? 'unknown';
}

function showObject({ properties, required, additionalProperties }: Json): string {
  const keys = Object.entries((properties ?? {}) as Json);
  const isRequired = new Set((required ?? []) as readonly string[]);
  if (keys.length === 0)
    return `Readonly<Record<string, ${additionalProperties ? showSchema(additionalProperties) : 'unknown'}>>`;
  const lines = keys.map(
    ([name, schema]) => `readonly ${showName(name)}${isRequired.has(name) ? '' : '?'}: ${showSchema(schema)}`,
  );
  return `{ ${lines.join('; ')} }`;
}

const showName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

const union = (types: readonly string[]): string => {
  const distinct = [...new Set(types)];
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ');
};
