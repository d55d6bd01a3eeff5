import { toAsciiPath } from '../../http/content/hostFiles.ts';
import { compareEntryIds } from '../../model/entry.ts';
import type { PublicContent } from '../../view/publicContent.ts';

/** The redirects as hosts of the static site read them. */
export function* showHostRedirects(content: PublicContent): Generator<string> {
  for (const { data } of [...content.all('redirect')].sort(compareEntryIds))
    yield `${escapePlaceholders(data.fromPath)} ${escapeTarget(data.toPath)} ${data.statusCode}\n`;
}

/** A path to be matched literally: `*` and `:name` are placeholders in these rules. */
const escapePlaceholders = (path: string): string => toAsciiPath(path).replaceAll('*', '%2A').replaceAll(':', '%3A');

/** A literal target: `:name` would be a placeholder. A whole URL keeps the colons of its scheme and port. */
const escapeTarget = (target: string): string => toAsciiPath(target).replace(/:(?=[A-Za-z_])/g, '%3A');
