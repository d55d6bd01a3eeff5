import type { PreviewScope } from '../../model/access.ts';
import type { Lookup } from '../../model/entry.ts';

/** An open preview; `subject` is its creator: `user/1` or `api-key/3`. */
interface OpenPreview extends PreviewScope {
  readonly id: number;
  readonly subject: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Shows a preview session, without anything that reveals its token. */
export function showPreviewSession(
  { id, ref, page, createdAt, expiresAt, subject }: OpenPreview,
  lookup: Lookup,
): object {
  const [type = '', maker = ''] = subject.split('/');
  const name = lookup.get(type === 'user' ? 'user' : 'apiKey', Number(maker))?.data.name ?? null;
  // A page that exists only on another branch is not found here.
  const pageTitle = page === null ? null : (lookup.get('page', page)?.data.title ?? null);
  return { id, ref, page, pageTitle, createdAt, expiresAt, createdBy: { type, id: Number(maker), name } };
}
