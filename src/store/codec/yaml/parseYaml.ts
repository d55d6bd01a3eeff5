import type { Composer, CST, Document, YAMLParseError, YAMLWarning } from 'yaml';
import { errorAt } from '../fileError.ts';
import { FILE_LIMITS } from '../limits.ts';
import { yamlPackage } from './yamlPackage.ts';

/** The innermost value is inside 64 collections and the document; a scalar may be on top. */
const MAX_STACK = FILE_LIMITS.maxDepth + 2;

/** Brackets, dashes, question marks, colons, commas and scalars. A pair needs at most six. */
const MAX_TOKENS = FILE_LIMITS.maxNodes * 6;

/**
 * Tokens, and all spaces, comments and line breaks between them. Limits the time for a hostile file to a second or two.
 */
const MAX_LEXEMES = FILE_LIMITS.maxNodes * 16;

/** Tokens that content files may not hold (SECURITY 7), with the message for each. */
const REFUSED: Readonly<Partial<Record<CST.TokenType | 'directive-line', string>>> = {
  alias: 'Aliases are not allowed; a text that begins with * must be quoted',
  anchor: 'Anchors are not allowed; a text that begins with & must be quoted',
  tag: 'Tags are not allowed; a text that begins with ! must be quoted',
  'directive-line': 'YAML directives are not allowed',
};

const BLANK: ReadonlySet<string> = new Set(['space', 'newline', 'comment', 'doc-mode', 'doc-start']);

/**
 * Parses one YAML document, with the positions of its nodes and, with `keepSourceTokens`, its tokens. Throws FileError
 * for broken syntax, more than one document, aliases, anchors, tags, directives and deep nesting.
 */
export function parseYaml(text: string, keepSourceTokens = false): Document {
  const { Composer } = yamlPackage();
  const composer = new Composer({ schema: 'core', uniqueKeys: false, logLevel: 'silent', keepSourceTokens });
  endAtFirstError(composer);
  try {
    const documents = [...composer.compose(tokens(text), true, text.length)];
    const problem = documents[0]!.errors[0] ?? documents[0]!.warnings[0];
    if (problem) throw problem;
    return documents[0]!;
  } catch (problem) {
    if (!isProblem(problem)) throw problem;
    throw errorAt('SYNTAX', describeYamlProblem(problem), text, problem.pos[0]);
  }
}

const isProblem = (error: unknown): error is YAMLParseError | YAMLWarning =>
  error instanceof yamlPackage().YAMLParseError || error instanceof yamlPackage().YAMLWarning;

/** Members of every composer that its types do not show (yaml, compose/composer.ts). */
interface Listener {
  readonly errors: readonly YAMLParseError[];
  onError(...told: readonly unknown[]): void;
}

/** Stops at the first error, the only one that is shown: a file may have one in each line. */
function endAtFirstError(composer: Composer): void {
  const listener = composer as unknown as Listener;
  const { onError } = listener;
  listener.onError = (...told) => {
    onError(...told);
    if (listener.errors[0]) throw listener.errors[0];
  };
}

/** Limits nesting while tokens are read: composing deeply nested ones can crash the process (STACK, trap 2). */
function* tokens(text: string): Generator<CST.Token> {
  const { CST, Lexer, Parser } = yamlPackage();
  const parser = new Parser();
  let documents = 0;
  let count = 0;
  let lexemes = 0;
  let inScalar = false;
  let offset = 0;
  const refuse = (code: 'SYNTAX' | 'LIMIT', message: string): never => {
    throw errorAt(code, message, text, offset);
  };
  for (const lexeme of new Lexer().lex(text)) {
    offset = parser.offset;
    const type = inScalar ? 'scalar' : (CST.tokenType(lexeme) ?? 'invalid');
    const refused = inScalar ? undefined : REFUSED[type as CST.TokenType];
    if (refused) refuse('SYNTAX', refused);
    if (!BLANK.has(type) && lexeme !== CST.SCALAR) count += 1;
    if (count > MAX_TOKENS) refuse('LIMIT', `Holds more than ${FILE_LIMITS.maxNodes} values`);
    lexemes += 1;
    if (lexemes > MAX_LEXEMES) refuse('LIMIT', 'Holds too many lines, spaces and comments');
    inScalar = lexeme === CST.SCALAR && !inScalar;
    for (const token of parser.next(lexeme)) {
      if (token.type === 'document') documents += 1;
      yield token;
    }
    if (parser.stack.length > MAX_STACK) refuse('LIMIT', `Nested deeper than ${FILE_LIMITS.maxDepth} levels`);
    if (documents > 0 && parser.stack[0]?.type === 'document') refuse('SYNTAX', 'Only one document is allowed');
  }
  yield* parser.end();
}

/** Messages of the parser that use terms of the YAML specification, in plainer words. */
const IN_OTHER_WORDS: Readonly<Record<string, string>> = {
  'Nested mappings are not allowed in compact mappings':
    'A text with ": " in it must be quoted, and the keys of one mapping must begin in one column',
  'Implicit keys need to be on a single line': 'A key must stand on one line, with ": " after it',
  'Implicit map keys need to be followed by map values': 'A key must have ": " after it, with the space',
};

/** The parser's message, without its trailing colon and excerpt, in plain words. */
function describeYamlProblem(problem: YAMLParseError | YAMLWarning): string {
  const message = problem.message.trimEnd().replace(/:$/, '');
  return IN_OTHER_WORDS[message] ?? message;
}
