import { Tooltip, UnstyledButton } from '@mantine/core';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Toolbar.module.css';
import type { ToolbarTool } from './tools.ts';

/** The props that make a button part of the toolbar, so that the arrow keys reach it. */
export interface ToolbarItemProps {
  readonly tabIndex: 0 | -1;
  readonly onKeyDown: React.KeyboardEventHandler;
  readonly onClick: React.MouseEventHandler;
  readonly ref: React.RefCallback<HTMLElement>;
}

interface ToolButtonProps {
  readonly tool: Pick<ToolbarTool<never>, 'icon' | 'label' | 'keys' | 'isActive'>;
  readonly place: ToolbarItemProps;
  readonly isActive: boolean;
  readonly disabled: boolean;
  onClick(): void;
}

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const shownKeys = (keys: string): string => keys.replace('Mod', IS_MAC ? '⌘' : 'Ctrl').replace('Shift', '⇧');

/** A button of the toolbar. When disabled it can still be focused, so that the arrow keys do not skip it. */
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

/** A button that leaves the focus in the text when clicked, so that the selection stays visible. */
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
