import { compareText } from '../../lib/text/compareText.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';

interface BranchNode {
  page?: Entry<Page>;
  /** The number of pages below it. */
  count: number;
}

/** The next segments of the slugs below `under`, sorted: each with its page, if there is one, and the number of pages below it. */
export function showBranch(pages: readonly Entry<Page>[], under: string): readonly object[] {
  const begin = under === '' ? '' : `${under}/`;
  const branches = new Map<string, BranchNode>();
  for (const page of pages) {
    const { slug } = page.data;
    if (!slug.startsWith(begin)) continue;
    const rest = slug.slice(begin.length);
    const end = rest.indexOf('/');
    const segment = end < 0 ? rest : rest.slice(0, end);
    const branch = branches.get(segment) ?? { count: 0 };
    branches.set(segment, branch);
    if (end < 0) branch.page = page;
    else branch.count += 1;
  }
  return [...branches]
    .sort(([one], [other]) => compareText(one, other))
    .map(([segment, { page, count }]) => ({
      segment,
      path: begin + segment,
      count,
      page: page ? showLeaf(page) : null,
    }));
}

const showLeaf = ({ id, data }: Entry<Page>): object => ({
  id,
  type: data.type,
  title: data.title,
  status: data.status,
  scheduledAt: data.scheduledAt ?? null,
});
