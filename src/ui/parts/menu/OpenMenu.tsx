import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement, useLayoutEffect, useRef, useState } from 'react';
import type { MenuButton } from './MenuOnDemand.tsx';

interface OpenMenuProps extends MenuProps {
  readonly button: MenuButton;
}

/** A menu that has just been asked for: it opens at once, and gives the focus back to its button. */
export function OpenMenu({ button, children, ...props }: OpenMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    target.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);
  return (
    <Menu {...props} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      {children}
    </Menu>
  );
}
