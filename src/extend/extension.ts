import type { AfterDefinition } from './after.ts';
import type { EndpointDefinition } from './endpoint.ts';
import type { FieldDefinition } from './field.ts';
import type { PanelDefinition, ScreenDefinition } from './frame.ts';
import type { DeriveDefinition, RuleDefinition } from './rule.ts';

/** What an extension uses beyond the content. It gets nothing that is not named here, and admins see the list. */
export interface ExtensionNeeds {
  /** Host names that its effects and frames may fetch from. */
  readonly hosts?: readonly string[];
  /** Environment variables that its effects may read. */
  readonly secrets?: readonly string[];
  /** Where its effects may write; nowhere by default. */
  readonly writes?: 'changes' | 'live';
}

/** An extension: rules, fields, panels, effects and endpoints under one name. */
export interface ExtensionDefinition {
  /** Lower case letters, digits and `-`; unique in a configuration. */
  readonly name: string;
  readonly version: string;
  readonly needs?: ExtensionNeeds;
  /** Kinds of fields by the name that types use them under. */
  readonly fields?: Readonly<Record<string, FieldDefinition>>;
  readonly rules?: readonly RuleDefinition[];
  readonly derives?: readonly DeriveDefinition[];
  readonly panels?: readonly PanelDefinition[];
  readonly screens?: readonly ScreenDefinition[];
  readonly after?: readonly AfterDefinition[];
  readonly endpoints?: readonly EndpointDefinition[];
  /** The folder of its frames, as a file URL; `import.meta.url` of the file that calls `defineExtension`. */
  readonly from?: string;
}

/** What a role may do with which records. What is not named is not narrowed. */
export interface RoleRuleDefinition {
  readonly do: readonly ('read' | 'create' | 'update' | 'publish' | 'delete' | 'review' | 'restore')[];
  /** Kinds of records, such as `page`; all content if absent. */
  readonly on?: readonly string[];
  /** Slugs of content types and block types. */
  readonly types?: readonly string[];
  readonly locales?: readonly string[];
  /** Slugs of pages: `blog/**` is everything below `blog`. */
  readonly paths?: readonly string[];
  /** Folders of media items, in the same manner. */
  readonly folders?: readonly string[];
  /** The parts of a record that may differ: names of fields, and parts such as `title` and `seo`. */
  readonly fields?: readonly string[];
  /** Only what the user or key has created. */
  readonly own?: boolean;
}

/** A role that users and keys may have, which nobody can change in the interface. */
export interface RoleDefinition {
  /** What users and keys name it by: lower case letters, digits and `-`. */
  readonly key: string;
  readonly name: string;
  /** The rights that it begins with; `none` by default. */
  readonly extends?: 'viewer' | 'editor' | 'none';
  readonly allow?: readonly RoleRuleDefinition[];
  /** Wins over what is allowed. */
  readonly deny?: readonly RoleRuleDefinition[];
}

/** What `quire.config` exports by default. */
export interface QuireConfig {
  readonly extensions?: readonly ExtensionDefinition[];
  readonly roles?: readonly RoleDefinition[];
  /** The crops that each picture has, by name, such as `{ hero: { width: 1600, ratio: '16:9' } }`. Those of `site.yaml` win. */
  readonly images?: Readonly<Record<string, ImageDefinition>>;
}

/** A crop of pictures. */
export interface ImageDefinition {
  /** In pixels, at most 4000. There is one of twice the width, too: `hero@2x`. */
  readonly width: number;
  /** Width and height in relation, such as `16:9`. */
  readonly ratio: string;
}

/** Declares an extension. */
export const defineExtension = (definition: ExtensionDefinition): ExtensionDefinition => Object.freeze(definition);

/** Declares the configuration of a site's own code. */
export const defineConfig = (config: QuireConfig): QuireConfig => Object.freeze(config);
