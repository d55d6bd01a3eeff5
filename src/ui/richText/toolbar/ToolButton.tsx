import { Tooltip, UnstyledButton } from '@mantine/core';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Toolbar.module.css';
import type { Tool } from './tools.ts';

/** What makes a button one of the bar: its turn among the others, for the arrows. */
export interface ToolPlace {
  readonly tabIndex: 0 | -1;
  readonly onKeyDown: React.KeyboardEventHandler;
  readonly onClick: React.MouseEventHandler;
  readonly ref: React.RefCallback<HTMLElement>;
}

interface ToolButtonProps {
  readonly tool: Pick<Tool, 'icon' | 'label' | 'keys' | 'isActive'>;
  readonly place: ToolPlace;
  readonly isActive: boolean;
  readonly disabled: boolean;
  onClick(): void;
}

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const shownKeys = (keys: string): string => keys.replace('Mod', IS_MAC ? '⌘' : 'Ctrl').replace('Shift', '⇧');

/** A button of the bar. One that can do nothing here can be reached all the same: arrows do not jump over it. */
export function ToolButton({ tool, place, isActive, disabled, onClick }: ToolButtonProps) {
  const { t } = useTranslation();
  const label = tool.label(t);
  return (
    <Tooltip label={tool.keys ? `${label} (${shownKeys(tool.keys)})` : label}>
      <BarButton
        {...place}
        aria-label={label}
        aria-pressed={tool.isActive ? isActive : undefined}
        aria-disabled={disabled || undefined}
        onClick={(event) => {
          place.onClick(event);
          if (!disabled) onClick();
        }}
      >
        <tool.icon size={18} stroke={1.7} aria-hidden />
      </BarButton>
    </Tooltip>
  );
}

interface BarButtonProps extends React.ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** Keeps the focus where it is when it is clicked: the text shows what is selected in it. */
export function BarButton({ ref, ...props }: BarButtonProps) {
  return (
    <UnstyledButton
      {...props}
      ref={ref as Ref<HTMLButtonElement>}
      className={classes.tool}
      onMouseDown={(event: MouseEvent<HTMLButtonElement>) => {
        event.preventDefault();
        props.onMouseDown?.(event);
      }}
    />
  );
}
