import { ask } from '../../wire/ask.ts';
import type { BlockType, ContentType } from '../../wire/interface.ts';

export type TypeKind = 'contentType' | 'blockType';
export type AnyType = ContentType | BlockType;

/** The request body for a type. */
export interface TypeBody {
  readonly name: string;
  readonly slug?: string;
  readonly description: string | null;
  readonly fieldsSchema: readonly Readonly<Record<string, unknown>>[] | Readonly<Record<string, unknown>>;
  readonly regions?: readonly unknown[];
}

/** What a change would do to the records of the type. */
export const foresee = async (kind: TypeKind, id: number, body: Partial<TypeBody>) => {
  const request = { path: { id }, body };
  const { data } =
    kind === 'contentType'
      ? await ask('POST /api/admin/content-types/{id}/check', request)
      : await ask('POST /api/admin/block-types/{id}/check', request);
  return data;
};

export const createType = (kind: TypeKind, body: Partial<TypeBody> & Pick<TypeBody, 'name'>): Promise<unknown> =>
  kind === 'contentType'
    ? ask('POST /api/admin/content-types', { body })
    : ask('POST /api/admin/block-types', { body });

export const changeType = (kind: TypeKind, id: number, body: Partial<TypeBody>): Promise<unknown> =>
  kind === 'contentType'
    ? ask('PUT /api/admin/content-types/{id}', { path: { id }, body })
    : ask('PUT /api/admin/block-types/{id}', { path: { id }, body });

export const deleteType = (kind: TypeKind, id: number): Promise<{ readonly commit: string | null }> =>
  kind === 'contentType'
    ? ask('DELETE /api/admin/content-types/{id}', { path: { id } })
    : ask('DELETE /api/admin/block-types/{id}', { path: { id } });
