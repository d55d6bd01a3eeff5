import { describedIn, type ObjectSchema, text } from '../../model/schema/schema.ts';
import { describedBy } from '../../write/problems.ts';
import { type Endpoint, mergesLate } from '../endpoint.ts';

const baseCommit = text({ minLength: 40, maxLength: 40 });

type BodySchema = NonNullable<Endpoint['body']>;

/** The schema of the bodies that are accepted: writes that can be merged late may name their `baseCommit`. */
export const acceptedBody = (endpoint: Endpoint): BodySchema | undefined =>
  endpoint.body && mergesLate(endpoint) ? withBaseCommit(endpoint.body) : endpoint.body;

function withBaseCommit(schema: BodySchema): BodySchema {
  const described = describedIn(schema) as ObjectSchema<object>;
  const extended = { ...described, properties: { ...described.properties, baseCommit } };
  return described === schema ? extended : describedBy(extended);
}
