import { attributesOf, childrenOf, type RichTextNode } from '../../model/richText/node.ts';
import { type CodedText, type CodeMeaning, decodeInline, encodeInline, hasWords, plainWords } from './codedText.ts';

/** One text of a page, and the same text of its translation. */
export interface TextPair {
  /** Names it in the page. */
  readonly id: string;
  /** Where it is, in the words of the model. */
  readonly labels: readonly string[];
  readonly source: CodedText;
  /** Undefined where the translation has none in this place. */
  readonly base: CodedText | undefined;
  /** Whether it is set only together with others, of which somebody has settled one: a document or a block to be added. */
  readonly isAdded?: boolean;
}

/** What is done with the texts of a page and its translation, one by one. */
export interface PairVisitor {
  /** @returns the text that the translation is to have; undefined if it keeps its own */
  translate(pair: TextPair): CodedText | undefined;
  /** Whether somebody has settled the text that is to be set; true for all by default. */
  isSettled?(id: string): boolean;
  /**
   * Called for texts that were to be set and could not: their codes do not fit, the translation is built otherwise, or
   * they belong to what is to be added and none of it is settled.
   */
  refuse?(ids: readonly string[], why: 'codes' | 'structure' | 'unsettled'): void;
}

/** The texts of something that is added to the translation as a whole. */
export function visitAdded(visitor: PairVisitor) {
  const set: string[] = [];
  let isWhole = true;
  return {
    visitor: {
      translate(pair) {
        const text = visitor.translate({ ...pair, isAdded: true });
        if (text) set.push(pair.id);
        else isWhole = false;
        return text;
      },
      refuse(ids, why) {
        isWhole = false;
        visitor.refuse?.(ids, why);
      },
    } satisfies PairVisitor as PairVisitor,
    set: set as readonly string[],
    isWhole: () => isWhole,
    isSettled: () => set.some((id) => visitor.isSettled?.(id) ?? true),
    refuse: (why: 'structure' | 'unsettled') => (set.length > 0 ? visitor.refuse?.(set, why) : undefined),
  };
}

/** Where a walk over texts has arrived. */
export interface TextPlace {
  readonly id: string;
  readonly labels: readonly string[];
}

const TEXT_BLOCKS: ReadonlySet<string> = new Set(['paragraph', 'heading']);
const IMAGE_TEXTS = ['alt', 'title', 'caption'] as const;

/** Visits the texts of a document, paragraph by paragraph. @returns the translation's document, the same if nothing is set */
export function pairRichText(
  source: RichTextNode,
  base: RichTextNode | undefined,
  place: TextPlace,
  visitor: PairVisitor,
): RichTextNode | undefined {
  if (base && outlineOf(source) === outlineOf(base)) return pairNode(source, base, place, visitor);
  // The two cannot be aligned: the translation is made anew if all of it is there.
  const added = visitAdded(visitor);
  const document = pairNode(source, undefined, place, added.visitor);
  if (!added.isSettled()) added.refuse('unsettled');
  else if (added.isWhole()) return document;
  else added.refuse('structure');
  return base;
}

/** How a document is built, whatever its paragraphs say. */
const outlineOf = (node: RichTextNode): string =>
  TEXT_BLOCKS.has(node.type) ? node.type : `${node.type}(${childrenOf(node).map(outlineOf).join(' ')})`;

function pairNode(
  source: RichTextNode,
  base: RichTextNode | undefined,
  place: TextPlace,
  visitor: PairVisitor,
): RichTextNode {
  if (TEXT_BLOCKS.has(source.type)) return pairTextBlock(source, base, place, visitor);
  if (source.type === 'image') return pairImage(source, base, place, visitor);
  const result = base ?? source;
  if (source.type === 'codeBlock') return result;
  const others = base && childrenOf(base);
  const content = childrenOf(source).map((child, index) =>
    pairNode(child, others?.[index], { ...place, id: `${place.id}.${index}` }, visitor),
  );
  const present = childrenOf(result);
  return content.every((child, index) => child === present[index]) ? result : { ...result, content };
}

function pairTextBlock(
  source: RichTextNode,
  base: RichTextNode | undefined,
  place: TextPlace,
  visitor: PairVisitor,
): RichTextNode {
  const from = encodeInline(childrenOf(source));
  const present = base && encodeInline(childrenOf(base), from.meanings);
  const result = base ?? source;
  const given = hasWords(from.text)
    ? visitor.translate({ ...place, source: from.text, base: present?.text })
    : undefined;
  const meanings = new Map<string, CodeMeaning>([...from.meanings, ...(present?.meanings ?? [])]);
  let isPictured = false;
  for (const [code, meaning] of meanings) {
    const own = from.meanings.get(code);
    if (!own || !('node' in own) || !('node' in meaning) || meaning.node.type !== 'image') continue;
    const picture = present?.meanings.get(code);
    const at = { ...place, id: `${place.id}.c${code}` };
    const node = pairImage(own.node, picture && 'node' in picture ? picture.node : undefined, at, visitor);
    isPictured ||= node !== meaning.node;
    meanings.set(code, { node });
  }
  if (!given && !isPictured) return result;
  const content = decodeInline(given ?? (present ?? from).text, meanings);
  if (!content) {
    visitor.refuse?.([place.id], 'codes');
    return result;
  }
  return { ...result, content };
}

function pairImage(
  source: RichTextNode,
  base: RichTextNode | undefined,
  { id, labels }: TextPlace,
  visitor: PairVisitor,
): RichTextNode {
  let result = base ?? source;
  for (const name of IMAGE_TEXTS) {
    const text = attributesOf(source)[name];
    if (typeof text !== 'string' || text.trim() === '') continue;
    const present = base && attributesOf(base)[name];
    const pair = { source: [text], base: typeof present === 'string' ? [present] : undefined };
    const given = visitor.translate({ id: `${id}.${name}`, labels, ...pair });
    const words = given && plainWords(given);
    if (words !== undefined) result = { ...result, attrs: { ...attributesOf(result), [name]: words } };
    else if (given) visitor.refuse?.([`${id}.${name}`], 'codes');
  }
  return result;
}
