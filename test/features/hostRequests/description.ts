import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

interface Operation {
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly schema?: object;
    readonly $ref?: string;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: object } } };
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json'?: { readonly schema: object } } }>
  >;
}

/** The part of an OpenAPI document that is read. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components?: object;
}

/** An operation that a request was for. */
export interface FoundOperation {
  /** `GET /repos/{owner}/{repo}/pulls` */
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  checkAnswer(status: number, data: unknown): void;
}

/** Checks requests and answers against the description of an interface. */
export function createDescription(description: Description) {
  const ajv = new Ajv({ strict: false, coerceTypes: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...description, $id: 'described' });
  const breaches: string[] = [];
  const paths = Object.keys(description.paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }))
    // The path with the fewest placeholders counts.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

  function requireValid(what: string, validate: ValidateFunction, value: unknown): void {
    if (!validate(value)) breaches.push(`${what}: ${ajv.errorsText(validate.errors)}`);
  }
  const compileAt = (...pointer: readonly string[]): ValidateFunction =>
    ajv.compile({
      $ref: `described#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
    });

  function parameterOf(one: NonNullable<Operation['parameters']>[number]) {
    if (one.$ref === undefined) return one;
    return one.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], description) as typeof one;
  }

  return {
    breaches,
    check(method: string, path: string, query: URLSearchParams, body: unknown): FoundOperation | undefined {
      const found = paths.find(({ pattern }) => pattern.test(path));
      const operation = found && (description.paths[found.path]![method.toLowerCase()] as Operation | undefined);
      if (!found || !operation) {
        breaches.push(`${method} ${path} is not described`);
        return undefined;
      }
      const name = `${method} ${found.path}`;
      const known = new Map((operation.parameters ?? []).map(parameterOf).map((one) => [one.name!, one.schema!]));
      for (const [key, value] of query) {
        const schema = known.get(key);
        const number = Number(value);
        const isValid = schema && ajv.compile({ components: description.components, ...schema });
        if (!isValid || !(isValid(value) || (value !== '' && isValid(number))))
          breaches.push(`${name}: ${key}=${value}`);
      }
      const at = ['paths', found.path, method.toLowerCase()];
      if (operation.requestBody)
        requireValid(`${name} asks`, compileAt(...at, 'requestBody', 'content', 'application/json', 'schema'), body);
      const params = Object.fromEntries(
        Object.entries(found.pattern.exec(path)!.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
      );
      return {
        ...{ name, params },
        checkAnswer(status, data) {
          // Refusals are answered with what people are told.
          if (status >= 400) return;
          if (!operation.responses[String(status)]) return void breaches.push(`${name} answers ${status}`);
          const pointer = [...at, 'responses', String(status), 'content', 'application/json', 'schema'];
          requireValid(`${name} answers`, compileAt(...pointer), data);
        },
      };
    },
  };
}
