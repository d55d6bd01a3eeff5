import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../wire/ask.ts';
import type { BlockType, ContentType, LeftOverValues, Migration } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import type { DefaultBlockDraft } from './regions/regionDraft.ts';

export type TypeKind = 'contentType' | 'blockType';
export type AnyType = ContentType | BlockType;

/** The request body for a type. */
export interface TypeBody {
  readonly name: string;
  readonly slug?: string;
  readonly description: string | null;
  readonly fieldsSchema: readonly Readonly<Record<string, unknown>>[] | Readonly<Record<string, unknown>>;
  readonly rules?: readonly unknown[];
  readonly regions?: readonly unknown[];
  readonly defaultBlocks?: readonly DefaultBlockDraft[] | null;
  readonly settings?: Readonly<Record<string, unknown>> | null;
}

interface EditedType {
  readonly record: AnyType;
  /** The version of its file. */
  readonly etag: string | null;
}

/** A type as it has been saved. */
interface SavedType {
  readonly data: AnyType;
  readonly etag: string | null;
  readonly meta?: { readonly merged?: readonly unknown[]; readonly ignored?: unknown };
}

/** A type for editing, with the version that it is. */
export const editedTypeQuery = (kind: TypeKind, id: number) =>
  queryOptions({
    queryKey: createQueryKey(kind, 'edited', id),
    queryFn: async ({ signal }): Promise<EditedType> => {
      const request = { path: { id }, signal };
      const { data, etag } =
        kind === 'contentType'
          ? await ask('GET /api/admin/content-types/{id}', request)
          : await ask('GET /api/admin/block-types/{id}', request);
      return { record: data, etag };
    },
  });

/** A type as it has been saved. */
export async function readType(kind: TypeKind, id: number): Promise<SavedType> {
  const request = { path: { id } };
  return kind === 'contentType'
    ? ask('GET /api/admin/content-types/{id}', request)
    : ask('GET /api/admin/block-types/{id}', request);
}

/** What a change would do to the records of the type. */
export const checkTypeChange = async (kind: TypeKind, id: number, body: Partial<TypeBody>) => {
  const request = { path: { id }, body };
  const { data } =
    kind === 'contentType'
      ? await ask('POST /api/admin/content-types/{id}/check', request)
      : await ask('POST /api/admin/block-types/{id}/check', request);
  return data;
};

export const createType = (kind: TypeKind, body: Partial<TypeBody> & Pick<TypeBody, 'name'>): Promise<SavedType> =>
  kind === 'contentType'
    ? ask('POST /api/admin/content-types', { body })
    : ask('POST /api/admin/block-types', { body });

interface TypeChange {
  readonly id: number;
  readonly body: Partial<TypeBody>;
  /** The version that was edited, so that the server merges with what others have changed since; null replaces that. */
  readonly etag: string | null;
}

export function changeType(kind: TypeKind, { id, body, etag }: TypeChange): Promise<SavedType> {
  const request = { path: { id }, body, headers: { ...(etag && { 'If-Match': etag }), Prefer: 'merge' } };
  return kind === 'contentType'
    ? ask('PUT /api/admin/content-types/{id}', request)
    : ask('PUT /api/admin/block-types/{id}', request);
}

export const deleteType = (kind: TypeKind, id: number): Promise<{ readonly commit: string | null }> =>
  kind === 'contentType'
    ? ask('DELETE /api/admin/content-types/{id}', { path: { id } })
    : ask('DELETE /api/admin/block-types/{id}', { path: { id } });

/** What is done to a type together with its records. */
export interface MigrationBody {
  readonly type: { readonly kind: TypeKind; readonly slug: string };
  readonly operations: readonly object[];
  readonly body?: Partial<TypeBody>;
  readonly offset?: number;
}

/** What a migration would do, and to how many records. */
export async function fetchMigrationForecast(
  body: MigrationBody,
  signal?: AbortSignal,
): Promise<Migration & { readonly total: number }> {
  const { data, meta } = await ask('POST /api/admin/migrations', {
    body: { ...body, dryRun: true },
    ...(signal && { signal }),
  });
  return { ...data, total: meta?.total ?? 0 };
}

export const migrationForecastQuery = (body: MigrationBody) =>
  queryOptions({
    queryKey: createQueryKey(body.type.kind, 'migration', JSON.stringify(body)),
    queryFn: ({ signal }) => fetchMigrationForecast(body, signal),
    staleTime: 0,
  });

export const sendMigration = async (body: MigrationBody, etag: string | null) =>
  ask('POST /api/admin/migrations', { body, ...(etag && { headers: { 'If-Match': etag } }) });

/** Values that no type knows. */
export const leftOversQuery = queryOptions({
  queryKey: createQueryKey('page', 'leftOver'),
  queryFn: async ({ signal }): Promise<readonly LeftOverValues[]> =>
    (await ask('GET /api/admin/migrations/left-over', { signal })).data,
});
