import { ANY_LANGUAGE } from '../../model/record/words.ts';
import { hasWordsIn } from '../../view/inLanguages.ts';
import { staticLocales } from '../../view/lists.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import type { Call, Endpoint, PathParams } from '../endpoint.ts';

/**
 * An endpoint, and the same one at the address that its answer has on the static site: with `.json` after its path and
 * without a query.
 *
 * @param exports the parameters of each file; by default there is a single one, without parameters
 */
export function withStaticFile(
  endpoint: Endpoint,
  exports: () => Iterable<PathParams<string>> = () => [{}],
): readonly Endpoint[] {
  const { query: _, ...others } = endpoint;
  const path = `${endpoint.path}.json`;
  return [
    endpoint,
    Object.freeze({ ...others, path, summary: `${endpoint.summary}: a file of the static site`, exports }),
  ];
}

/**
 * The same, and at an address below each language, with the words of that language. An export has these files if anything
 * is translated.
 */
export function withLanguageFiles(
  endpoint: Endpoint,
  content: PublicContent,
  exports: () => Iterable<PathParams<string>> = () => [{}],
): readonly Endpoint[] {
  const { query: _, handle, ...others } = endpoint;
  return [
    ...withStaticFile(endpoint, exports),
    Object.freeze({
      ...others,
      path: `${endpoint.path.replace(AREA, '$&/:locale')}.json`,
      summary: `${endpoint.summary}, in one language: a file of the static site`,
      handle: (call: Call) => handle({ ...call, query: { locale: call.params['locale'] } }),
      *exports() {
        if (!hasWordsIn(content, ANY_LANGUAGE)) return;
        for (const locale of staticLocales(content)) for (const one of exports()) yield { ...one, locale };
      },
    }),
  ];
}

/** The first part of a public address. */
const AREA = /^\/api\/content\/[a-z]+/;
