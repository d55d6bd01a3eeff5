import type { MenuProps } from '@mantine/core';
import { cloneElement } from 'react';
import { loadOnDemand } from '../onDemand/loadOnDemand.tsx';
import { useOnDemand } from '../onDemand/useOnDemand.ts';
import type { MenuButton } from './OpenMenu.tsx';

const OpenMenu = loadOnDemand(async () => (await import('./OpenMenu.tsx')).OpenMenu);

interface MenuOnDemandProps extends MenuProps {
  readonly button: MenuButton;
  /** Loads the code of the dropdown, the only child. */
  load?(): Promise<unknown>;
}

/** A menu that is only a button until it is wanted: a form has hundreds of them. */
export function MenuOnDemand({ button, load, ...menu }: MenuOnDemandProps) {
  const { isLoaded, prepare, want } = useOnDemand(() => Promise.all([OpenMenu.load(), load?.()]));
  if (isLoaded) return <OpenMenu button={button} {...menu} />;
  return cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => void want(),
    onPointerEnter: prepare,
    onFocus: prepare,
  });
}
