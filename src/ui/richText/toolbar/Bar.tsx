import { useDirection } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import type { ComponentType, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from './ToolButton.tsx';
import classes from './Toolbar.module.css';
import type { ToolMenuProps } from './toolMenu.ts';
import type { ToolbarTool } from './tools.ts';

/** A button, or a button that opens a menu. */
export type ToolbarPart<E> = ToolbarTool<E> | { readonly name: string; readonly Menu: ComponentType<ToolMenuProps<E>> };

export type ToolStates = Readonly<Record<string, { readonly isActive: boolean; readonly isPossible: boolean }>>;

interface BarProps<E> {
  readonly editor: E;
  readonly groups: readonly (readonly ToolbarPart<E>[])[];
  readonly states: ToolStates;
  /** The id of the text. */
  readonly controls: string;
  readonly ref: RefObject<HTMLDivElement | null>;
}

/** A toolbar above a text: a single tab stop, with arrow keys inside. */
export function Bar<E>({ editor, groups, states, controls, ref }: BarProps<E>) {
  const { t } = useTranslation();
  const { dir } = useDirection();
  const { getItemProps } = useRovingIndex({ total: groups.flat().length, dir });
  let index = 0;
  return (
    <div ref={ref} role="toolbar" aria-label={t('richText.toolbar')} aria-controls={controls} className={classes.bar}>
      {groups.map((group) => (
        <div key={group[0]!.name} className={classes.group}>
          {group.map((part) => {
            const place = getItemProps({ index: index++ });
            if ('Menu' in part) return <part.Menu key={part.name} editor={editor} place={place} />;
            const { isActive = false, isPossible = true } = states[part.name] ?? {};
            return (
              <ToolButton
                key={part.name}
                tool={part}
                place={place}
                isActive={isActive}
                disabled={!isPossible}
                onClick={() => part.run(editor)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

export const readTools = <E,>(editor: E, parts: readonly ToolbarPart<E>[]): ToolStates =>
  Object.fromEntries(
    parts.flatMap((part) =>
      'Menu' in part
        ? []
        : [[part.name, { isActive: part.isActive?.(editor) ?? false, isPossible: part.isPossible?.(editor) ?? true }]],
    ),
  );

/** Puts the focus on the button that is the tab stop of a toolbar. */
export function focusBar({ current }: RefObject<HTMLDivElement | null>): boolean {
  current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  return current !== null;
}
