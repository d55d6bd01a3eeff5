import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { pageKeyAt, pagePath } from '../../model/page/pagePath.ts';
import { canonicalPath } from '../../model/text/canonicalPath.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { bothOf, differs, type ReachRule, type ReachRules } from '../../view/reach/publicChange.ts';
import { addOne, type Reach } from '../../view/reach/reach.ts';
import { type Redirect, targetPath } from './entity.ts';

const redirect: ReachRule<Redirect> = (change, reach) => {
  const { content } = reach;
  const { kind, before, after } = change;
  const leadsToShown = ({ data }: Entry<Redirect>): boolean =>
    !content.hides?.('page', pageKeyAt(targetPath(data.toPath), content.settings()));
  const shown = {
    kind,
    before: before && leadsToShown(before) ? before : null,
    after: after && !content.hides?.('redirect', after.key) ? after : null,
  };
  // Another one that leads here is shown only if this one leads to no hidden page.
  const isLedTo = bothOf(change).some(({ data }) => isRedirectedTo(data.fromPath, content));
  if (isLedTo || differs(shown, ({ id, data }) => [id, data.fromPath, data.toPath, data.statusCode]))
    addRedirects(reach);
};

/** The redirects that lead to a page are shown as long as the page is. */
const page: ReachRule<Page> = (change, reach) => {
  const { content } = reach;
  if (!differs(change, ({ id, key }) => [id, key])) return;
  if (bothOf(change).some(({ data }) => isRedirectedTo(pagePath(data, content.settings()), content)))
    addRedirects(reach);
};

/** Whether an active redirect leads to a path, also one that is hidden because it leads on to a hidden page. */
export const isRedirectedTo = (path: string, content: PublicContent): boolean =>
  content.hasByItself('redirect', 'byTarget', canonicalPath(path));

function addRedirects(reach: Reach): void {
  addOne('redirects', reach);
  reach.addresses.add('_redirects');
}

export const redirectReach: ReachRules = { redirect, page };
