import type { PreviewScope } from '../../model/access.ts';
import type { Lookup } from '../../model/entry.ts';
import { showSubject } from './subject.ts';

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
  // A page that exists only on another branch is not found here.
  const pageTitle = page === null ? null : (lookup.get('page', page)?.data.title ?? null);
  return { id, ref, page, pageTitle, createdAt, expiresAt, createdBy: showSubject(subject, lookup) };
}
