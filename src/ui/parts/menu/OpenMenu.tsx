import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement, useLayoutEffect, useRef, useState } from 'react';
import type { MenuButton } from './MenuOnDemand.tsx';

interface OpenMenuProps extends MenuProps {
  readonly button: MenuButton;
}

/** A menu that opens as soon as it is mounted and returns the focus to its button. */
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
