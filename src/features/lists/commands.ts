// Written by `npm run features` from `list.ts`. Not to be edited.
import { translationFilesCommands } from '../translationFiles/commands.ts';
import { blameCommands } from '../blame/commands.ts';
import { undoCommands } from '../undo/commands.ts';
import { compareCommands } from '../compare/commands.ts';
import { staticSiteCommands } from '../staticSite/commands.ts';
import { mcpCommands } from '../mcp/commands.ts';

/** The commands of features, each loaded when it runs. */
export const FEATURE_COMMANDS = {
  ...translationFilesCommands,
  ...blameCommands,
  ...undoCommands,
  ...compareCommands,
  ...staticSiteCommands,
  ...mcpCommands,
};
