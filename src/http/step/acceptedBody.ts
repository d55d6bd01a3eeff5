import { describedIn, type ObjectSchema, type Schema, text } from '../../model/schema/schema.ts';
import { describedBy } from '../../write/problems.ts';
import { type Endpoint, jsonBodyOf, mergesLate } from '../endpoint.ts';

const baseCommit = text({ minLength: 40, maxLength: 40 });

/** The schema of the bodies that are accepted: writes that can be merged late may name their `baseCommit`. */
export function acceptedBody(endpoint: Endpoint): Schema | undefined {
  const schema = jsonBodyOf(endpoint)?.json;
  return schema && mergesLate(endpoint) ? withBaseCommit(schema) : schema;
}

function withBaseCommit(schema: Schema): Schema {
  const described = describedIn(schema) as ObjectSchema<object>;
  const extended = { ...described, properties: { ...described.properties, baseCommit } };
  return described === schema ? extended : describedBy(extended);
}
