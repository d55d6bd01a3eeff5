import type { Json } from '../foundSite.ts';
import { decode, toSlug } from '../slugs.ts';
import type { Terms } from '../terms.ts';
import type { Post } from './posts.ts';
import { textAt, type XmlElement } from './readExportFile.ts';
import { wordsOf } from './words.ts';

/** Adds the declared vocabularies, each term below its parent. */
export function declareTerms(declared: readonly XmlElement[], terms: Terms): void {
  const read = declared.map((one) => {
    const at = (name: string): string => textAt(one, `wp:${name}`);
    if (one.name === 'wp:category')
      return {
        vocabulary: 'categories',
        slug: decode(at('category_nicename')),
        name: wordsOf(at('cat_name')),
        parent: decode(at('category_parent')),
      };
    if (one.name === 'wp:tag')
      return { vocabulary: 'tags', slug: decode(at('tag_slug')), name: wordsOf(at('tag_name')), parent: '' };
    return {
      vocabulary: vocabularyOf(at('term_taxonomy')),
      slug: decode(at('term_slug')),
      name: wordsOf(at('term_name')),
      parent: decode(at('term_parent')),
    };
  });
  const waiting = new Map(read.map((one) => [`${one.vocabulary}/${one.slug}`, one]));
  const add = (one: (typeof read)[number]): void => {
    if (!waiting.delete(`${one.vocabulary}/${one.slug}`) || one.vocabulary === '') return;
    const parent = waiting.get(`${one.vocabulary}/${one.parent}`);
    if (parent) add(parent);
    const below = one.vocabulary === 'categories' && one.parent !== '' ? one.parent : undefined;
    terms.take(one.vocabulary, one.name || one.slug, 'terms', { slug: one.slug, parent: below });
  };
  for (const one of read) add(one);
}

/** The vocabulary of a taxonomy; empty for menus and formats, which are taxonomies only in WordPress. */
function vocabularyOf(taxonomy: string): string {
  if (/^(?:nav_menu|post_format|wp_.*|)$/.test(taxonomy)) return '';
  return taxonomy === 'category' ? 'categories' : taxonomy === 'post_tag' ? 'tags' : toSlug(taxonomy, '');
}

/** The terms of a post, by vocabulary. */
export function termsOf(post: Post, place: string, terms: Terms): Json {
  const found: Record<string, string[]> = {};
  for (const { domain, slug, name } of post.terms) {
    const vocabulary = vocabularyOf(domain);
    const taken = vocabulary === '' ? undefined : terms.take(vocabulary, name || slug, place, { slug });
    if (taken !== undefined) found[vocabulary] = [...new Set([...(found[vocabulary] ?? []), taken])];
  }
  return found;
}
