import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { findExcess, MAX_TOKENS, readOnlyRule } from './limits.ts';

/** Letters of query texts that are remembered with their documents, which take up to 240 bytes a letter. */
const MAX_REMEMBERED = 200_000;

/** A query text that was read: the document, and what is wrong with it. Without a document there is an error. */
export interface ReadDocument {
  readonly document: DocumentNode | null;
  readonly errors: readonly GraphQLError[];
}

/** Makes the function that parses and validates query texts, those that are sound once. `isOpen`: introspection is allowed. */
export function createDocumentReader(schema: GraphQLSchema, isOpen: boolean): (text: string) => ReadDocument {
  const rules = [...specifiedRules, readOnlyRule, ...(isOpen ? [] : [NoSchemaIntrospectionCustomRule])];
  const known = new LRUCache<string, ReadDocument>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: (_, text) => text.length + 1,
  });
  const read = (text: string): ReadDocument => {
    const document = parse(text, { maxTokens: MAX_TOKENS });
    const excess = findExcess(document);
    return { document, errors: excess.length > 0 ? excess : validate(schema, document, rules) };
  };
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const result = tryRead(text, read);
    // Errors hold far more than their query, and nobody asks in vain again and again.
    if (result.errors.length === 0) known.set(text, result);
    return result;
  };
}

function tryRead(text: string, read: (text: string) => ReadDocument): ReadDocument {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof GraphQLError) return { document: null, errors: [error] };
    // The parser and the rules call themselves for each level of the text.
    if (!(error instanceof RangeError)) throw error;
    return { document: null, errors: [new GraphQLError('The query is nested too deeply')] };
  }
}
