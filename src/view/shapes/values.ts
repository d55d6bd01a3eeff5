import { nullable, type Schema } from '../../model/schema/schema.ts';

// Values are bounded when they are written, so these shapes only give their types.
export const string: Schema<string> = { type: 'string' };
export const number: Schema<number> = { type: 'number' };
export const integer: Schema<number> = { type: 'integer' };
export const boolean: Schema<boolean> = { type: 'boolean' };
export const id: Schema<number> = { type: 'integer', minimum: 1 };
export const time: Schema<string> = { type: 'string', format: 'date-time' };
export const rawObject: Schema<object> = { type: 'object' };
export const orNull = <T>(schema: Schema<T>): Schema<T | null> => nullable(schema);
export const listOf = <T>(items: Schema<T>): Schema<readonly T[]> => ({ type: 'array', items });
