/** What descriptions of interfaces are written with. */
export const text = { type: 'string' } as const;
export const integer = { type: 'integer' } as const;
export const flag = { type: 'boolean' } as const;
export const orNull = <T extends object>(schema: T) => ({ anyOf: [schema, { type: 'null' }] });
export const list = (items: object) => ({ type: 'array', items });
export const record = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required },
});
/** A body of JSON. */
export const json = (schema: object) => ({ content: { 'application/json': { schema } } });
export const query = (parameters: Readonly<Record<string, object>>) =>
  Object.entries(parameters).map(([name, schema]) => ({ name, in: 'query', schema }));
