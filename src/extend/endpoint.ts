import type { Role } from '../model/access.ts';

export type EndpointMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A type of a query parameter, by its name, or a JSON Schema. */
export type QuerySchema = Readonly<Record<string, 'string' | 'number' | 'integer' | 'boolean' | object>>;

/** What is declared of an endpoint. */
export interface EndpointFacts {
  /** Who may call it. There is no default. */
  readonly access: 'public' | Role;
  readonly summary?: string;
  readonly query?: QuerySchema;
  /** JSON Schema of the body. */
  readonly body?: object;
  /** JSON Schema of the answer's `data`. */
  readonly answer?: object;
  /** For public GETs: the parameters of each file of the static site that holds an answer without a query. */
  exports?(content: ContentReader): Iterable<Readonly<Record<string, string>>>;
}

/** A page in a list of `ContentReader`, in the shape of the public interface's page lists. */
export type PublicPage = Readonly<Record<string, unknown>>;

/** Reads what the public may see, or, for endpoints that need a role, what the caller may. */
export interface ContentReader {
  pages(filter?: {
    readonly type?: string;
    readonly locale?: string;
    readonly term?: string;
    readonly limit?: number;
    readonly offset?: number;
  }): readonly PublicPage[];
  /** A page with its fields and regions; null if there is none. */
  page(slug: string, options?: { readonly locale?: string }): PublicPage | null;
}

/** Calls the admin interface as the caller. */
export interface AdminCaller {
  /** @param path below `/api/admin`, such as `/pages/12`. @throws an error with the answer's code if it is refused */
  call(method: EndpointMethod | 'PATCH', path: string, body?: unknown): Promise<unknown>;
}

/** What an endpoint's handler receives; all values passed the declared schemas. */
export interface EndpointCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly content: ContentReader;
  /** Null for public endpoints. */
  readonly admin: AdminCaller | null;
  /** The caller; null for public endpoints. */
  readonly caller: { readonly name: string; readonly role: Role } | null;
  readonly now: Date;
}

/** An endpoint below `/api/x/<extension>`. */
export interface EndpointDefinition extends EndpointFacts {
  readonly method: EndpointMethod;
  /** Begins with `/`; `:name` is one segment. */
  readonly path: string;
  /** Returns the answer's `data`. */
  handle(call: EndpointCall): unknown;
}

/** Declares an endpoint. */
export const endpoint = (
  method: EndpointMethod,
  path: string,
  facts: EndpointFacts,
  handle: EndpointDefinition['handle'],
): EndpointDefinition => Object.freeze({ ...facts, method, path, handle });
