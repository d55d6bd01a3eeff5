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

/** What `quire.config` exports by default. */
export interface QuireConfig {
  readonly extensions?: readonly ExtensionDefinition[];
}

/** Declares an extension. */
export const defineExtension = (definition: ExtensionDefinition): ExtensionDefinition => Object.freeze(definition);

/** Declares the configuration of a site's own code. */
export const defineConfig = (config: QuireConfig): QuireConfig => Object.freeze(config);
