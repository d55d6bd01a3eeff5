/** JSON Schema, as OpenAPI 3.1 writes it. */
type TypeSchema = Readonly<Record<string, unknown>>;

/** A text or comment without its end is one token up to the end of all, so that nothing is read twice. */
const TOKEN =
  /\s*(\/\*\*[\s\S]*?(?:\*\/|$)|'(?:\\[\s\S]?|[^'\\])*'?|"(?:\\[\s\S]?|[^"\\])*"?|-?\d[\w.]*|[\w$]+|[^\s])/gy;

/** The tokens of a type, and the next one to read. */
interface TypeTokens {
  readonly tokens: readonly string[];
  at: number;
}

class UnreadableType extends Error {}

/**
 * The schema of values of a TypeScript type: of object types, lists, choices, literals, and the names that `quire types`
 * uses. Of any other type it only tells the text.
 */
export function readTypeSchema(type: string): TypeSchema {
  const reader = { tokens: [...type.matchAll(TOKEN)].map(([, token]) => token!), at: 0 };
  try {
    const schema = readUnion(reader);
    if (reader.at === reader.tokens.length) return schema;
  } catch (error) {
    if (!(error instanceof UnreadableType)) throw error;
  }
  return { description: `TypeScript: ${type}` };
}

const nextOf = ({ tokens, at }: TypeTokens): string | undefined => tokens[at];

function accept(reader: TypeTokens, token: string): boolean {
  if (nextOf(reader) !== token) return false;
  reader.at++;
  return true;
}

function expect(reader: TypeTokens, token: string): void {
  if (!accept(reader, token)) throw new UnreadableType();
}

function readToken(reader: TypeTokens): string {
  const token = nextOf(reader);
  if (token === undefined) throw new UnreadableType();
  reader.at++;
  return token;
}

function readUnion(reader: TypeTokens): TypeSchema {
  accept(reader, '|');
  const choices = [readPostfix(reader)];
  while (accept(reader, '|')) choices.push(readPostfix(reader));
  return joinChoices(choices);
}

const NULL: TypeSchema = { type: 'null' };

function joinChoices(choices: readonly TypeSchema[]): TypeSchema {
  const literals = choices.flatMap((one) => ('const' in one ? [one['const']] : []));
  const others = choices.filter((one) => !('const' in one) && one !== NULL);
  const isNullable = choices.includes(NULL);
  const kinds = [...new Set(literals.map((one) => typeof one))];
  if (others.length === 0 && kinds.length === 1)
    return { type: isNullable ? [kinds[0], 'null'] : kinds[0], enum: isNullable ? [...literals, null] : literals };
  const [only] = others;
  if (literals.length === 0 && others.length === 1 && only)
    return isNullable && typeof only['type'] === 'string' && !('enum' in only)
      ? { ...only, type: [only['type'], 'null'] }
      : withNull(only, isNullable);
  return { anyOf: choices };
}

const withNull = (schema: TypeSchema, isNullable: boolean): TypeSchema =>
  isNullable && Object.keys(schema).length > 0 ? { anyOf: [schema, NULL] } : schema;

function readPostfix(reader: TypeTokens): TypeSchema {
  let schema = readPrimary(reader);
  while (accept(reader, '[')) {
    expect(reader, ']');
    schema = { type: 'array', items: schema };
  }
  return schema;
}

function readPrimary(reader: TypeTokens): TypeSchema {
  const token = readToken(reader);
  if (token === '{') return readMembers(reader);
  if (token === '(') {
    const inner = readUnion(reader);
    expect(reader, ')');
    return inner;
  }
  const literal = readLiteral(token);
  return literal === undefined ? readNamed(token, reader) : { const: literal };
}

const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false };

function readLiteral(token: string): string | number | boolean | undefined {
  if (Object.hasOwn(WORDS, token)) return WORDS[token];
  if (/^-?\d/.test(token)) return Number(token);
  return /^['"]/.test(token) ? unquote(token) : undefined;
}

function unquote(token: string): string {
  if (token.length < 2 || !token.endsWith(token.charAt(0))) throw new UnreadableType();
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll(/\\(.)/g, '$1');
  try {
    return String(JSON.parse(token));
  } catch {
    throw new UnreadableType();
  }
}

const idOf = (what: string): TypeSchema => ({ type: 'integer', description: `The id of ${what}.` });

/** Types without arguments, and those of `client/content.ts`. */
const NAMES: Readonly<Record<string, TypeSchema>> = {
  ...{ string: { type: 'string' }, number: { type: 'number' }, boolean: { type: 'boolean' }, null: NULL },
  ...{ unknown: {}, any: {}, object: { type: 'object' } },
  ...{ MediaId: idOf('a media item'), TermId: idOf('a term'), PageId: idOf('a page'), ReferenceId: idOf('a page') },
  Link: { type: 'object', description: 'A link to a page of the site or to another address.' },
  RichTextDocument: { type: 'object', description: 'A rich text document.' },
};

function readNamed(name: string, reader: TypeTokens): TypeSchema {
  const values = accept(reader, '<') ? readTypeArguments(reader) : [];
  if (name === 'Array' || name === 'ReadonlyArray') return { type: 'array', items: values[0] ?? {} };
  if (name === 'Record') return recordOf(values[1]);
  const schema = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (!schema) throw new UnreadableType();
  return schema;
}

function readTypeArguments(reader: TypeTokens): readonly TypeSchema[] {
  const values = [readArgument(reader)];
  while (accept(reader, ',')) values.push(readArgument(reader));
  expect(reader, '>');
  return values;
}

const NEVER: TypeSchema = { not: {} };

const readArgument = (reader: TypeTokens): TypeSchema => (accept(reader, 'never') ? NEVER : readUnion(reader));

const recordOf = (values: TypeSchema | undefined): TypeSchema =>
  values === undefined || values === NEVER ? { type: 'object' } : { type: 'object', additionalProperties: values };

function readMembers(reader: TypeTokens): TypeSchema {
  const properties: Record<string, TypeSchema> = {};
  const required: string[] = [];
  while (!accept(reader, '}')) {
    const description = readComment(reader);
    accept(reader, 'readonly');
    const token = readToken(reader);
    const name = /^['"]/.test(token) ? unquote(token) : token;
    if (!/^['"]|^[\w$]/.test(token)) throw new UnreadableType();
    if (!accept(reader, '?')) required.push(name);
    expect(reader, ':');
    const value = readUnion(reader);
    // `defineProperty` semantics: a field may be called `__proto__`.
    Object.defineProperty(properties, name, {
      ...{ enumerable: true, configurable: true, writable: true },
      value: { ...value, ...(description && { description }) },
    });
    if (!accept(reader, ';')) accept(reader, ',');
  }
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function readComment(reader: TypeTokens): string | undefined {
  const token = nextOf(reader);
  if (!token?.startsWith('/**')) return undefined;
  reader.at++;
  return token.slice(3, -2).replaceAll('*\\/', '*/').trim();
}
