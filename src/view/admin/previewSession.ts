import type { PreviewScope } from '../../model/access.ts';
import type { Lookup } from '../../model/entry.ts';

/** An open preview, and who has made it: `user/1` or `api-key/3`. */
interface OpenPreview extends PreviewScope {
  readonly id: number;
  readonly subject: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Never with what its token can be told from. */
export function showPreviewSession(
  { id, ref, page, createdAt, expiresAt, subject }: OpenPreview,
  lookup: Lookup,
): object {
  const [type = '', maker = ''] = subject.split('/');
  const name = lookup.get(type === 'user' ? 'user' : 'apiKey', Number(maker))?.data.name ?? null;
  // Of a page that is on another branch alone nothing is known here.
  const pageTitle = page === null ? null : (lookup.get('page', page)?.data.title ?? null);
  return { id, ref, page, pageTitle, createdAt, expiresAt, createdBy: { type, id: Number(maker), name } };
}
