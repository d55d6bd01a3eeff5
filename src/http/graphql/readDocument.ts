import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { findBadText } from './findBadText.ts';
import { joinRules } from './joinRules.ts';
import { findExcess, MAX_TOKENS, readOnlyRule } from './limits.ts';
import { showError } from './showError.ts';

/** Characters of remembered query texts; their documents take up to 240 bytes a character. */
const MAX_REMEMBERED = 200_000;
/** Characters of refused query texts together with their errors. */
const MAX_REFUSED = 1_000_000;
/** How many errors of one query are reported: finding each takes as long as answering a query. */
const MAX_ERRORS = 5;

/** A query text that was read: the document, or its errors. */
export type ReadDocument = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLFormattedError[] };

/**
 * Makes the function that parses and validates query texts, each once. `isOpen` allows introspection and suggestions of
 * similar names.
 */
export function createQueryParser(schema: GraphQLSchema, isOpen: boolean): (text: string) => ReadDocument {
  const rule = joinRules([...specifiedRules, readOnlyRule, ...(isOpen ? [] : [NoSchemaIntrospectionCustomRule])]);
  // To look for similar names takes as long as everything else about an error.
  const options = { maxErrors: MAX_ERRORS, hideSuggestions: !isOpen };
  const sound = new LRUCache<string, ReadDocument>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: (_, text) => text.length + 1,
  });
  // Kept apart, so that refused queries do not push out valid ones.
  const refused = new LRUCache<string, ReadDocument>({
    maxSize: MAX_REFUSED,
    sizeCalculation: (refusal, text) => text.length + JSON.stringify(refusal).length,
  });
  /** Each step refuses texts that the next one would take long to handle. */
  const read = (text: string): DocumentNode | readonly GraphQLError[] => {
    const bad = findBadText(text);
    if (bad.length > 0) return bad;
    const document = parse(text, { maxTokens: MAX_TOKENS });
    const excess = findExcess(document);
    const errors = excess.length > 0 ? excess : validate(schema, document, [rule], options);
    return errors.length > 0 ? errors : document;
  };
  return (text) => {
    const before = sound.get(text) ?? refused.get(text);
    if (before) return before;
    const found = catchQueryErrors(text, read);
    const result = 'kind' in found ? { document: found } : { errors: found.map((error) => showError(error, isOpen)) };
    ('kind' in found ? sound : refused).set(text, result);
    return result;
  };
}

function catchQueryErrors<T>(text: string, read: (text: string) => T): T | readonly GraphQLError[] {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    // The parser and the rules recurse for each level of the text.
    if (!(error instanceof RangeError)) throw error;
    return [new GraphQLError('The query is nested too deeply')];
  }
}
