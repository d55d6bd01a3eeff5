import type { Json } from '../../convert/foundSite.ts';
import { toSlug } from '../../convert/slugs.ts';
import type { Terms } from '../../convert/terms.ts';
import { decodeUriText } from '../../lib/text/decodeUriText.ts';
import type { WordpressPost } from './posts.ts';
import { childText, type XmlElement } from './readExportFile.ts';
import { decodeTitle } from './words.ts';

/** Adds the declared vocabularies, each term below its parent. */
export function declareTerms(declared: readonly XmlElement[], terms: Terms): void {
  const read = declared.map((one): WordPressTerm => {
    const at = (name: string): string => childText(one, `wp:${name}`);
    if (one.name === 'wp:category')
      return {
        vocabulary: 'categories',
        slug: decodeUriText(at('category_nicename')),
        name: decodeTitle(at('cat_name')),
        parent: decodeUriText(at('category_parent')),
      };
    if (one.name === 'wp:tag')
      return {
        vocabulary: 'tags',
        slug: decodeUriText(at('tag_slug')),
        name: decodeTitle(at('tag_name')),
        parent: '',
      };
    return {
      vocabulary: vocabularyOf(at('term_taxonomy')),
      slug: decodeUriText(at('term_slug')),
      name: decodeTitle(at('term_name')),
      parent: decodeUriText(at('term_parent')),
    };
  });
  for (const { vocabulary, slug, name, parent } of parentsFirst(read)) {
    if (vocabulary === '') continue;
    const below = vocabulary === 'categories' && parent !== '' ? parent : undefined;
    terms.take(vocabulary, name || slug, 'terms', { slug, parent: below });
  }
}

interface WordPressTerm {
  readonly vocabulary: string;
  readonly slug: string;
  readonly name: string;
  readonly parent: string;
}

/** Each term once, after the terms that it is below. */
function* parentsFirst(terms: readonly WordPressTerm[]): Generator<WordPressTerm> {
  const waiting = new Map(terms.map((one) => [`${one.vocabulary}/${one.slug}`, one]));
  for (const term of terms) {
    const line: WordPressTerm[] = [];
    let one: WordPressTerm | undefined = term;
    while (one && waiting.delete(`${one.vocabulary}/${one.slug}`)) {
      line.push(one);
      one = waiting.get(`${one.vocabulary}/${one.parent}`);
    }
    yield* line.toReversed();
  }
}

/** The vocabulary of a taxonomy; empty for menus and formats, which are taxonomies only in WordPress. */
function vocabularyOf(taxonomy: string): string {
  if (/^(?:nav_menu|post_format|wp_.*|)$/.test(taxonomy)) return '';
  return taxonomy === 'category' ? 'categories' : taxonomy === 'post_tag' ? 'tags' : toSlug(taxonomy, '');
}

/** The terms of a post, by vocabulary. */
export function postTerms(post: WordpressPost, place: string, terms: Terms): Json {
  const found = new Map<string, Set<string>>();
  for (const { domain, slug, name } of post.terms) {
    const vocabulary = vocabularyOf(domain);
    const taken = vocabulary === '' ? undefined : terms.take(vocabulary, name || slug, place, { slug });
    if (taken !== undefined) found.set(vocabulary, (found.get(vocabulary) ?? new Set()).add(taken));
  }
  return Object.fromEntries([...found].map(([vocabulary, slugs]) => [vocabulary, [...slugs]]));
}
