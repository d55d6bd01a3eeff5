import type { EntityDef } from '../../model/entity.ts';
import { withCleanTranslations } from '../../model/record/words.ts';
import type { ObjectSchema } from '../../model/schema/schema.ts';
import { createInputReader, createProblems, type InputProblems } from '../problems.ts';
import { mergeInput } from './input.ts';

type Json = Readonly<Record<string, unknown>>;

interface BodySchemas {
  readonly create: ObjectSchema<Json>;
  readonly update: ObjectSchema<Json>;
}

/** Adds to a body what the server knows; it may note problems of the body. */
export type Complete = (input: Json, problems: InputProblems) => Json;

const asGiven: Complete = (input) => input;

/**
 * Makes a function that merges a body into a record (null: a new one). That function throws VALIDATION with all problems
 * of the body.
 */
export function createRecordReader<T extends object>(
  def: EntityDef<T>,
  schemas: BodySchemas,
): (before: T | null, body: Json, complete?: Complete) => T {
  const readCreate = createInputReader(schemas.create);
  const readUpdate = createInputReader(schemas.update);
  return (before, body, complete = asGiven) => {
    const problems = createProblems();
    const input = complete((before ? readUpdate : readCreate)(withCleanTranslations(body), problems), problems);
    problems.throwIfAny(() => []);
    return mergeInput(def, before, input);
  };
}
