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

/** Limits of a query's text that no honest query reaches. Those of SECURITY 31 are checked after parsing. */
const LIMITS = { depth: 100, spreads: 60, lines: 2000, word: 500 };

const WORDS: Readonly<Record<keyof typeof LIMITS, (most: number) => string>> = {
  depth: () => 'The query is nested too deeply',
  spreads: (most) => `The query has more than ${most} fragment spreads`,
  lines: (most) => `The query has more than ${most} lines`,
  word: (most) => `The query has a word of more than ${most} characters`,
};

/**
 * Finds a query that would take long to parse or to report errors of: nested brackets, fragments (each is compared with
 * every other), lines (counted again for each error) and very long words. It looks at each character once. Strings and
 * comments count too: those of an honest query come nowhere near the limits.
 */
function findBadText(text: string): readonly GraphQLError[] {
  const breach = findBreach(text);
  return breach === undefined ? [] : [new GraphQLError(WORDS[breach](LIMITS[breach]))];
}

const [LINE_FEED, RETURN, DOT] = [10, 13, 46];

function findBreach(text: string): keyof typeof LIMITS | undefined {
  const counts = { depth: 0, spreads: 0, lines: 0, word: 0 };
  let dots = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    counts.word = isWord(code) ? counts.word + 1 : 0;
    if (counts.word > LIMITS.word) return 'word';
    if (counts.word > 0) continue;
    dots = code === DOT ? dots + 1 : 0;
    if (dots === 3) counts.spreads += 1;
    else if (isOpening(code)) counts.depth += 1;
    else if (isClosing(code)) counts.depth -= 1;
    else if (code === LINE_FEED || code === RETURN) counts.lines += 1;
    else continue;
    if (counts.depth > LIMITS.depth) return 'depth';
    if (counts.spreads > LIMITS.spreads) return 'spreads';
    if (counts.lines > LIMITS.lines) return 'lines';
  }
  return undefined;
}

/** `{`, `[`, `(` and their counterparts. */
const isOpening = (code: number): boolean => code === 123 || code === 91 || code === 40;
const isClosing = (code: number): boolean => code === 125 || code === 93 || code === 41;
/** Letters, digits and `_`; other characters than ASCII occur in strings and comments only. */
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code > 127;
