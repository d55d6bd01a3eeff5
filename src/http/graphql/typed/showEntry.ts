import { lazily } from '../../../lib/list/lazily.ts';
import type { Media } from '../../../model/entities/media.ts';
import type { PageEntry } from '../../../model/entities/page.ts';
import type { Entry } from '../../../model/entry.ts';
import { isMapping, isMissing } from '../../../model/fields/values.ts';
import { findPagePath } from '../../../model/page/pagePath.ts';
import { publicRegions } from '../../../model/page/placedBlock.ts';
import { findTermById } from '../../../model/page/term.ts';
import { plainText } from '../../../model/richText/plainText.ts';
import { cropRules } from '../../../model/siteSettings.ts';
import { publishedAtOf } from '../../../store/page/pageOrder.ts';
import { findBacklinks } from '../../../view/ask/backlinks.ts';
import { showMediaWithLook } from '../../../view/media.ts';
import { showBlockFields } from '../../../view/page/regions.ts';
import { showRichText } from '../../../view/page/richText.ts';
import { showFields, showSeo, showTranslations } from '../../../view/page/showPage.ts';
import { showTerms } from '../../../view/page/terms.ts';
import type { PublicContent } from '../../../view/publicContent.ts';
import { showTerm } from '../../../view/site/taxonomy.ts';
import type { ShowWritten } from '../../content/showWritten.ts';
import type { FieldShape, TypedField, TypeModel } from './typeModel.ts';

/** What the values of a site are shown with. */
export interface TypedView {
  readonly content: PublicContent;
  readonly model: TypeModel;
  readonly showWritten: ShowWritten;
}

type ShownValues = Record<string, unknown>;

/** A page as the type of its content type. Values that take work are functions, called only if they are asked for. */
export function showEntry(page: PageEntry, view: TypedView): object | null {
  const { content, model } = view;
  const { id, createdAt, updatedAt, data } = page;
  const typed = model.contentTypes.get(data.type);
  // Its type has been removed.
  if (!typed) return null;
  const fields = lazily(() => showFields(page, { lookup: content }));
  const shown: ShownValues = {
    __typename: typed.type,
    ...{ id, type: data.type, title: data.title, slug: data.slug, locale: data.locale, status: data.status },
    ...{ createdAt, updatedAt, publishedAt: publishedAtOf(page) ?? null },
    url: () => findPagePath(data, content),
    terms: () => showTerms(data, content),
    translations: () => showTranslations(content.translationsOf(page)),
    seo: () => showSeo(data, content),
    backlinks: ({ type }: { readonly type?: string | null }) => showBacklinkEntries(page, type ?? undefined, view),
    regions: () => showTypedRegions(page, view),
  };
  addFields(shown, typed.fields, fields, view);
  return shown;
}

function addFields(
  shown: ShownValues,
  fields: readonly TypedField[],
  values: () => ShownValues,
  view: TypedView,
): void {
  for (const field of fields) shown[field.name] = () => showTyped(values()[field.stored], field, view);
}

async function showBacklinkEntries(page: PageEntry, type: string | undefined, view: TypedView): Promise<unknown> {
  await view.content.indexes?.prepareReferences();
  const found = findBacklinks(page, view.content, type).slice(0, 100);
  return found.flatMap((one) => showEntry(one, view) ?? []);
}

function showTypedRegions(page: PageEntry, view: TypedView): object {
  const { content, model } = view;
  const regions = new Map(publicRegions(page.data, content));
  const typed = model.contentTypes.get(page.data.type)?.regions ?? [];
  return Object.fromEntries(
    typed.map(({ name, stored, blocks }) => [
      name,
      (regions.get(stored) ?? [])
        .filter(({ typeSlug }) => blocks.includes(typeSlug))
        .map(({ placement, type, typeSlug, fields }) => {
          const block = model.blockTypes.get(typeSlug)!;
          const values = lazily(() => showBlockFields(type?.data.fieldsSchema, fields, { lookup: content }));
          const shown: ShownValues = { __typename: block.type, id: `pb_${placement.id}`, blockType: typeSlug };
          shown['isShared'] = placement.block !== undefined;
          addFields(shown, block.fields, values, view);
          return shown;
        }),
    ]),
  );
}

function showTyped(value: unknown, { shape, isList }: TypedField, view: TypedView): unknown {
  if (!isList) return isMissing(value) ? null : showOne(value, shape, view);
  return Array.isArray(value) ? value.flatMap((item) => showOne(item, shape, view) ?? []) : [];
}

function showOne(value: unknown, shape: FieldShape, view: TypedView): unknown {
  const { content } = view;
  switch (shape.is) {
    case 'choice':
      return shape.names.get(String(value)) ?? null;
    case 'entry': {
      const page = typeof value === 'number' ? content.get('page', value) : undefined;
      const isMeant = page && (shape.types.length === 0 || shape.types.includes(page.data.type));
      return isMeant ? showEntry(page, view) : null;
    }
    case 'media': {
      const media = typeof value === 'number' ? content.get('media', value) : undefined;
      return media ? showTypedMedia(media, content) : null;
    }
    case 'term': {
      const found = typeof value === 'number' ? findTermById(content, value) : undefined;
      return found ? showTerm(found.term) : null;
    }
    case 'group': {
      if (!isMapping(value)) return null;
      const shown: ShownValues = {};
      addFields(shown, shape.fields, () => value, view);
      return shown;
    }
    case 'richText':
      return showTypedRichText(value, view);
    default:
      return value;
  }
}

function showTypedRichText(document: unknown, { showWritten }: TypedView): object {
  const write = (format: 'html' | 'markdown') => () => showWritten((time) => showRichText(document, { format, time }));
  return { json: document, html: write('html'), markdown: write('markdown'), text: () => plainText(document) };
}

interface UrlArgs {
  readonly width?: number | null;
  readonly format?: 'WEBP' | 'AVIF' | null;
  readonly crop?: string | null;
}

interface ShownMedia {
  readonly url: string;
  readonly srcset: string | null;
  readonly variants: Readonly<
    Record<string, { readonly url: string; readonly width?: number; readonly srcset?: string }>
  >;
}

function showTypedMedia(media: Entry<Media>, content: PublicContent): object {
  const info = showMediaWithLook(media, cropRules(content)) as ShownMedia;
  const variantOf = (name: string) => (Object.hasOwn(info.variants, name) ? info.variants[name] : undefined);
  return {
    ...info,
    url({ width, format, crop }: UrlArgs) {
      const found = crop ? variantOf(crop) : width ? findWidth(info, width) : undefined;
      const url = found?.url ?? info.url;
      return found && format === 'AVIF' ? url.replace(/\.webp(?=\?|$)/, '.avif') : url;
    },
    srcset: ({ crop }: UrlArgs) => (crop ? (variantOf(crop)?.srcset ?? null) : info.srcset),
  };
}

/** The smallest variant by width that is as wide, or the widest. */
function findWidth({ variants }: ShownMedia, width: number) {
  const sorted = Object.entries(variants)
    .filter(([name]) => /^w\d+$/.test(name))
    .map(([name, variant]) => ({ size: Number(name.slice(1)), variant }))
    .sort((a, b) => a.size - b.size);
  return (sorted.find(({ size }) => size >= width) ?? sorted.at(-1))?.variant;
}
