import type { Json } from '../../convert/foundSite.ts';
import type { Notes } from '../../convert/notes.ts';
import { toFieldName } from '../../convert/proposeFields.ts';
import { createUnique, toSlug } from '../../convert/slugs.ts';
import { isMapping } from '../../model/fields/values.ts';
import { contentfulId, listMappings } from './json.ts';

/** A field of Contentful and the field it becomes. */
export interface ContentfulField {
  readonly id: string;
  readonly name: string;
  readonly kind: 'plain' | 'media' | 'gallery' | 'reference' | 'references' | 'markdown' | 'richtext';
  readonly definition: Json;
}

export interface TypeOfEntries {
  readonly slug: string;
  readonly record: Json;
  readonly fields: readonly ContentfulField[];
  readonly titleField: string | undefined;
  readonly slugField: string | undefined;
}

/** The content types of an export by their ids. */
export function readTypes(content: Json, notes: Notes): ReadonlyMap<string, TypeOfEntries> {
  const unique = createUnique();
  const slugs = new Map(
    listMappings(content['contentTypes']).map((type) => [
      contentfulId(type),
      unique(toSlug(kebab(contentfulId(type)), 'entry')),
    ]),
  );
  const isMarkdown = markdownFields(content);
  return new Map(
    listMappings(content['contentTypes']).map((type) => {
      const id = contentfulId(type);
      const names = createUnique();
      const fields = listMappings(type['fields']).flatMap((field) => {
        const name = toFieldName(String(field['id']));
        if (name === undefined) notes.add('A field is left out because of its name', `${id}: ${String(field['id'])}`);
        return name === undefined
          ? []
          : [
              readContentfulField(field, {
                name: names(name),
                slugs,
                isMarkdown: isMarkdown.has(`${id} ${String(field['id'])}`),
              }),
            ];
      });
      const titleField = typeof type['displayField'] === 'string' ? type['displayField'] : undefined;
      const slugField = fields.find(({ id: field }) => /^(?:slug|url|path|permalink|handle)$/i.test(field))?.id;
      const name = String(type['name'] ?? id).slice(0, 200) || id;
      const about =
        typeof type['description'] === 'string' && type['description'] !== ''
          ? { description: type['description'] }
          : {};
      const record = { slug: slugs.get(id), name, ...about, fieldsSchema: fields.map(({ definition }) => definition) };
      return [id, { slug: slugs.get(id)!, record, fields, titleField, slugField }];
    }),
  );
}

/** `blogPost` → `blog-post`. */
const kebab = (id: string): string => id.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();

/** The long texts with a Markdown editor, as `type field`. */
function markdownFields(content: Json): ReadonlySet<string> {
  return new Set(
    listMappings(content['editorInterfaces']).flatMap((editor) => {
      const sys = isMapping(editor['sys']) ? editor['sys'] : {};
      const type = isMapping(sys['contentType']) ? contentfulId(sys['contentType']) : '';
      return listMappings(editor['controls']).flatMap(({ widgetId, fieldId }) =>
        widgetId === 'markdown' ? [`${type} ${String(fieldId)}`] : [],
      );
    }),
  );
}

interface FieldParts {
  readonly name: string;
  readonly slugs: ReadonlyMap<string, string>;
  readonly isMarkdown: boolean;
}

const PLAIN: Readonly<Record<string, string>> = {
  ...{ Symbol: 'text', Text: 'textarea', Integer: 'integer', Number: 'number', Boolean: 'boolean', Date: 'datetime' },
  ...{ Object: 'json', Location: 'json', RichText: 'richtext' },
};

function readContentfulField(field: Json, { name, slugs, isMarkdown }: FieldParts): ContentfulField {
  const id = String(field['id']);
  const items = isMapping(field['items']) ? field['items'] : {};
  const isList = field['type'] === 'Array';
  const linkType = isList ? items['linkType'] : field['linkType'];
  const rules = [...listMappings(field['validations']), ...listMappings(items['validations'])];
  const label = typeof field['name'] === 'string' && field['name'] !== '' ? { label: field['name'] } : {};
  const required = field['required'] === true ? { required: true } : {};
  const make = (kind: ContentfulField['kind'], type: string, more: Json = {}): ContentfulField => ({
    ...{ id, name, kind, definition: { name, ...label, type, ...required, ...more } },
  });
  if (linkType === 'Asset') return isList ? make('gallery', 'gallery') : make('media', 'media');
  if (linkType === 'Entry') {
    const types = rules
      .flatMap(({ linkContentType }) => [linkContentType ?? []].flat())
      .flatMap((one) => slugs.get(String(one)) ?? []);
    const settings = types.length > 0 ? { settings: { types } } : {};
    if (!isList) return make('reference', 'reference', settings);
    return make('references', 'repeater', { fields: [{ name: 'entry', type: 'reference', ...settings }] });
  }
  const options = rules
    .flatMap((rule) => (Array.isArray(rule['in']) ? rule['in'] : []))
    .filter((one) => typeof one === 'string');
  if (isList) return make('plain', 'multiselect', options.length > 0 ? { options } : {});
  if (isMarkdown) return make('markdown', 'richtext');
  if (field['type'] === 'RichText') return make('richtext', 'richtext');
  if (options.length > 0) return make('plain', 'select', { options });
  const type = String(field['type']);
  return make('plain', (Object.hasOwn(PLAIN, type) && PLAIN[type]) || 'json');
}
