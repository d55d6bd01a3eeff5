import { mayAct, type Role } from '../../model/access.ts';
import type { ExtensionDefinition } from '../extension.ts';
import type { FieldDefinition } from '../field.ts';
import type { FrameSource } from '../frame.ts';

/** The height of a frame that declares none, in CSS pixels. */
const DEFAULT_HEIGHT = 240;

/** The path of a frame's file in its extension's folder: `panels/map.html`. */
export const framePath = ({ frame }: FrameSource): string => frame.replace(/^(?:\.\/)+/, '');

/** A frame of an extension, and where it is declared: `panels.0.frame`. */
export interface FrameDeclaration {
  readonly source: FrameSource;
  readonly path: readonly (string | number)[];
}

/** Every frame that an extension declares. */
export function listFrames({
  fields = {},
  panels = [],
  screens = [],
}: ExtensionDefinition): readonly FrameDeclaration[] {
  const at = (list: 'panels' | 'screens', index: number) => [list, index, 'frame'];
  return [
    ...panels.map((source, index) => ({ source, path: at('panels', index) })),
    ...screens.map((source, index) => ({ source, path: at('screens', index) })),
    ...Object.entries(fields).flatMap(([name, { input }]) =>
      input && 'frame' in input ? [{ source: input, path: ['fields', name, 'input', 'frame'] }] : [],
    ),
  ];
}

/** What the editor's interface shows of extensions to a caller with this role. */
export function showFrames(extensions: readonly ExtensionDefinition[], role: Role) {
  const isFor = ({ role: needed = 'viewer' }: { readonly role?: Role }): boolean => mayAct(role, needed);
  return {
    panels: extensions.flatMap((extension) =>
      (extension.panels ?? []).filter(isFor).map((panel) => ({
        ...showSource(extension, panel),
        ...{ at: panel.at, title: panel.title, types: panel.types ?? null },
      })),
    ),
    screens: extensions.flatMap((extension) =>
      (extension.screens ?? []).filter(isFor).map((screen) => ({
        ...showSource(extension, screen),
        ...{ path: screen.path, title: screen.title, icon: screen.icon ?? null },
      })),
    ),
    derived: extensions.flatMap(({ name: extension, derives = [] }) =>
      derives.map(({ types, field }) => ({ extension, types, field })),
    ),
    kinds: extensions.flatMap((extension) =>
      Object.entries(extension.fields ?? {}).map(([kind, definition]) => showKind(extension, kind, definition)),
    ),
  };
}

function showKind(extension: ExtensionDefinition, kind: string, { base, fields, settings, input }: FieldDefinition) {
  const shown = { extension: extension.name, kind, base, fields: fields ?? [], settings: settings ?? {} };
  if (input === undefined) return { ...shown, frame: null, use: null };
  if ('frame' in input) return { ...shown, frame: showSource(extension, input), use: null };
  return { ...shown, frame: null, use: { type: input.use, settings: input.settings ?? {} } };
}

const showSource = ({ name }: ExtensionDefinition, source: FrameSource) => ({
  extension: name,
  url: `/admin/x/${name}/${framePath(source)}`,
  height: source.height ?? DEFAULT_HEIGHT,
});
