export { conflict, forbidden, invalid, notFound, unavailable } from '../model/errors.ts';
export { type AfterDefinition, type AfterFilter, type AfterInput, after, type ProposedEdit } from './after.ts';
export {
  type AdminAnswer,
  type AdminCaller,
  type ContentReader,
  type ContentSearch,
  type EndpointCall,
  type EndpointDefinition,
  type EndpointFacts,
  endpoint,
  type PageSelection,
  type PublicBlock,
  type PublicPage,
  type QuerySchema,
  type ShownShape,
  type WholePage,
} from './endpoint.ts';
export {
  defineConfig,
  defineExtension,
  type ExtensionDefinition,
  type ExtensionNeeds,
  type ImageDefinition,
  type QuireConfig,
  type RoleDefinition,
  type RoleRuleDefinition,
} from './extension.ts';
export { type FieldDefinition, field, type ReusedInput } from './field.ts';
export {
  type FrameSource,
  type PanelDefinition,
  type PanelLocation,
  panel,
  type ScreenDefinition,
  screen,
} from './frame.ts';
export { type MigratedBlock, type MigratedPage, type MigrationDefinition, migration } from './migration.ts';
export type { ExtensionProblem, ProblemPath } from './problem.ts';
export type { ExtensionLookup, ExtensionRecord, RecordFields } from './record.ts';
export { type DeriveDefinition, derive, type RuleDefinition, type RuleInput, rule } from './rule.ts';
